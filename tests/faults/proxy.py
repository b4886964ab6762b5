"""A TCP proxy between the server's processes and their stores: it drops, delays and cuts connections, in one direction
or both."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Literal

Way = Literal["there", "back"]
WAYS: tuple[Way, Way] = ("there", "back")


class Proxy:
    """Forwards connections to a port of this machine, in its own thread."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._held: set[Way] = set()
        self._delay = 0.0
        self._refusing = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    def start(self) -> None:
        """Listens on a free port."""
        self._thread.start()
        self._run(self._open())

    def close(self) -> None:
        """Ends every connection."""
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """Ends every connection and refuses new ones, until `mend`."""
        self._refusing = True
        self._run(self._drop())

    def hold(self, *ways: Way) -> None:
        """Forwards nothing in these directions, without closing any connection, until `mend`."""
        self._held = set(ways)

    def delay(self, seconds: float) -> None:
        """Forwards everything with this delay, until `mend`."""
        self._delay = seconds

    def mend(self) -> None:
        """Forwards everything again. Data that was held back before is lost with its connection."""
        held = bool(self._held)
        self._held = set()
        self._delay = 0.0
        self._refusing = False
        if held:
            self._run(self._drop())

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _open(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        assert self._server
        self._server.close()
        await self._drop()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # connections that were aborted are closed in the next step of the loop

    async def _drop(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with self._open_until_the_end(writer), suppress(OSError):
            if self._refusing:
                return
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
            with self._open_until_the_end(far_writer):
                await asyncio.gather(
                    self._pass_on("there", reader, far_writer), self._pass_on("back", far_reader, writer)
                )

    @contextmanager
    def _open_until_the_end(self, writer: asyncio.StreamWriter) -> Iterator[None]:
        """Closes a connection at the end, also if its task is cancelled."""
        self._writers.add(writer)
        try:
            yield
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _pass_on(self, way: Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self._delay:
                    await asyncio.sleep(self._delay)
                if way not in self._held:
                    writer.write(data)
                    await writer.drain()
        writer.transport.abort()
