"""Limits how many requests of an address are handled at a time. The others wait, and hold up nobody else."""

import asyncio
from types import TracebackType
from weakref import WeakValueDictionary

from litestar.types import Message, Send

MOST = 8
"""Requests of one address that are handled at a time."""
MOST_ARRIVING = 4
"""Requests of one address with a long body of which that is awaited at a time."""


class AddressGates:
    """A semaphore for each address, kept while it is held or waited for."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, address: str) -> asyncio.Semaphore:
        """The semaphore of an address."""
        gate = self._gates.get(address)
        if gate is None:
            gate = self._gates[address] = asyncio.Semaphore(self._most)
        return gate


class Passage:
    """Holds a gate while a request is handled: until its answer begins, so that nobody waits for a client who reads
    slowly."""

    def __init__(self, gate: asyncio.Semaphore, send: Send) -> None:
        self._gate = gate
        self._send = send
        self._holds = False

    async def __aenter__(self) -> "Passage":
        await self._gate.acquire()
        self._holds = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    async def send(self, message: Message) -> None:
        """See ASGI."""
        if message["type"] == "http.response.start":
            self._leave()
        await self._send(message)

    def _leave(self) -> None:
        if self._holds:
            self._holds = False
            self._gate.release()
