"""What a client has sent and the app has not read yet."""

import asyncio
from typing import Any

from damaci.host.signal import Signal


class Inbox:
    """The part of asyncio.Queue that uvicorn uses, for one reader, in a tenth of its memory."""

    __slots__ = ("_filled", "_messages")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._filled = Signal()

    def put_nowait(self, message: Any) -> None:
        """Adds a message at the end."""
        self._messages.append(message)
        self._filled.set()

    def put_back(self, message: Any) -> None:
        """Makes a message that has been taken out the first one again."""
        self._messages.insert(0, message)
        self._filled.set()

    async def get(self) -> Any:
        """Takes the first message out, as soon as there is one."""
        while not self._messages:
            self._filled.clear()
            await self._filled.wait()
        return self._messages.pop(0)

    def get_nowait(self) -> Any:
        """Takes the first message out. Raises asyncio.QueueEmpty."""
        if not self._messages:
            raise asyncio.QueueEmpty
        return self._messages.pop(0)

    def qsize(self) -> int:
        """How many messages there are."""
        return len(self._messages)

    def empty(self) -> bool:
        """Whether there are none."""
        return not self._messages
