"""The listener that browsers come in by, as one more way of reaching other devices: open only while the desk wants
it."""

import asyncio
import socket
from collections.abc import Sequence

from litestar import Litestar

from damaci.links.link import Link, LinkLost, Near, OnLink
from damaci.links.tcp import EVERYWHERE, on_a_port, seen_from_outside
from damaci.nearby.connections import Limited
from damaci.site.server import Server, config

SECONDS_TO_END = 1


class Door:
    """A Transport to which browsers come, and by which nobody goes anywhere."""

    def __init__(self, host: str = EVERYWHERE) -> None:
        """`host`: the address of this machine to listen at."""
        self._host = host
        self._app: Litestar | None = None
        self._leads = asyncio.Event()

    def lead_to(self, app: Litestar) -> None:
        """What is behind the door; it stays closed until that is known."""
        self._app = app
        self._leads.set()

    async def missing(self) -> str:
        """Nothing."""
        return ""

    async def listen(self, on_link: OnLink, address: str = "") -> "BrowserListener":
        """See Transport. What comes in is answered by the app behind the door, not by `on_link`."""
        await self._leads.wait()
        assert self._app
        app = self._app
        return await on_a_port(self._host, address, lambda port: BrowserListener.open(self._host, port, app))

    async def connect(self, address: str) -> Link:
        """Raises LinkLost."""
        raise LinkLost(f"{address}: browsers come, nobody goes to them")

    async def near(self) -> Sequence[Near]:
        """Nobody."""
        return ()

    async def close(self) -> None:
        """See Transport; it keeps nothing."""


class BrowserListener:
    """See Listener."""

    def __init__(self, listener: socket.socket, server: Server) -> None:
        host, port = listener.getsockname()
        self.address = seen_from_outside(host, port)
        self._server = server
        self._serving = asyncio.create_task(server.serve(sockets=[listener]))

    @classmethod
    async def open(cls, host: str, port: int, app: Litestar) -> "BrowserListener":
        """On one port, 0 being any. Raises OSError."""
        started = asyncio.Event()
        opened = cls(
            socket.create_server((host, port)),
            Server(config(app, patience=SECONDS_TO_END, protocol=Limited), started.set),
        )
        await started.wait()
        return opened

    async def announce(self, name: str, ruleset: str) -> None:
        """Nothing: browsers cannot look around, so people show each other the address."""

    async def conceal(self) -> None:
        """Nothing."""

    async def close(self) -> None:
        """Closes the door, also for those who are inside."""
        self._server.should_exit = True
        await self._serving
