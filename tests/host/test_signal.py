"""A signal for a task that waits for it."""

import asyncio

import pytest

from damaci.host.signal import Signal

pytestmark = pytest.mark.anyio


async def test_who_waits_goes_on_when_it_is_given() -> None:
    signal = Signal()
    waiting = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    signal.set()
    signal.set()
    await waiting


async def test_given_before_and_not_taken_back_nobody_waits() -> None:
    signal = Signal(given=True)
    await signal.wait()
    signal.clear()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(signal.wait(), 0)


async def test_taken_back_before_the_waiter_runs_it_waits_on() -> None:
    signal = Signal()
    waiting = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    signal.set()
    signal.clear()
    await asyncio.sleep(0)
    assert not waiting.done()
    await asyncio.sleep(0)
    signal.set()
    await waiting


async def test_a_cancelled_waiter_leaves_it_to_the_next() -> None:
    signal = Signal()
    waiting = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    signal.set()
    await signal.wait()


async def test_two_cannot_wait() -> None:
    signal = Signal()
    waiting = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError):
        await signal.wait()
    signal.set()
    await waiting
