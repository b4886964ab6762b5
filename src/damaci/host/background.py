"""Work that goes on beside everything else until it is closed."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

_logger = logging.getLogger(__name__)


class Background:
    """One task, of whoever has this."""

    def __init__(self) -> None:
        self._task: asyncio.Task[Any] | None = None

    @property
    def started(self) -> bool:
        """Whether it has been started, also if it has ended since."""
        return self._task is not None

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        """Begins it, under a name for those who debug. Needs a running event loop."""
        self._task = asyncio.create_task(work, name=name)

    async def close(self) -> None:
        """Cancels it and waits until it has ended. An error that has ended it before is logged: whoever closes this has
        other things to close."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.wait([self._task])
        if not self._task.cancelled() and (error := self._task.exception()):
            _logger.error("%s had ended", self._task.get_name(), exc_info=error)
