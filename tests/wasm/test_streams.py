"""The messages of a table are the same, byte for byte, in a browser's worker and on a machine with a database."""

import asyncio
from pathlib import Path

import pytest

from damaci.host import room
from damaci.store import Store
from tests.wasm import runtime, streams


@pytest.fixture(autouse=True)
def ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "new_id", room.new_id)


async def _with_a_database(folder: Path, seed: int, games: int) -> str:
    async with Store(folder) as store:
        return await streams.told(store, seed, games, streams.name_ids)


@pytest.mark.parametrize("seed", [1, 2])
def test_both_stores_tell_the_same(tmp_path: Path, seed: int) -> None:
    found = asyncio.run(streams.main([str(seed), "8"]))
    assert found == asyncio.run(_with_a_database(tmp_path, seed, 8))
    assert int(found.partition(" ")[0]) > 500


def test_python_in_webassembly_tells_the_same() -> None:
    assert runtime.run("streams.py", "3", "6") == asyncio.run(streams.main(["3", "6"]))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10, 20))
def test_it_tells_the_same_of_hundreds(seed: int) -> None:
    assert runtime.run("streams.py", str(seed), "40") == asyncio.run(streams.main([str(seed), "40"]))
