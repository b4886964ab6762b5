"""A gate that is open nearly always."""

import asyncio


class Gate:
    """Like asyncio.Event, set at first. The Event is made only while somebody may have to wait."""

    __slots__ = ("_shut",)

    def __init__(self) -> None:
        self._shut: asyncio.Event | None = None

    def is_set(self) -> bool:
        """Whether it is open."""
        return self._shut is None

    def set(self) -> None:
        """Opens it."""
        if self._shut:
            self._shut.set()
            self._shut = None

    def clear(self) -> None:
        """Shuts it."""
        if self._shut is None:
            self._shut = asyncio.Event()

    async def wait(self) -> None:
        """Returns once it is open."""
        while self._shut:
            await self._shut.wait()
