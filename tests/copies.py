"""Starts Python modules as processes in a fraction of the usual time: as copies of one process that has already
imported the modules that most of them need.

This works on Linux only. A module starts as usual if it needs another value of an environment variable that is read
before our code runs.
"""

import atexit
import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.support import ROOT

READ_EARLY = ("LD_", "PYTHON", "DAMACI_KERNEL")
"""Prefixes of the names of variables that a copy would ignore, because they are read at the start of a process."""
MODULE = [sys.executable, "-m"]
"""The beginning of a command for which a copy is made."""
SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of <linux/prctl.h>: a process that sets it becomes the parent of orphaned grandchildren."""


def start(command: Sequence[str], env: Mapping[str, str] | None = None, **streams: Any) -> subprocess.Popen[str]:
    """Starts a command. `stdout` and so on are those of Popen, but the streams are text. Only `python -m module ...`
    becomes a copy."""
    variables = dict(os.environ if env is None else env)
    copied = sys.platform == "linux" and list(command[:2]) == MODULE and _early(variables) == _BEGAN
    return (_Copy if copied else subprocess.Popen)(list(command), env=variables, text=True, **streams)


def run(
    command: Sequence[str], timeout: float, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Starts a command and waits until it ends by itself."""
    with start(command, env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


class _Origin:
    """The process that is copied. It ends when this process ends."""

    def __init__(self) -> None:
        self._channel, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._turn = threading.Lock()
        command = [sys.executable, "-m", "tests.copied", str(far.fileno())]
        with far:
            self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[far.fileno()])
        atexit.register(self.close)

    def copy(self, arguments: Sequence[str], variables: Mapping[str, str], streams: Sequence[int]) -> int:
        """Makes a copy, which becomes a child of this process, and returns its process id."""
        message = json.dumps({"arguments": arguments, "variables": variables, "folder": str(Path.cwd())}).encode()
        with self._turn:
            _adopt(True)
            socket.send_fds(self._channel, [message], streams)
            answer = self._channel.recv(64)
            _adopt(False)
        if not answer:
            raise RuntimeError("the process to be copied has ended")
        return int(answer)

    def close(self) -> None:
        self._channel.close()
        self._process.wait()


class _Copy(subprocess.Popen[str]):
    """A process that was copied instead of started; it is used like a Popen."""

    def _execute_child(self, args: Any, *how: Any) -> None:
        # The ends of the pipes for standard input, standard output and standard error; -1 where there is none.
        pipes = how[9:15]
        streams = [ours if end == -1 else end for ours, end in enumerate((pipes[0], pipes[3], pipes[5]))]
        try:
            self.pid = _origin().copy(args[2:], how[5], streams)
            self._child_created = True
        finally:
            self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


_origins: list[_Origin] = []
_first = threading.Lock()


def _origin() -> _Origin:
    with _first:
        if not _origins:
            _origins.append(_Origin())
    return _origins[0]


def _adopt(whether: bool) -> None:
    """Sets whether copies become children of this process when their own parent ends, which it does at once."""
    ctypes.CDLL(None).prctl(SUBREAPER, int(whether), 0, 0, 0)


def _early(variables: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in variables.items() if name.startswith(READ_EARLY)}


_BEGAN = _early(os.environ)
