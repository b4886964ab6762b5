"""The export has all data as it is stored, and holds little of it in memory."""

import json
import tracemalloc
from pathlib import Path

import msgspec
import pytest

from damaci.services.export import GAMES_AT_ONCE, export
from damaci.store import Store
from damaci.stored.incoming import NewRecord
from tests.store.samples import game

pytestmark = pytest.mark.anyio


async def test_every_game_is_exported_as_it_is_stored(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        games = {f"g{number:03}": game(number % 12) for number in range(2 * GAMES_AT_ONCE + 3)}
        await store.contents.add([NewRecord(id, events, "") for id, events in games.items()])
        text = b"".join([part async for part in export({"name": "Ayşe"}, store.log, store.games.ids)])
    read = json.loads(text)
    assert read["name"] == "Ayşe"
    assert read["games"] == {id: msgspec.to_builtins(events) for id, events in games.items()}


async def test_without_games_it_is_complete(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        parts = [part async for part in export({"settings": {}}, store.log, store.games.ids)]
        alone = [part async for part in export({}, store.log, store.games.ids)]
    assert json.loads(b"".join(parts)) == {"settings": {}, "games": {}}
    assert json.loads(b"".join(alone)) == {"games": {}}


async def test_its_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        for start in range(0, 1000, 100):
            await store.contents.add([NewRecord(f"g{number:04}", game(40), "") for number in range(start, start + 100)])
        written = 0
        tracemalloc.start()
        async for part in export({}, store.log, store.games.ids):
            written += len(part)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert written > 2_000_000
    assert most < 1_000_000
