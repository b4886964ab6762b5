"""A TCP proxy between the server's processes and their stores: it drops, delays and cuts, one way or both."""

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Literal

Way = Literal["there", "back"]
WAYS: tuple[Way, Way] = ("there", "back")


class Proxy:
    """Passes connections on to a port of this machine, in a thread of its own."""

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
        """Passes nothing on in these directions, without a word to either end, until `mend`."""
        self._held = set(ways)

    def delay(self, seconds: float) -> None:
        """Passes everything on so much later, until `mend`."""
        self._delay = seconds

    def mend(self) -> None:
        """Everything passes again. What was held back before is lost with its connection."""
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
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)

    async def _drop(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refusing:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, far_writer}
        self._writers |= both
        try:
            await asyncio.gather(self._pass_on("there", reader, far_writer), self._pass_on("back", far_reader, writer))
        finally:
            self._writers -= both
            for each in both:
                each.transport.abort()

    async def _pass_on(self, way: Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self._delay:
                    await asyncio.sleep(self._delay)
                if way not in self._held:
                    writer.write(data)
                    await writer.drain()
        writer.transport.abort()
