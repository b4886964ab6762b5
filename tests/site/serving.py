"""An app that is served in the test's own process."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from litestar import Litestar

from damaci.site.protocol import FASTEST
from damaci.site.server import Server, config
from tests.host.fakes import eventually


@asynccontextmanager
async def served(app: Litestar, protocol: Callable[..., asyncio.Protocol] = FASTEST) -> AsyncIterator[int]:
    """The port."""
    listener = socket.create_server(("127.0.0.1", 0))
    started = asyncio.Event()
    server = Server(config(app, protocol=protocol), started.set)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await started.wait()
    yield listener.getsockname()[1]
    # Otherwise a connection that is still being closed when the loop ends would be reported as an error of a later
    # test.
    await eventually(lambda: not server.server_state.connections)
    server.should_exit = True
    await serving
