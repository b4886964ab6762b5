"""Sends followers what is new in a tournament, and calls players to their games on whatever page they are."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

import msgspec

from damaci.host.repeating import Repeating
from damaci.online.tournaments.club import Club
from damaci.store import Store

LOOK_SECONDS = 1.0
"""Seconds between two looks, as long as anybody follows."""

_encoder = msgspec.json.Encoder()


class Called(msgspec.Struct, frozen=True, tag_field="type", tag="call"):
    """The reader's game of a tournament has begun."""

    tournament: str
    game: str


class TournamentChanged(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """A tournament has so many steps now."""

    tournament: str
    version: int


class Renamed(msgspec.Struct, frozen=True, tag_field="type", tag="renamed"):
    """A player has another name, perhaps in this tournament, which has as many steps as before."""

    tournament: str


class Free(msgspec.Struct, frozen=True, tag_field="type", tag="free"):
    """The reader takes part in no tournament that is not over."""


News = Called | TournamentChanged | Renamed | Free


class Follower:
    """A connection of a player, or of a visitor without one, on the page of a tournament or elsewhere."""

    def __init__(self, player: str | None, tournament: str) -> None:
        self.player = player
        self.tournament = tournament
        self.called = ""
        """The game to which this connection was called last."""
        self._news: dict[str, News] = {}
        self._woken = asyncio.Event()

    def tell(self, message: News) -> None:
        """Sends a message instead of an older one of its kind that has not been sent yet."""
        self._news[type(message).__name__] = message
        self._woken.set()

    def call(self, tournament: str, game: str) -> None:
        """Calls the player to a game, once."""
        if game != self.called:
            self.called = game
            self.tell(Called(tournament, game))

    async def news(self) -> str:
        """The next message, as JSON."""
        while not self._news:
            self._woken.clear()
            await self._woken.wait()
        return _encoder.encode(self._news.pop(next(iter(self._news)))).decode()


class Calls:
    """Reads the store while there are followers: a statement for all tournaments, and one for each that has changed."""

    def __init__(self, store: Store, club: Club) -> None:
        self._club = club
        self._announced = store.announced
        self._versions = store.tournaments
        self._followers: set[Follower] = set()
        self._known: dict[str, int] = {}
        """The versions of the running tournaments."""
        self._rounds: dict[str, int] = {}
        """The rounds up to which players have been called."""
        self._renamings = club.renamings
        self.background = Repeating(self._look_if_followed, LOOK_SECONDS, "players cannot be called to their games")

    async def follow(self, player: str | None, tournament: str) -> AsyncGenerator[str]:
        """Messages to a connection, from now on. `tournament`: on the page of which; else empty. Raises StoreError."""
        with self._present(player, tournament) as follower:
            await self._welcome(follower)
            while True:
                yield await follower.news()

    @contextmanager
    def _present(self, player: str | None, tournament: str) -> Iterator[Follower]:
        follower = Follower(player, tournament)
        self._followers.add(follower)
        try:
            yield follower
        finally:
            self._followers.discard(follower)

    async def _welcome(self, follower: Follower) -> None:
        """What is the case already."""
        if follower.tournament:
            version = await self._versions.version(follower.tournament)
            follower.tell(TournamentChanged(follower.tournament, version))
        if follower.player and (call := await self._announced.call_of(follower.player)):
            follower.call(*call)
        elif not follower.tournament and not (follower.player and await self._club.plays(follower.player)):
            follower.tell(Free())

    async def _look_if_followed(self) -> None:
        if self._followers:
            await self._look()
        else:
            self._known.clear()
            self._rounds.clear()

    async def _look(self) -> None:
        self._tell_renamed()
        followed = {each.tournament for each in self._followers if each.tournament}
        versions = await self._announced.versions(followed)
        changed = {id: version for id, version in versions.items() if self._known.get(id) != version}
        self._known = {id: version for id, version in self._known.items() if id in versions}
        by_player: dict[str, list[Follower]] = {}
        for each in self._followers:
            if each.player:
                by_player.setdefault(each.player, []).append(each)
        for id, version in changed.items():
            for each in self._followers:
                if each.tournament == id:
                    each.tell(TournamentChanged(id, version))
            if by_player:
                await self._call(id, by_player)
            self._known[id] = version  # Only now, so that players who could not be called are called next time.

    def _tell_renamed(self) -> None:
        renamings = self._club.renamings
        if renamings == self._renamings:
            return
        self._renamings = renamings
        for each in self._followers:
            if each.tournament:
                each.tell(Renamed(each.tournament))

    async def _call(self, id: str, by_player: dict[str, list[Follower]]) -> None:
        last = await self._announced.last_round(id)
        # The last round again: after a correction it may have been paired anew.
        after = min(self._rounds.get(id, 0), last - 1)
        self._rounds[id] = last
        for player, game in (await self._announced.calls(id, after)).items():
            for follower in by_player.get(player, ()):
                follower.call(id, game)
