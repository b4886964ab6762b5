"""Work that takes long, done without holding up others."""

from collections.abc import Awaitable, Callable
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Run(Protocol):
    """Calls a function elsewhere and gives its answer: `asyncio.to_thread` where there are threads."""

    def __call__(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Awaitable[R]:
        """Raises what `work` raises."""
