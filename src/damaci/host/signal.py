"""A sign for one who waits for it."""

import asyncio


class Signal:
    """As asyncio.Event, for one waiter at a time: a connection has several, and each of those takes 0.7 kB."""

    __slots__ = ("_given", "_waiter")

    def __init__(self, given: bool = False) -> None:
        self._given = given
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Gives the sign."""
        self._given = True
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        """Takes it back."""
        self._given = False

    async def wait(self) -> None:
        """Returns once it is given. Raises RuntimeError while somebody else waits."""
        if self._waiter:
            raise RuntimeError("somebody waits already")
        while not self._given:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
