"""Work that goes on to its end even if its caller is cancelled, because it may be on the disk already."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Returns the result of `work`, even to a cancelled caller, in which CancelledError is raised at the next await."""
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
