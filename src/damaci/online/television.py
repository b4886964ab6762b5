"""Television: one game that is on, chosen once, and the same for all who watch, whichever process serves them."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import suppress

import msgspec

from damaci.host.repeating import Repeating
from damaci.online.people import GamePlayer, People, sure_to
from damaci.play.events import Color
from damaci.play.speed import speed
from damaci.store import Store, StoreError
from damaci.store.leases import Lease
from damaci.store.live_games import LiveGame
from damaci.store.ratings import RatingKey

KEY = "television"
"""The setting that has the choice, and the lease of the process that chooses."""
LEASE_SECONDS = 6.0
LOOK_SECONDS = 2.0
"""Seconds between two looks at the game that is shown."""
AFTER_SECONDS = 8.0
"""A game is shown for so long after its end."""
LIVE_SECONDS = 5 * 60.0
"""A game in which nothing has happened for so long is not shown."""
BETTER_SECONDS = 10.0
"""Seconds between two looks for a game of a better kind than the one that is shown."""
CANDIDATES = 200
"""The most games among which one is chosen."""

BEST = 0
PEOPLE = 1
COMPUTERS = 2
"""The kinds of games: rated ones of people whose ratings are sure, other ones of people, those with a computer."""


class ShownGame(msgspec.Struct, frozen=True):
    """The game that is shown; empty for none. `over`: when it has ended (epoch seconds)."""

    game: str = ""
    kind: int = COMPUTERS
    over: float | None = None


class Programme(msgspec.Struct, frozen=True, tag_field="type", tag="tv"):
    """The game that is shown, empty for none, whether it is rated, and its players who have accounts, by side."""

    game: str = ""
    rated: bool = False
    players: Mapping[Color, GamePlayer] = {}


class Television:
    """Looks while somebody watches. Every method raises StoreError, but a page that watches is told nothing of it."""

    def __init__(self, store: Store, people: People, is_banned: Callable[[str], bool]) -> None:
        self._store = store
        self._people = people
        self._is_banned = is_banned
        self._lease = Lease(store.leases, KEY, LEASE_SECONDS)
        self._looking = asyncio.Lock()
        self._looked = -LOOK_SECONDS
        self._compared = -BETTER_SECONDS
        self._programme = Programme()
        self._viewers = 0
        self._changed = asyncio.Event()
        self.background = Repeating(self._go_on, LOOK_SECONDS, "television cannot go on", at_end=self._leave)

    async def _leave(self) -> None:
        """Lets another process choose at once."""
        if self._looked > 0:
            await self._lease.leave()

    async def now(self) -> Programme:
        """What is shown, looked up again after two seconds."""
        async with self._looking:
            if time.monotonic() - self._looked >= LOOK_SECONDS:
                await self._look()
            return self._programme

    def forget(self) -> None:
        """Looks again when it is asked next, because a player has been deleted."""
        self._looked = -LOOK_SECONDS

    async def subscribe(self) -> AsyncGenerator[str]:
        """Messages to a page: what is shown at first, and whenever that changes."""
        self._viewers += 1
        self.background.wake()
        told: Programme | None = None
        try:
            while True:
                changed = self._changed
                if told is None:
                    with suppress(StoreError):
                        await self.now()
                if self._programme != told:
                    told = self._programme
                    yield msgspec.json.encode(told).decode()
                await changed.wait()
        finally:
            self._viewers -= 1

    async def _go_on(self) -> None:
        if self._viewers:
            await self.now()

    async def _look(self) -> None:
        """Takes over what another process has chosen, or chooses."""
        self._looked = time.monotonic()
        stored = msgspec.convert(await self._store.settings.get(KEY, {}), ShownGame)
        choice = await self._next(stored) if await self._lease.keep() else stored
        if choice != stored:
            await self._store.settings.put(KEY, msgspec.to_builtins(choice))
        programme = await self._of(choice.game)
        if programme != self._programme:
            self._programme = programme
            self._changed.set()
            self._changed = asyncio.Event()

    async def _of(self, game: str) -> Programme:
        opened = await self._store.log.opened(game) if game else None
        if opened is None:
            return Programme()
        return Programme(game, opened.settings.rated, await self._people.of_game(game, opened.settings))

    # ---- choosing ----------------------------------------------------------------------------------------------------

    async def _next(self, choice: ShownGame) -> ShownGame:
        """What is to be shown after a choice: the same game, as long as it goes on and no better kind of game is on."""
        at = time.time()
        standing = await self._standing(choice, at)
        if standing is None:
            return await self._best(at) or ShownGame()
        if standing.over is None and standing.kind > BEST and self._may_compare():
            best = await self._best(at)
            if best and best.kind < standing.kind:
                return best
        return standing

    def _may_compare(self) -> bool:
        now = time.monotonic()
        if now - self._compared < BETTER_SECONDS:
            return False
        self._compared = now
        return True

    async def _standing(self, choice: ShownGame, at: float) -> ShownGame | None:
        """The choice, if its game is still to be shown."""
        found = await self._store.games.get(choice.game) if choice.game else None
        if found is None or at - found.updated > LIVE_SECONDS:
            return None
        if await self._hidden((await self._store.seats.of_game(choice.game)).values()):
            return None
        if found.result == "*":
            return choice
        over = choice.over or found.updated
        return msgspec.structs.replace(choice, over=over) if at - over < AFTER_SECONDS else None

    async def _best(self, at: float) -> ShownGame | None:
        """The best game that is on: see docs/14-api.md."""
        games = await self._to_choose(await self._store.live_games.list(at - LIVE_SECONDS, CANDIDATES))
        if not games:
            return None
        sums = await self._sums(games, at)
        best = min(games, key=lambda each: _order(each, sums.get(each.id)))
        return ShownGame(best.id, _kind(best, sums.get(best.id)))

    async def _to_choose(self, games: Sequence[LiveGame]) -> Sequence[LiveGame]:
        """The games without players who are banned, or do not want to be seen."""
        hidden = await self._hidden({player.id for each in games for player in each.players.values()})
        return [each for each in games if hidden.isdisjoint(player.id for player in each.players.values())]

    async def _hidden(self, players: Collection[str]) -> set[str]:
        """The players, among some, who are banned, or do not want to be seen."""
        unseen = await self._store.player_settings.unseen(players)
        return unseen | {player for player in players if self._is_banned(player)}

    async def _sums(self, games: Sequence[LiveGame], at: float) -> Mapping[str, float]:
        """The sums of both players' ratings, by game, of rated games in which both are sure."""
        rated = [each for each in games if each.settings.rated]
        standings = await self._store.ratings.of_players(
            {player.id for each in rated for player in each.players.values()}
        )
        sums: dict[str, float] = {}
        for game in rated:
            keys = _keys(game)
            if not keys or not all(key in standings for key in keys):
                continue
            ratings = [standings[key].now(at) for key in keys]
            sure = sure_to(game.settings.ruleset)
            if all(rating.deviation <= sure for rating in ratings):
                sums[game.id] = sum(rating.rating for rating in ratings)
        return sums


def _keys(game: LiveGame) -> Collection[RatingKey]:
    of = speed(game.settings.clock, game.settings.days)
    return [RatingKey(player.id, game.settings.ruleset, of) for player in game.players.values() if of]


def _kind(game: LiveGame, sum_of_ratings: float | None) -> int:
    if any(player.computer for player in game.players.values()):
        return COMPUTERS
    if sum_of_ratings is None:
        return PEOPLE
    return BEST


def _order(game: LiveGame, sum_of_ratings: float | None) -> tuple[int, float, bool, float, str]:
    """The least comes first."""
    return (_kind(game, sum_of_ratings), -(sum_of_ratings or 0.0), not game.settings.rated, -game.updated, game.id)
