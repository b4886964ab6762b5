"""Repeated steps: no error ends them, and a step can be asked for at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator

import pytest

from damaci.host.repeating import Repeating, Step
from damaci.stored import StoreError

pytestmark = pytest.mark.anyio
LONG = 1000.0
"""A delay in seconds that no test waits for."""


class Steps:
    """Steps with given outcomes: an error, a delay, or None."""

    def __init__(self, *outcomes: Exception | float | None) -> None:
        self._outcomes: Iterator[Exception | float | None] = iter(outcomes)
        self.begun = 0
        self._more = asyncio.Event()

    async def __call__(self) -> float | None:
        self.begun += 1
        self._more.set()
        outcome = next(self._outcomes, LONG)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def reach(self, count: int) -> None:
        """Waits until this many steps have begun and the last one has ended."""
        async with asyncio.timeout(10):
            while self.begun < count:
                self._more.clear()
                await self._more.wait()
        await asyncio.sleep(0)


async def closed_after(repeating: Repeating, act: Callable[[], Awaitable[None]]) -> None:
    repeating.start()
    try:
        await act()
    finally:
        await repeating.close()


async def test_no_error_ends_it_and_each_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    steps = Steps(StoreError("the store has gone"), RuntimeError("nobody expects this"), None)
    with caplog.at_level(logging.ERROR):
        await closed_after(Repeating(steps, 0.001, "the weather cannot be told"), lambda: steps.reach(4))
    expected, unexpected = caplog.records
    assert expected.getMessage() == "the weather cannot be told: the store has gone"
    assert unexpected.getMessage() == "the weather cannot be told"
    assert unexpected.exc_info


async def test_a_step_says_when_the_next_one_is_due() -> None:
    steps = Steps(0.0, 0.0, None)
    await closed_after(Repeating(steps, LONG, "told"), lambda: steps.reach(3))
    assert steps.begun == 3


async def test_the_pause_is_ended_by_a_wish_also_the_first_one() -> None:
    steps = Steps(None, None)
    repeating = Repeating(steps, LONG, "told", first=LONG)

    async def wish_twice() -> None:
        for count in (1, 2):
            await asyncio.sleep(0.01)
            assert steps.begun == count - 1
            repeating.wake()
            await steps.reach(count)

    await closed_after(repeating, wish_twice)


async def test_a_wish_during_a_step_brings_another_one() -> None:
    steps = Steps()

    async def step() -> None:
        await steps()
        if steps.begun == 1:
            repeating.wake()

    repeating = Repeating(step, LONG, "told")
    await closed_after(repeating, lambda: steps.reach(2))


def endless(steps: Steps, done: list[str]) -> Step:
    """A step that waits until it is cancelled, and notes that in `done`."""

    async def step() -> None:
        await steps()
        try:
            await asyncio.Event().wait()
        finally:
            done.append("step")

    return step


async def test_it_is_started_once_and_ends_in_the_middle_of_a_step() -> None:
    done: list[str] = []
    steps = Steps()
    repeating = Repeating(endless(steps, done), 0.0, "told")
    repeating.start()
    await closed_after(repeating, lambda: steps.reach(1))
    assert steps.begun == 1
    assert done == ["step"]


async def test_one_that_was_never_started_is_closed() -> None:
    await Repeating(Steps(), 0.0, "told").close()


async def test_what_is_to_be_done_at_the_end_is_done_after_the_last_step() -> None:
    done: list[str] = []
    steps = Steps()

    async def at_end() -> None:
        done.append("end")

    await closed_after(Repeating(endless(steps, done), 0.0, "told", at_end=at_end), lambda: steps.reach(1))
    assert done == ["step", "end"]
