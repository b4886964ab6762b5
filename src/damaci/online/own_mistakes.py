"""Players' own mistakes on a server: in their own finished games, found by engines that give way to everything else."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial

import msgspec

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.online.costs import REVIEWS
from damaci.online.fair_play.own_games import OwnGames
from damaci.online.gentle_engine import GentleEngine, GentleEngines
from damaci.online.limits import Payer, RateLimits, TooMany
from damaci.online.turns import Turns
from damaci.services.engine_lines import EngineLines, known_from
from damaci.services.mistakes import Mistakes
from damaci.services.person import Change, KnownMistake, with_change
from damaci.services.reviews import KeptReview, Reviews
from damaci.store import Store
from damaci.store.players import Player
from damaci.stored import Summary, Unreadable
from damaci.tablebase import Tablebase

GAMES = 20
"""A player's latest finished games in which mistakes are looked for."""
LONGEST = 300
"""Plies of the longest game that is looked through: a quarter of a minute of a processor."""
MOST_KNOWN = 500
"""The most mistakes of a player about which something is stored: those tried last."""
MOST_WAITING = 20
"""Reviews and searches that wait for an engine, or are made, at a time."""
MOST_OF_PLAYER = 3
"""Reviews and searches of one player."""
LATER_SECONDS = 30.0
"""Seconds after which to ask again when too many wait."""
MOST_REMEMBERED = 100
"""Reviews that are kept in memory: that of a finished game does not change."""


class RememberedReviews(Reviews):
    """Remembers those that were read last."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, asyncio.to_thread)
        self._read: OrderedDict[str, KeptReview] = OrderedDict()
        self._puts = 0

    async def get(self, game: str) -> KeptReview | None:
        """See Reviews."""
        puts = self._puts
        found = self._read.get(game) or await super().get(game)
        if found and puts == self._puts:  # Another one may have been stored while this one was read.
            self._read[game] = found
            self._read.move_to_end(game)
            if len(self._read) > MOST_REMEMBERED:
                self._read.popitem(last=False)
        return found

    async def put(self, game: str, start: str, review: KeptReview) -> None:
        """See Reviews."""
        await super().put(game, start, review)
        self._puts += 1
        self._read.pop(game, None)


class OwnMistakes:
    """Finds the mistakes of players. Reviews are shared by both players of a game, and made once."""

    def __init__(self, store: Store, tablebase: Tablebase, own_games: OwnGames, limits: RateLimits) -> None:
        self._store = store
        self._own_games = own_games
        self._limits = limits
        self._engines = GentleEngines()
        self._reviews = RememberedReviews(store)
        self._lines = EngineLines(known_from(tablebase, asyncio.to_thread), self._reviews, self._engines.make)
        self._reviewing = Turns()
        self._searching = Turns()
        self._waiting: Counter[str] = Counter()
        """Reviews and searches by player."""

    def of(self, player: Player, payer: Payer) -> Mistakes:
        """The mistakes of a player. `payer`: whose limits apply."""
        person = PlayerPerson(self, self._store, self._own_games, player, payer)
        make = partial(self._searching_for, player)
        return Mistakes(self._store, person, self._reviews, self._lines, asyncio.to_thread, make)

    def close(self) -> None:
        """Stops."""
        self._engines.close()

    @asynccontextmanager
    async def reviewing(self, player: Player, payer: Payer) -> AsyncIterator[None]:
        """For as long as a game is reviewed for a player: one at a time. Raises TooMany."""
        with self._place_of(player.id):
            self._limits.take(REVIEWS, payer)
            async with self._reviewing.of(player.id):
                yield

    @asynccontextmanager
    async def _searching_for(self, player: Player, hash_megabytes: int) -> AsyncIterator[GentleEngine]:
        """An engine for a player: one at a time. Raises TooMany."""
        with self._place_of(player.id):
            async with self._searching.of(player.id), self._engines.make(hash_megabytes) as engine:
                yield engine

    @contextmanager
    def _place_of(self, player: str) -> Iterator[None]:
        """A place of a player among all who wait. Raises TooMany."""
        if self._waiting.total() >= MOST_WAITING or self._waiting[player] >= MOST_OF_PLAYER:
            raise TooMany(LATER_SECONDS)
        self._waiting[player] += 1
        try:
            yield
        finally:
            self._waiting[player] -= 1
            self._waiting += Counter()  # Without those who have none.


class PlayerPerson:
    """See damaci.services.person.Person."""

    def __init__(self, mine: OwnMistakes, store: Store, own_games: OwnGames, player: Player, payer: Payer) -> None:
        self._mine = mine
        self._store = store
        self._own_games = own_games
        self._player = player
        self._payer = payer

    async def games(self) -> Sequence[tuple[Summary, Color]]:
        """The player's, with people and with the computer."""
        found = await self._store.played.summaries(self._player.id, GAMES)
        return [(summary, Color(color)) for color, summary in found if summary.plies <= LONGEST]

    async def may_see(self, game: str) -> bool:
        """Whether it is the player's own, and over."""
        found = await self._store.games.get(game)
        if found is None or found.result == "*":
            return False
        return self._player.id in (await self._store.seats.of_game(game)).values()

    async def may_ask(self, position: Position) -> bool:
        """Whether it is not on the board of a rated game of the player that goes on, nor is what a move leads to."""
        return not await self._own_games.lead_there(self._player, position)

    async def known(self) -> dict[str, KnownMistake]:
        """See Person."""
        try:
            return _known(await self._store.mistakes.get(self._player.id))
        except Unreadable:
            return {}

    async def keep(self, name: str, change: Change) -> None:
        """Keeps the newest. Raises StoreError also where that would replace what cannot be read."""

        def kept(former: str | None) -> str | None:
            before = _known(former)
            known = with_change(before, name, change)
            if known == before:
                return former
            newest = sorted(known.items(), key=lambda each: -each[1].at)[:MOST_KNOWN]
            return msgspec.json.encode(dict(newest)).decode()

        await self._store.mistakes.change(self._player.id, kept)

    @asynccontextmanager
    async def reviewing(self) -> AsyncIterator[None]:
        """See OwnMistakes."""
        async with self._mine.reviewing(self._player, self._payer):
            yield


def _known(kept: str | None) -> dict[str, KnownMistake]:
    try:
        return msgspec.json.decode(kept or "{}", type=dict[str, KnownMistake])
    except msgspec.DecodeError as error:
        raise Unreadable("mistakes", error) from None
