"""Uvicorn, as this app wants it: on a socket that is bound already, quiet, and quick to end."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from ipaddress import ip_address

import uvicorn
from litestar import Litestar
from uvicorn.server import HANDLED_SIGNALS

from damaci.links.link import Transport
from damaci.links.transports import system_transports
from damaci.store import StoreError
from damaci.web.app import create_app
from damaci.web.settings import WebSettings
from damaci.web.socket import MAX_FRAME


class Server(uvicorn.Server):
    """Uvicorn's server, which calls `on_started` as soon as it answers, and for which being told to end is no failure."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts answering, then says so."""
        await super().startup(sockets)
        self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends at once. Uvicorn would report whoever is still connected as an error."""
        logging.getLogger("uvicorn.error").disabled = True
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Lets the signals that end a process end the server; unlike uvicorn, does not raise them again afterwards."""
        former = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)


def serve(
    listener: socket.socket,
    settings: WebSettings,
    on_started: Callable[[str], None],
    transports: Callable[[], Mapping[str, Transport]] = system_transports,
) -> None:
    """Answers on `listener` until the process is told to end. `on_started` gets the address to open. Raises StoreError."""
    try:
        asyncio.run(_serve(listener, create_app(settings, transports), on_started))
    except ExceptionGroup as group:
        # Litestar starts its app inside a task group, which wraps whatever goes wrong.
        failure = group.subgroup(StoreError)
        raise _first(failure) if failure else group from None


def _first(group: ExceptionGroup[StoreError]) -> StoreError:
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, ExceptionGroup) else inner


async def _serve(listener: socket.socket, app: Litestar, on_started: Callable[[str], None]) -> None:
    config = uvicorn.Config(
        app,
        lifespan="off",
        ws_max_size=MAX_FRAME,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        # What has been acknowledged is stored, so nobody need be waited for.
        timeout_graceful_shutdown=0,
    )
    async with app.lifespan():
        await Server(config, lambda: on_started(address(listener))).serve(sockets=[listener])


def address(listener: socket.socket) -> str:
    """The address under which this machine reaches `listener`."""
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
