"""Work that goes on by itself: the event loop keeps no reference of its own to tasks."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks:
    """Tasks that run to their end even if whoever started them does not wait."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Runs this beside everything else."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def __iter__(self) -> Iterator[asyncio.Task[Any]]:
        """The tasks that have not ended."""
        return iter(list(self._running))

    def cancel(self) -> None:
        """Cancels them all, and does not wait."""
        for task in self:
            task.cancel()

    async def ended(self) -> None:
        """Waits until they have ended, whether well or not."""
        await asyncio.gather(*self._running, return_exceptions=True)
