"""Uvicorn, as this app wants it: on a socket that is bound already, quiet, and quick to end."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address

import uvicorn
from litestar import Litestar
from uvicorn.server import HANDLED_SIGNALS

from damaci.site.protocol import FASTEST
from damaci.site.socket import MAX_FRAME
from damaci.store import StoreError


class Server(uvicorn.Server):
    """Uvicorn's server, which calls `on_started` as soon as it answers, and leaves the process's signals alone."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts answering, then says so."""
        await super().startup(sockets)
        self._on_started()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Takes none of them."""
        yield


class MainServer(Server):
    """The one that the process is there for: being told to end is no failure."""

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


def serve(listener: socket.socket, app: Litestar, on_started: Callable[[str], None]) -> None:
    """Answers on `listener` until the process is told to end. `on_started` gets the address to open. Raises
    StoreError."""
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(listener, app, on_started))
    except ExceptionGroup as group:
        # Litestar starts its app inside a task group, which wraps whatever goes wrong.
        failure = group.subgroup(StoreError)
        raise _first(failure) if failure else group from None


def _first(group: ExceptionGroup[StoreError]) -> StoreError:
    inner = group.exceptions[0]
    if isinstance(inner, ExceptionGroup):
        return _first(inner)
    return inner


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop where it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def config(app: Litestar, *, patience: int = 0, protocol: type[asyncio.Protocol] = FASTEST) -> uvicorn.Config:
    """`patience`: seconds for who is still connected at the end. `protocol`: HTTP as it is spoken there."""
    return uvicorn.Config(
        app,
        http=protocol,
        ws="websockets-sansio",
        lifespan="off",
        ws_max_size=MAX_FRAME,
        # Compressing a move costs more than sending it, and each connection would need a compressor's memory.
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        # What has been acknowledged is stored, so nobody need be waited for.
        timeout_graceful_shutdown=patience,
    )


async def _serve(listener: socket.socket, app: Litestar, on_started: Callable[[str], None]) -> None:
    async with app.lifespan():
        await MainServer(config(app), lambda: on_started(address(listener))).serve(sockets=[listener])


def address(listener: socket.socket) -> str:
    """The address under which this machine reaches `listener`."""
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "127.0.0.1"
    if ":" in host:
        return f"http://[{host}]:{port}/"
    return f"http://{host}:{port}/"
