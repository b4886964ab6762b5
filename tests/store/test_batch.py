"""Appends that come at the same time are written together."""

import asyncio
import time
from collections.abc import Sequence

import pytest

from damaci.store import StoreError, batch
from damaci.store.batch import Append, Batch, Written
from tests.host.fakes import eventually

pytestmark = pytest.mark.anyio


class Disk:
    """Records which games were written together."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    async def write(self, appends: Sequence[Append]) -> Written:
        self.batches.append([append.game for append in appends])
        await asyncio.sleep(0)
        return Written({append.game for append in appends})


def append(game: str, version: int = 1) -> Append:
    return Append(game, version, ["{}"], {})


async def test_what_comes_while_others_gather_is_written_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GATHER_SECONDS", 0.2)
    disk = Disk()
    waiting = Batch(disk.write)
    await waiting.add(append("a"))
    assert await asyncio.gather(*(waiting.add(append(game)) for game in "dcb")) == [True, True, True]
    assert disk.batches == [["a"], ["d", "c", "b"]]


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
    async def fail(_: Sequence[Append]) -> Written:
        raise OSError("the disk is full")

    waiting = Batch(fail)
    answers = await asyncio.gather(*(waiting.add(append(game)) for game in "ab"), return_exceptions=True)
    assert [str(answer) for answer in answers] == ["the disk is full"] * 2


class Gate:
    """A disk that writes only while it is open."""

    def __init__(self) -> None:
        self.open = asyncio.Event()

    async def write(self, appends: Sequence[Append]) -> Written:
        await self.open.wait()
        return Written({append.game for append in appends})


async def test_who_is_cancelled_while_it_is_written_learns_that_it_is() -> None:
    gate = Gate()
    learned = []

    async def add_and_go_on() -> None:
        learned.append(await Batch(gate.write).add(append("a")))
        await asyncio.sleep(0)
        learned.append(False)

    adding = asyncio.create_task(add_and_go_on())
    await asyncio.sleep(0)
    adding.cancel()
    await asyncio.sleep(0)
    assert not adding.done()
    gate.open.set()
    with pytest.raises(asyncio.CancelledError):
        await adding
    assert learned == [True]


async def test_nobody_waits_for_a_writer_that_has_been_ended() -> None:
    gate = Gate()
    waiting = Batch(gate.write)
    adding = [asyncio.create_task(waiting.add(append(game))) for game in "ab"]
    adding.append(asyncio.create_task(waiting.add(append("a", 2))))
    await asyncio.sleep(0.01)
    assert waiting._writing
    waiting._writing.cancel()
    answers = await asyncio.gather(*adding, return_exceptions=True)
    assert [type(answer) for answer in answers] == [asyncio.CancelledError] * 3


class Holder(Disk):
    """A disk on which others hold the rows of some games."""

    def __init__(self, *held: str) -> None:
        super().__init__()
        self.held = set(held)

    async def write(self, appends: Sequence[Append]) -> Written:
        done = (await super().write(appends)).done
        return Written(done - self.held, done & self.held)


async def test_a_held_append_is_tried_again_and_stays_before_later_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GATHER_SECONDS", 0.001)
    disk = Holder("a")
    waiting = Batch(disk.write)
    adding = [asyncio.create_task(waiting.add(each)) for each in (append("a", 1), append("a", 2), append("b"))]
    await eventually(lambda: len(disk.batches) > 2)
    assert [each.done() for each in adding] == [False, False, True]
    disk.held.clear()
    assert await asyncio.gather(*adding) == [True] * 3
    assert [disk.batches[0], *disk.batches[-2:]] == [["a", "b"], ["a"], ["a"]]


async def test_an_append_that_is_held_too_long_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GATHER_SECONDS", 0.001)
    monkeypatch.setattr(batch, "HELD_SECONDS", 0.05)
    waiting = Batch(Holder("a").write)
    answers = await asyncio.gather(waiting.add(append("a")), waiting.add(append("b")), return_exceptions=True)
    assert isinstance(answers[0], StoreError)
    assert answers[1] is True


async def test_held_appends_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GATHER_SECONDS", 0.001)
    monkeypatch.setattr(batch, "MOST_AT_ONCE", 2)
    disk = Holder("a", "b")
    waiting = Batch(disk.write)
    held = [asyncio.create_task(waiting.add(append(game))) for game in "ab"]
    await eventually(lambda: len(disk.batches) > 1)
    assert await asyncio.wait_for(waiting.add(append("c")), 2)
    disk.held.clear()
    assert await asyncio.gather(*held) == [True] * 2
