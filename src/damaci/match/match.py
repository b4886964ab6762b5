"""A match: pairs of games between two engines, several at a time."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from random import Random

from damaci.arguments import MOST_THREADS, bad, expect_each, expect_kind, expect_optional, expect_whole
from damaci.board.color import Color
from damaci.match.clocks import TimeControl
from damaci.match.contender import Contender, Player
from damaci.match.game import MOST_PLIES, Played, play
from damaci.match.openings import Opening
from damaci.match.statistics import Sprt
from damaci.match.tally import Tally
from damaci.tablebase import Tables

OnGame = Callable[[int, Color, Played], None]
"""Called after each game with its number from 0, the colour of A, and the game."""
_POLL = 0.1
MOST_GAMES = 1_000_000


@dataclass
class Match:
    """A plays against B. Games 2n and 2n + 1 have the same opening; A is White in the first. Openings are used again
    when there are too few."""

    a: Contender
    b: Contender
    openings: Sequence[Opening]
    games: int = 100
    sprt: Sprt | None = None
    """Ends the match as soon as it is decided."""
    concurrency: int = 1
    """How many games are played at the same time."""
    seed: int = 0
    most_plies: int = MOST_PLIES
    time: TimeControl | None = None
    """The clock of each engine; None for limits per move."""
    tables: Tables | None = None
    """Endgame tables of the openings' ruleset, by which games are adjudicated."""
    tally: Tally = field(default_factory=Tally, init=False)
    """The score so far."""

    def __post_init__(self) -> None:
        """Raises BadArgument for a number out of range, values of another kind, and when there is no opening."""
        for name in ("a", "b"):
            expect_kind(name, getattr(self, name), Contender)
        for opening in expect_each("openings", self.openings):
            expect_kind("an opening", opening, Opening)
        for name, kind in (("sprt", Sprt), ("time", TimeControl), ("tables", Tables)):
            expect_optional(name, getattr(self, name), kind)
        expect_whole("games", self.games, 1, MOST_GAMES)
        expect_whole("concurrency", self.concurrency, 1, MOST_THREADS)
        expect_whole("most_plies", self.most_plies, 1)
        if not self.openings:
            raise bad("openings", self.openings, "one opening or more")

    def run(self, on_game: OnGame | None = None) -> Tally:
        """Plays until all games are played or the test is decided.

        Raises HubError when an engine cannot be started, and exceptions of `on_game`. After an exception, including
        KeyboardInterrupt, `tally` has the games finished before, and no thread or process is left.
        """
        waiting = SimpleQueue[int]()
        done = SimpleQueue["tuple[int, Played] | BaseException"]()
        for number in range(self.games):
            waiting.put(number)
        workers = [_Worker(self, waiting, done) for _ in range(min(self.concurrency, self.games))]
        try:
            for worker in workers:
                worker.start()
            while self.tally.games < self.games and not self._is_decided():
                self._take(done, on_game)
        finally:
            _end(workers)
        return self.tally

    def _is_decided(self) -> bool:
        return self.sprt is not None and self.sprt.state(self.tally.pairs) != "running"

    def _take(self, done: "SimpleQueue[tuple[int, Played] | BaseException]", on_game: OnGame | None) -> None:
        try:
            found = done.get(timeout=_POLL)  # with a timeout: on Windows, Ctrl-C does not interrupt a wait without one
        except Empty:
            return
        if isinstance(found, BaseException):
            raise found
        number, played = found
        a = Color.BLACK if number % 2 else Color.WHITE
        self.tally.add(number // 2, a, played)
        if on_game:
            on_game(number, a, played)


class _Worker(threading.Thread):
    """Plays games one after another with engines of its own."""

    def __init__(
        self, match: Match, waiting: "SimpleQueue[int]", done: "SimpleQueue[tuple[int, Played] | BaseException]"
    ) -> None:
        super().__init__(name="match", daemon=True)
        self._match = match
        self._waiting = waiting
        self._done = done
        self._stopped = threading.Event()
        self._players: list[Player] = []

    def stop(self) -> None:
        """Stops the running search. Other threads call it repeatedly until this one has ended, because a search that
        has not begun cannot be stopped."""
        self._stopped.set()
        for player in list(self._players):
            player.stop()

    def run(self) -> None:
        try:
            for contender in (self._match.a, self._match.b):
                self._players.append(contender.start())
            while not self._stopped.is_set():
                self._play(self._waiting.get_nowait())
        except Empty:
            pass
        except BaseException as error:
            self._done.put(error)
        finally:
            for player in self._players:
                player.close()

    def _play(self, number: int) -> None:
        match = self._match
        pair = number // 2
        a, b = self._players
        white, black = (b, a) if number % 2 else (a, b)
        seed = Random(f"{match.seed} {pair}").getrandbits(31)
        opening = match.openings[pair % len(match.openings)]
        played = play(opening, white, black, seed, self._stopped.is_set, match.most_plies, match.time, match.tables)
        if played:
            self._done.put((number, played))


def _end(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        while worker.is_alive():
            worker.join(_POLL)
            worker.stop()
