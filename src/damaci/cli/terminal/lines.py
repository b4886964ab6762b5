"""What somebody types, or a script sends, line by line, without holding up the game."""

import asyncio
import codecs
import os
import sys
import threading


class InputLines:
    """The lines of standard input; None at its end, and at once where there is none."""

    def __init__(self) -> None:
        """Begins to read. To be made where the loop runs."""
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        # A daemon, because nothing can end a read; and not through sys.stdin, whose lock it would still hold at the
        # end.
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
