import asyncio

import pytest

from damaci.host.tasks import Tasks

pytestmark = pytest.mark.anyio


async def test_what_was_started_runs_to_its_end_without_anybody_who_waits() -> None:
    tasks = Tasks()
    done = asyncio.Event()
    tasks.start(asyncio.sleep(0)).add_done_callback(lambda _: done.set())
    await done.wait()
    await asyncio.sleep(0)
    assert list(tasks) == []


async def test_all_are_cancelled_and_waited_for() -> None:
    tasks = Tasks()
    first = tasks.start(asyncio.Event().wait())
    second = tasks.start(asyncio.Event().wait())
    assert set(tasks) == {first, second}
    tasks.cancel()
    await tasks.ended()
    assert first.cancelled()
    assert second.cancelled()
