"""Starts Python modules as processes in a fraction of the time: as copies of one process that has imported what most of
them need.

On Linux only; and where a variable is set otherwise that is read before Python runs any of our code, the module starts
as usual.
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
"""How the names begin of variables that a copy would ignore."""
MODULE = [sys.executable, "-m"]
"""How a command begins that can be copied."""
SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of <linux/prctl.h>: who has it becomes the parent of grandchildren without one."""


def start(command: Sequence[str], env: Mapping[str, str] | None = None, **streams: Any) -> subprocess.Popen[str]:
    """A command, with `stdout` and so on as for Popen; texts, not bytes. Only `python -m module ...` becomes a copy."""
    variables = dict(os.environ if env is None else env)
    copied = sys.platform == "linux" and list(command[:2]) == MODULE and _early(variables) == _BEGAN
    return (_Copy if copied else subprocess.Popen)(list(command), env=variables, text=True, **streams)


def run(
    command: Sequence[str], timeout: float, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """`start`, to its end, which has to come by itself."""
    with start(command, env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


class _Origin:
    """The process that is copied. It ends with this one."""

    def __init__(self) -> None:
        self._channel, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._turn = threading.Lock()
        command = [sys.executable, "-m", "tests.copied", str(far.fileno())]
        with far:
            self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[far.fileno()])
        atexit.register(self.close)

    def copy(self, arguments: Sequence[str], variables: Mapping[str, str], streams: Sequence[int]) -> int:
        """The id of a copy, which is a child of this process."""
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
    """A process that was not started, but copied; in all else as any other."""

    def _execute_child(self, args: Any, *how: Any) -> None:
        # The ends of the pipes, -1 where there is none: what the copy reads, then what it writes and complains to.
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
    """Whether copies become children of this process: their own parent ends at once."""
    ctypes.CDLL(None).prctl(SUBREAPER, int(whether), 0, 0, 0)


def _early(variables: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in variables.items() if name.startswith(READ_EARLY)}


_BEGAN = _early(os.environ)
