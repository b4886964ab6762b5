"""Players who come to their games of a tournament are stored many at once, and nobody is forgotten."""

import asyncio
from collections.abc import Collection

import pytest

from damaci.store import StoreError
from damaci.store.comings import Coming, Comings

pytestmark = pytest.mark.anyio


class Disk:
    """A slow disk, whose first writes fail."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.stored: set[Coming] = set()
        self.transactions = 0

    async def write(self, comings: Collection[Coming]) -> None:
        self.transactions += 1
        await asyncio.sleep(0)
        if self.transactions <= self.failures:
            raise StoreError("the disk is full")
        self.stored |= set(comings)


async def note_all(comings: Comings, disk: Disk) -> list[object]:
    """Notes a hundred players who come at the same time; returns the results."""

    async def come(number: int) -> None:
        await comings.note([(f"game {number}", "white")])
        assert (f"game {number}", "white") in disk.stored

    return await asyncio.gather(*map(come, range(100)), return_exceptions=True)


async def test_who_comes_at_the_same_time_is_stored_in_two_transactions() -> None:
    disk = Disk()
    assert await note_all(Comings(disk.write), disk) == [None] * 100
    assert len(disk.stored) == 100
    assert disk.transactions <= 2


async def test_a_failure_is_told_to_one_and_the_next_one_tries_again() -> None:
    disk = Disk(failures=1)
    done = await note_all(Comings(disk.write), disk)
    assert [type(each) for each in done if each] == [StoreError]
    assert len(disk.stored) == 100


async def test_who_leaves_meanwhile_holds_up_nobody() -> None:
    disk = Disk()
    comings = Comings(disk.write)
    tasks = [asyncio.create_task(comings.note([(f"game {number}", "black")])) for number in range(3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    tasks[1].cancel()
    await tasks[2]
    assert ("game 2", "black") in disk.stored
