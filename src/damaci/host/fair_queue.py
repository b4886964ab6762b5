"""A queue for a few places, shared fairly: by address, within an address by player, within a player by game."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

LONGEST = 100
"""When so many wait, requests from the addresses that fill the queue are refused."""
MOST_REMEMBERED = 10_000
"""When so many shares are known, those of which nothing waits or runs are forgotten."""


class Unwanted(Exception):
    """The turn came, and nobody wanted it any more."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The player for whom a place is requested. An empty address is an unknown one: then the player alone counts."""

    player: str = ""
    address: str = ""
    game: str = ""

    @property
    def group(self) -> str:
        """The widest share: everybody at the same address."""
        return self.address or f"player {self.player}"

    @property
    def path(self) -> tuple["Share", "Share", "Share"]:
        """The shares that it takes from, the widest first."""
        return (self.group,), (self.group, self.player), (self.group, self.player, self.game)


NOBODY = Asker()
Share = tuple[str, ...]


@dataclass(eq=False, slots=True)
class Turn:
    """Somebody who waits, or has a place."""

    asker: Asker
    seconds: float
    """How long the work is expected to take. Once it is done, the time that it took counts instead."""
    wanted: Callable[[], bool]
    number: int
    granted: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue:
    """Gives places to those who wait. The next place goes to the address that has had the least time since it began to
    wait; within the address to such a player, and within the player to such a game.

    An address never has more than `most_of_one` of the places, so that one stays free for others. A newcomer begins
    level with those who wait: nobody saves up time by staying away, and nobody is punished for having been alone."""

    def __init__(self, places: int, most_of_one: int, longest: int = LONGEST) -> None:
        self._free = places
        self._most_of_one = most_of_one
        self._longest = longest
        self._numbers = itertools.count()
        self._waiting: list[Turn] = []
        self._present: Counter[Share] = Counter()
        """How many wait or have a place, for each share."""
        self._placed: Counter[str] = Counter()
        self._had: dict[Share, float] = {}
        """Seconds of each share that is present."""
        self._level: dict[Share, float] = {}
        """Seconds at which new parts of a share begin: those of the last part that got a place."""

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def refuses(self, asker: Asker) -> bool:
        """Whether the queue is too long and the asker's address fills it: at least as many wait from there as from the
        average address."""
        if len(self._waiting) < self._longest:
            return False
        groups = Counter(turn.asker.group for turn in self._waiting)
        return groups[asker.group] * len(groups) >= len(self._waiting)

    async def wait(self, asker: Asker, seconds: float, wanted: Callable[[], bool] = lambda: True) -> Turn:
        """Waits for a place; give it back with `leave`. `wanted` is asked when its turn has come.

        Raises Unwanted when the answer is no."""
        turn = Turn(asker, seconds, wanted, next(self._numbers))
        self._enter(turn)
        self._waiting.append(turn)
        self._grant()
        try:
            await turn.granted
        except asyncio.CancelledError:
            self._give_up(turn)
            raise
        return turn

    def leave(self, turn: Turn, seconds: float) -> None:
        """Gives the place back after so many seconds."""
        self._charge(turn, seconds - turn.seconds)
        self._free += 1
        self._placed[turn.asker.group] -= 1
        self._exit(turn)
        self._grant()

    # ---- who is next -------------------------------------------------------------------------------------------------

    def _grant(self) -> None:
        while self._free and (turn := min(self._eligible(), key=self._order, default=None)):
            self._waiting.remove(turn)
            if turn.wanted():
                self._place(turn)
                turn.granted.set_result(None)
            else:
                self._exit(turn)
                turn.granted.set_exception(Unwanted())

    def _eligible(self) -> Iterator[Turn]:
        return (
            turn
            for turn in self._waiting
            if self._placed[turn.asker.group] < self._most_of_one and not turn.granted.cancelled()
        )

    def _order(self, turn: Turn) -> tuple[float, float, float, int]:
        address, player, game = (self._had[share] for share in turn.asker.path)
        return address, player, game, turn.number

    def _place(self, turn: Turn) -> None:
        self._free -= 1
        self._placed[turn.asker.group] += 1
        for share in turn.asker.path:
            self._level[share[:-1]] = max(self._level.get(share[:-1], 0.0), self._had[share])
        self._charge(turn, turn.seconds)

    def _charge(self, turn: Turn, seconds: float) -> None:
        for share in turn.asker.path:
            self._had[share] += seconds

    def _give_up(self, turn: Turn) -> None:
        if turn in self._waiting:
            self._waiting.remove(turn)
            self._exit(turn)
        elif turn.granted.done() and not turn.granted.cancelled() and turn.granted.exception() is None:
            self.leave(turn, 0.0)

    # ---- coming and going --------------------------------------------------------------------------------------------

    def _enter(self, turn: Turn) -> None:
        for share in turn.asker.path:
            self._had[share] = max(self._had.get(share, 0.0), self._level.get(share[:-1], 0.0))
            self._present[share] += 1

    def _exit(self, turn: Turn) -> None:
        for share in turn.asker.path:
            self._present[share] -= 1
        if len(self._had) > MOST_REMEMBERED or not (self._waiting or self._placed.total()):
            self._forget_absent()

    def _forget_absent(self) -> None:
        self._present = +self._present
        self._placed = +self._placed
        self._had = {share: self._had[share] for share in self._present}
        everybody = {()} if self._present else set[Share]()
        kept = self._present.keys() | everybody
        self._level = {share: level for share, level in self._level.items() if share in kept}
