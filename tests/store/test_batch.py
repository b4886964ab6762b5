"""What comes at the same time is written together."""

import asyncio
import time
from collections.abc import Sequence

import pytest

from damaci.store import batch
from damaci.store.batch import Append, Batch

pytestmark = pytest.mark.anyio


class Disk:
    """Remembers which games were written together."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    async def write(self, appends: Sequence[Append]) -> set[str]:
        self.batches.append([append.game for append in appends])
        await asyncio.sleep(0)
        return {append.game for append in appends}


def append(game: str, version: int = 1) -> Append:
    return Append(game, version, ["{}"], {})


async def test_what_comes_while_others_gather_is_written_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GATHER_SECONDS", 0.2)
    disk = Disk()
    waiting = Batch(disk.write)
    await waiting.add(append("a"))
    assert await asyncio.gather(*(waiting.add(append(game)) for game in "dcb")) == [True, True, True]
    assert disk.batches == [["a"], ["b", "c", "d"]]


async def test_who_comes_alone_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GATHER_SECONDS", 30.0)
    began = time.monotonic()
    await Batch(Disk().write).add(append("a"))
    assert time.monotonic() - began < 15


async def test_of_two_appends_to_one_game_the_first_goes_first() -> None:
    disk = Disk()
    waiting = Batch(disk.write)
    await asyncio.gather(waiting.add(append("a", 1)), waiting.add(append("a", 2)), waiting.add(append("b")))
    assert disk.batches == [["a", "b"], ["a"]]


async def test_an_error_is_everybodys() -> None:
    async def fail(_: Sequence[Append]) -> set[str]:
        raise OSError("the disk is full")

    waiting = Batch(fail)
    answers = await asyncio.gather(*(waiting.add(append(game)) for game in "ab"), return_exceptions=True)
    assert [str(answer) for answer in answers] == ["the disk is full"] * 2
