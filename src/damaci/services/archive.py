"""The archive: every game that was played on this device, to be found, replayed, taken along and deleted."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import msgspec

from damaci.host import Rooms, UnknownGame, read_game
from damaci.play.record import NONE, pdn
from damaci.services.everything import GAMES_AT_ONCE
from damaci.services.explorer import OpeningExplorer
from damaci.services.game_list import GamePage, page_from
from damaci.services.run import Run
from damaci.stored import Store

_FINISHED = {"": None, "finished": True, "unfinished": False}


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """Which games are listed, from the game number `start` on. A filter with an unknown value is ignored."""

    status: str = ""
    ruleset: str = ""
    player: str = ""
    search: str = ""
    start: int = 0


class Archive:
    """The stored games. `leave` ends what other devices have to do with a game."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        explorer: OpeningExplorer,
        run: Run,
        leave: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        self._store = store
        self._explorer = explorer
        self._rooms = rooms
        self._run = run
        self._leave = leave

    async def page(self, wanted: Filter) -> GamePage:
        """The games in which somebody has moved, last changed first. Raises StoreError."""
        return await page_from(
            wanted.start,
            lambda limit, offset: self._store.games.list(
                finished=_FINISHED.get(wanted.status),
                ruleset=wanted.ruleset,
                player=wanted.player,
                search=wanted.search.strip(),
                begun=True,
                limit=limit,
                offset=offset,
            ),
        )

    async def pdn(self, game: str) -> str:
        """One game as PDN. Raises UnknownGame, StoreError."""
        events = await read_game(self._store.log, game)
        edited = await self._store.games.edited([game])
        return await self._run(pdn, events, edited.get(game, NONE))

    async def all_pdn(self) -> AsyncIterator[str]:
        """Every game that has begun as PDN, last changed first, an empty line between any two. Raises StoreError."""
        games = [(game.id, game.tags) for game in await self._store.games.list(begun=True, limit=None)]
        between = ""
        for start in range(0, len(games), GAMES_AT_ONCE):
            some = dict(games[start : start + GAMES_AT_ONCE])
            found = await self._store.log.read_many(dict.fromkeys(some, 0))
            for game, edited in some.items():
                if game in found:
                    yield between + await self._run(pdn, found[game], edited)
                    between = "\n"

    async def delete(self, game: str) -> None:
        """Removes a game for good; one that is played with another device is left. Raises UnknownGame, StoreError."""
        if self._leave:
            await self._leave(game)
        await self._rooms.delete(game, self._explorer.delete)

    async def forget(self) -> None:
        """Removes settings, every tournament, every study and every game for good. Raises StoreError."""
        for game in await self._store.games.list(limit=None):
            with suppress(UnknownGame):  # Another page does the same.
                await self.delete(game.id)
        while tournaments := await self._store.tournaments.ids("", GAMES_AT_ONCE):
            for tournament in tournaments:
                await self._store.tournaments.delete(tournament)
        while studies := await self._store.studies.ids("", GAMES_AT_ONCE):
            for study in studies:
                await self._store.studies.delete(study)
        await self._store.settings.clear()
