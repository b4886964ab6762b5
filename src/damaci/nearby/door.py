"""The transport for guests' browsers: a web server that listens only while the desk needs it."""

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
    """A Transport that accepts browsers and cannot connect to other devices."""

    def __init__(self, app: Litestar, host: str = EVERYWHERE) -> None:
        """`app`: what is served to browsers. `host`: the address of this machine to listen at."""
        self._app = app
        self._host = host

    async def missing(self) -> str:
        """Always empty."""
        return ""

    async def listen(self, on_link: OnLink, address: str = "") -> "BrowserListener":
        """See Transport. The app serves incoming connections; `on_link` is not called."""
        return await on_a_port(self._host, address, lambda port: BrowserListener.open(self._host, port, self._app))

    async def connect(self, address: str) -> Link:
        """Raises LinkLost."""
        raise LinkLost(f"{address}: browsers come, nobody goes to them")

    async def near(self) -> Sequence[Near]:
        """Always empty."""
        return ()

    async def close(self) -> None:
        """See Transport; there is nothing to close."""


class BrowserListener:
    """See Listener."""

    def __init__(self, listener: socket.socket, server: Server) -> None:
        host, port = listener.getsockname()
        self.address = seen_from_outside(host, port)
        self._server = server
        self._serving = asyncio.create_task(server.serve(sockets=[listener]))

    @classmethod
    async def open(cls, host: str, port: int, app: Litestar) -> "BrowserListener":
        """Listens on a port; 0 means any free one. Raises OSError."""
        started = asyncio.Event()
        opened = cls(
            socket.create_server((host, port)),
            Server(config(app, patience=SECONDS_TO_END, protocol=Limited), started.set),
        )
        await started.wait()
        return opened

    async def announce(self, name: str, ruleset: str) -> None:
        """Does nothing: browsers cannot search the network, so people tell each other the address."""

    async def conceal(self) -> None:
        """Does nothing."""

    async def close(self) -> None:
        """Stops listening and ends open connections."""
        self._server.should_exit = True
        await self._serving
