"""A link to another device: bytes in order, both ways. Bluetooth and TCP give the same one."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, Self

import msgspec

from damaci.errors import DamaciError

CHUNK = 64 * 1024
BROWSER = "browser"
"""The transport by which browsers come: they need nothing installed."""


class LinkLost(DamaciError):
    """The link is gone, or never came about; says why."""


class Link(Protocol):
    """An ordered stream of bytes to one other device, whose name is `peer`."""

    peer: str

    async def read(self) -> bytes:
        """Some bytes, as soon as there are any; none at the end of the stream. Raises LinkLost."""

    async def write(self, data: bytes) -> None:
        """Sends all of it; waits while the other device takes nothing. Raises LinkLost."""

    async def close(self) -> None:
        """Gives the link up, what is still on its way included."""


class Near(msgspec.Struct, frozen=True):
    """A device that can perhaps be reached: its address as its transport writes it, its name, and what it offers, if it
    says."""

    address: str
    name: str
    ruleset: str = ""


class Listener(Protocol):
    """Takes links in until it is closed. `address` is where others reach it."""

    address: str

    async def announce(self, name: str, ruleset: str) -> None:
        """Lets others find what is offered here."""

    async def conceal(self) -> None:
        """Is not to be found any more; who knows the address still comes in."""

    async def close(self) -> None:
        """Takes no more links in; those that are there stay."""


OnLink = Callable[[Link], Awaitable[None]]


class Transport(Protocol):
    """One way of reaching other devices."""

    async def missing(self) -> str:
        """What keeps it from working on this machine, as a stable word (see damaci.links.bluetooth); empty if nothing
        does."""

    async def listen(self, on_link: OnLink, address: str = "") -> Listener:
        """Hands every link that comes in to `on_link`. `address`: the one to have again, if it is free. Raises
        LinkLost."""

    async def connect(self, address: str) -> Link:
        """A link to the device at an address. Raises LinkLost."""

    async def near(self) -> Sequence[Near]:
        """The devices that have been found. Raises LinkLost."""

    async def close(self) -> None:
        """Gives back what it keeps of the system's."""


class StreamLink:
    """A link over a stream of asyncio's."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, peer: str) -> None:
        self.peer = peer
        self._reader = reader
        self._writer = writer

    @classmethod
    async def over(cls, connected: socket.socket, peer: str) -> Self:
        """A link over a connected socket of any family. Raises LinkLost."""
        try:
            connected.setblocking(False)
            return cls(*await asyncio.open_connection(sock=connected), peer)
        except OSError as error:
            raise LinkLost(f"{peer}: {error.strerror or error}") from error

    async def read(self) -> bytes:
        """See Link."""
        try:
            return await self._reader.read(CHUNK)
        except OSError as error:
            raise LinkLost(f"{self.peer}: {error.strerror or error}") from error

    async def write(self, data: bytes) -> None:
        """See Link."""
        try:
            self._writer.write(data)
            await self._writer.drain()
        except OSError as error:
            raise LinkLost(f"{self.peer}: {error.strerror or error}") from error

    async def close(self) -> None:
        """See Link."""
        self._writer.transport.abort()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
