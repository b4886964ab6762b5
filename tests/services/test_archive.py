"""The archive of one device."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from damaci.board.position import Position
from damaci.engine import Engine
from damaci.host import Engines, Rooms, UnknownGame
from damaci.play.events import Ended
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.services.analysis_board import Here
from damaci.services.archive import Archive
from damaci.services.explorer import ExplorerTally, Look, OpeningExplorer
from damaci.store import Store as Database
from damaci.stored import Store
from tests.services.test_everything import played


class SameGames(Rooms):
    """Rooms for a page that deletes a game which another page has just deleted."""

    async def delete(self, game: str, remove: Callable[[str], Awaitable[bool]] | None = None) -> None:
        await super().delete(game, remove)
        raise UnknownGame(game)


def archive(store: Store, rooms: type[Rooms] = Rooms) -> Archive:
    return Archive(store, rooms(store, Engines(Engine)), OpeningExplorer(store, asyncio.to_thread), asyncio.to_thread)


@pytest.mark.anyio
async def test_two_pages_delete_everything() -> None:
    store = PocketStore(MemoryRecords())
    for number in range(3):
        await store.log.append(f"g{number}", 0, played("d3-d4").events)
    await store.settings.put("lessons", ["men"])
    await archive(store, SameGames).forget()
    assert await store.games.list(limit=None) == []
    assert await store.settings.all() == {}
    with pytest.raises(UnknownGame):
        await archive(store).delete("g0")


class CountedMeanwhile(Rooms):
    """Rooms that delete a game after another page has counted the waiting games."""

    async def delete(self, game: str, remove: Callable[[str], Awaitable[bool]] | None = None) -> None:
        await OpeningExplorer(self._store, asyncio.to_thread).count(100)
        await super().delete(game, remove)


@pytest.mark.anyio
@pytest.mark.parametrize("counted", [False, True])
async def test_a_deleted_game_that_is_counted_meanwhile_leaves_nothing(tmp_path: Path, counted: bool) -> None:
    async with Database(tmp_path) as database:
        for store in (database, PocketStore(MemoryRecords())):
            explorer = OpeningExplorer(store, asyncio.to_thread)
            for game in ("stays", "goes"):
                events = played("d3-d4").events
                await store.log.append(game, 0, [*events, Ended(at=9.0, result="1-0", reason="resignation")])
            if counted:
                await explorer.count(100)
            await archive(store, CountedMeanwhile).delete("goes")
            moves = (await explorer.look(Look(Here(fen=Position.start().fen)))).moves
            assert [(move.kept, move.games) for move in moves if move.kept] == [(ExplorerTally(white=1), ["stays"])]
