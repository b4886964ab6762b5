"""Work in Python that takes a tenth of a second and more."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class LongWork:
    """Does one thing after the other, in a thread of its own; see damaci.services.run.Run. Threads take turns with the
    event loop: with six of them at work, others wait several times as long for the answer to a move."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="long work")

    async def __call__(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """See Run."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **kwargs))

    def close(self) -> None:
        """Does not wait; work that has not begun is not done."""
        self._thread.shutdown(wait=False, cancel_futures=True)
