"""Links over the local network."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from damaci.links.link import LinkLost, Near, OnLink, StreamLink

if TYPE_CHECKING:
    from damaci.links.lan import LanAnnouncement

CONNECT_SECONDS = 8.0
EVERYWHERE = "0.0.0.0"

T = TypeVar("T")


class Tcp:
    """Links by TCP. An address is `host:port`."""

    def __init__(self, host: str = EVERYWHERE) -> None:
        """`host`: the address of this machine to listen at."""
        self._host = host

    async def missing(self) -> str:
        """Always empty: without a network, a machine still reaches itself."""
        return ""

    async def listen(self, on_link: OnLink, address: str = "") -> "TcpListener":
        """See Transport."""
        return await on_a_port(self._host, address, lambda port: TcpListener.open(self._host, port, on_link))

    async def near(self) -> Sequence[Near]:
        """See Transport."""
        from damaci.links.lan import look_around  # slow to import, and seldom needed

        return await look_around()

    async def close(self) -> None:
        """See Transport; there is nothing to close."""

    async def connect(self, address: str) -> StreamLink:
        """See Transport."""
        host, port = split(address)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                streams = await asyncio.open_connection(host, port)
        except TimeoutError:
            raise LinkLost(f"{address}: no answer within {CONNECT_SECONDS:.0f} s") from None
        except (OSError, UnicodeError) as error:
            raise LinkLost(f"{address}: {getattr(error, 'strerror', None) or error}") from error
        return StreamLink(*streams, address)


class TcpListener:
    """See Listener."""

    def __init__(self, server: asyncio.Server) -> None:
        self._server = server
        host, port = server.sockets[0].getsockname()[:2]
        self._announcement: LanAnnouncement | None = None
        self.address = seen_from_outside(host, port)

    @classmethod
    async def open(cls, host: str, port: int, on_link: OnLink) -> "TcpListener":
        """Listens on a port; 0 means any free one. Raises OSError."""

        async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            peer = writer.get_extra_info("peername")
            await on_link(StreamLink(reader, writer, f"{peer[0]}:{peer[1]}" if peer else "?"))

        return cls(await asyncio.start_server(take, host, port, family=socket.AF_INET))

    async def announce(self, name: str, ruleset: str) -> None:
        """See Listener."""
        from damaci.links.lan import LanAnnouncement

        self._announcement = LanAnnouncement()
        await self._announcement.start(*split(self.address), name, ruleset)

    async def conceal(self) -> None:
        """See Listener."""
        if self._announcement:
            await self._announcement.stop()
            self._announcement = None

    async def close(self) -> None:
        """See Listener."""
        await self.conceal()
        self._server.close()


def split(address: str) -> tuple[str, int]:
    """Splits an address into host and port. Raises LinkLost for a text that is no address."""
    host, _, port = address.strip().rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise LinkLost(f"{address!r} is no address: expected one like 192.168.1.5:40000")
    return host.strip("[]"), int(port)


async def on_a_port(host: str, address: str, listen: Callable[[int], Awaitable[T]]) -> T:
    """Listens on the port of an address if it is free, otherwise on any free port. Raises LinkLost."""
    wanted = int(address.rpartition(":")[2] or 0)
    for port in dict.fromkeys((wanted, 0)):
        with suppress(OSError):
            return await listen(port)
    raise LinkLost(f"cannot listen on {host}")


def seen_from_outside(host: str, port: int) -> str:
    """The address at which other machines reach a listener on this host and port."""
    return f"{own_address() if host == EVERYWHERE else host}:{port}"


def own_address() -> str:
    """This machine's address on its network; loopback without a network. Sends no packets."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation; only the route is looked up
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
