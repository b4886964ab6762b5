"""Runs an app with uvicorn on a bound socket, with little logging and a fast shutdown."""

import asyncio
import logging
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_address

import uvicorn
from litestar import Litestar
from uvicorn.server import HANDLED_SIGNALS

from damaci.site.connection_limit import ConnectionLimit
from damaci.site.protocol import FASTEST, UNLIMITED
from damaci.site.socket import MAX_FRAME
from damaci.site.websocket import WebSockets
from damaci.stored import StoreError


class Server(uvicorn.Server):
    """Uvicorn's server. It calls `on_started` when it answers, and does not handle signals."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts the server, then calls `on_started`."""
        await super().startup(sockets)
        self._on_started()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handles no signals."""
        yield


class MainServer(Server):
    """The main server of a process: a signal ends it without a failure."""

    def __init__(
        self, config: uvicorn.Config, on_started: Callable[[], None], before_end: Callable[[], Awaitable[None]]
    ) -> None:
        """`before_end` is awaited while the server still answers; Ctrl-C a second time does not wait for it."""
        super().__init__(config, on_started)
        self._before_end = before_end

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shuts down at once after `before_end`. Uvicorn would log open connections as an error."""
        ending = asyncio.ensure_future(self._before_end())
        while not ending.done() and not self.force_exit:
            await asyncio.wait([ending], timeout=0.1)
        ending.cancel()
        logging.getLogger("uvicorn.error").disabled = True
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handles the signals that end a process; unlike uvicorn, does not raise them again afterwards."""
        former = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)


async def _nothing() -> None:
    """Needs no time before the end."""


def serve(
    listener: socket.socket,
    app: Litestar,
    on_started: Callable[[str], None],
    before_end: Callable[[], Awaitable[None]] = _nothing,
    limit: ConnectionLimit = UNLIMITED,
) -> None:
    """Serves on `listener` until a signal ends the process. `on_started` gets the address to open; `before_end` is
    awaited after the signal, while the server still answers; `limit` is that of connections. Raises StoreError."""
    server = MainServer(
        config(app, protocol=partial(FASTEST, limit=limit)), lambda: on_started(address(listener)), before_end
    )
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(listener, app, server))
    except ExceptionGroup as group:
        # Litestar starts its app inside a task group, which wraps its exceptions.
        failure = group.subgroup(StoreError)
        raise _first(failure) if failure else group from None


def _first(group: ExceptionGroup[StoreError]) -> StoreError:
    inner = group.exceptions[0]
    if isinstance(inner, ExceptionGroup):
        return _first(inner)
    return inner


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop if it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def config(app: Litestar, *, patience: int = 0, protocol: Callable[..., asyncio.Protocol] = FASTEST) -> uvicorn.Config:
    """`patience`: seconds to wait for open connections at shutdown. `protocol`: makes the HTTP implementation of a
    connection."""
    return uvicorn.Config(
        app,
        http=protocol,  # type: ignore[arg-type]  # uvicorn only calls it
        ws=WebSockets,
        lifespan="off",
        ws_max_size=MAX_FRAME,
        # Compressing a move costs more than sending it, and each connection would need a compressor's memory.
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        # Everything acknowledged is stored, so there is no need to wait for clients.
        timeout_graceful_shutdown=patience,
    )


async def _serve(listener: socket.socket, app: Litestar, server: Server) -> None:
    async with app.lifespan():
        await server.serve(sockets=[listener])


def address(listener: socket.socket) -> str:
    """The address under which this machine reaches `listener`."""
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "127.0.0.1"
    if ":" in host:
        return f"http://[{host}]:{port}/"
    return f"http://{host}:{port}/"
