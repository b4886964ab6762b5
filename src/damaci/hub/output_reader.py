"""Reads an engine's output in threads of its own, and buffers a bounded part of it."""

import subprocess
import threading
from collections import deque
from contextlib import suppress
from queue import Empty, Queue
from time import monotonic
from typing import IO

LONGEST_LINE = 1 << 16
CLOSING_SECONDS = 2.0
MOST_WAITING = 1_000
"""The most lines that are buffered; an engine that writes more before these are read has to wait."""
END = "<end>"
"""`next` returns this object, compared by identity, after the process has closed its output."""
OVERLONG = "<overlong>"
"""`next` returns this object, compared by identity, for a line of LONGEST_LINE bytes or more."""


class OutputReader:
    """The lines of a process, one after another."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout
        assert process.stderr
        self._process = process
        self._lines: Queue[str] = Queue(MOST_WAITING)
        self._errors: deque[bytes] = deque(maxlen=20)
        self._threads = [
            threading.Thread(target=self._read_lines, args=(process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def next(self, seconds: float) -> str | None:
        """The next line, END or OVERLONG; None when nothing comes within these seconds."""
        try:
            if seconds > 0:
                return self._lines.get(timeout=max(0.0, seconds))
            return None
        except Empty:
            return None

    @property
    def last_words(self) -> str:
        """The last line on standard error, once the process has ended."""
        self._threads[1].join(1)
        lines = [line for line in b"".join(self._errors).decode(errors="replace").splitlines() if line.strip()]
        if lines:
            return lines[-1].strip()[:200]
        return ""

    def close(self) -> None:
        """Waits, after the process has ended, until the threads have ended too, but no longer than CLOSING_SECONDS: a
        child of the process may keep the pipes open."""
        deadline = monotonic() + CLOSING_SECONDS
        while any(thread.is_alive() for thread in self._threads) and monotonic() < deadline:
            self.next(0.01)
        for pipe, thread in zip((self._process.stdout, self._process.stderr), self._threads, strict=True):
            if pipe and not thread.is_alive():
                pipe.close()
        if self._process.stdin:
            with suppress(OSError):  # unwritten output is lost
                self._process.stdin.close()

    def _read_lines(self, stream: IO[bytes]) -> None:
        while line := stream.readline(LONGEST_LINE):
            if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                self._lines.put(OVERLONG)
            else:
                self._lines.put(line.decode(errors="replace"))
        self._lines.put(END)

    def _read_errors(self, stream: IO[bytes]) -> None:
        while part := stream.readline(LONGEST_LINE):
            self._errors.append(part)
