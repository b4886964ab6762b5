"""Work in a browser's worker, which has one thread."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


async def run(work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """See damaci.services.run. Tasks that wait run first."""
    await asyncio.sleep(0)
    return work(*args, **kwargs)
