"""A link to another device: ordered bytes in both directions, by Bluetooth or TCP."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, Self

import msgspec

from damaci.errors import DamaciError

CHUNK = 64 * 1024
BROWSER = "browser"
"""The transport for browsers, which need nothing installed."""


class LinkLost(DamaciError):
    """The link has ended or could not be opened; the message says why."""

    code = "no-link"


class Link(Protocol):
    """An ordered stream of bytes to one other device, whose name is `peer`."""

    peer: str

    async def read(self) -> bytes:
        """The next bytes; empty at the end of the stream. Raises LinkLost."""

    async def write(self, data: bytes) -> None:
        """Sends all of it; waits while the other device takes nothing. Raises LinkLost."""

    async def close(self) -> None:
        """Closes the link and drops unsent bytes."""


class Near(msgspec.Struct, frozen=True):
    """A device that was found: its address as its transport writes it, its name, and the ruleset that it offers, if it
    says."""

    address: str
    name: str
    ruleset: str = ""


class Listener(Protocol):
    """Accepts links until it is closed. `address` is where others reach it."""

    address: str

    async def announce(self, name: str, ruleset: str) -> None:
        """Announces the offer to others."""

    async def conceal(self) -> None:
        """Ends the announcement; links to the address are still accepted."""

    async def close(self) -> None:
        """Stops accepting links; open ones stay."""


OnLink = Callable[[Link], Awaitable[None]]


class Transport(Protocol):
    """One way of reaching other devices."""

    async def missing(self) -> str:
        """Why it does not work on this machine, as a stable word (see damaci.links.bluetooth); empty if it does."""

    async def listen(self, on_link: OnLink, address: str = "") -> Listener:
        """Calls `on_link` with every incoming link. `address`: the former one, used again if it is free. Raises
        LinkLost."""

    async def connect(self, address: str) -> Link:
        """A link to the device at an address. Raises LinkLost."""

    async def near(self) -> Sequence[Near]:
        """The devices that have been found. Raises LinkLost."""

    async def close(self) -> None:
        """Releases what it holds of the system."""


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
