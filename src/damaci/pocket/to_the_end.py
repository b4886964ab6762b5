"""Work that is not interrupted: what is on the disk has happened."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """The answer of `work`, also to a cancelled caller, who gets CancelledError where it waits next."""
    running = asyncio.ensure_future(work)
    cancelled = False
    while not running.done():
        try:
            await asyncio.wait([running])
        except asyncio.CancelledError:
            cancelled = True
    task = asyncio.current_task()
    if cancelled and task:
        task.uncancel()
        task.cancel()
    return running.result()
