"""Reads what a person types or a script sends, line by line, without holding up the game."""

import asyncio
import codecs
import os
import sys
import threading


class InputLines:
    """The lines of standard input; None at its end, or at once if there is no standard input."""

    def __init__(self) -> None:
        """Begins to read. Has to be created in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        # A daemon thread, because a read cannot be interrupted. It does not read through sys.stdin, because it would
        # still hold its lock when the program exits.
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    async def next(self) -> str | None:
        """The next line, without its end."""
        return await self._queue.get()

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        rest = ""
        while read := _read_some():
            *lines, rest = (rest + decoder.decode(read)).split("\n")
            for line in lines:
                self._put(line)
        if rest:
            self._put(rest)
        self._put(None)

    def _put(self, line: str | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)


def _read_some() -> bytes:
    try:
        if sys.stdin:
            return os.read(sys.stdin.fileno(), 4096)
        return b""
    except (OSError, ValueError):  # closed, or the terminal has gone
        return b""
