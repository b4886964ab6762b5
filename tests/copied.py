"""The process that `tests.copies` copies. It imports the modules that the app and the server need, and waits for
requests for copies."""

import gc
import importlib
import json
import os
import runpy
import socket
import sys
import time
from typing import Any

from damaci.online import passphrases
from tests.cheap import HASHER

NEEDED = (
    "damaci.cli.commands",
    "damaci.cli.app",
    "damaci.cli.local",
    "damaci.cli.serve",
    "damaci.links.bluez",
    "damaci.online.app",
    "damaci.online.instance",
    # These modules are imported only when they are needed:
    "aiosqlite",
    "anyio._backends._asyncio",
    "asyncpg",
    "litestar.middleware.csrf",
    "litestar.plugins.attrs",
    "redis.asyncio",
    "uvicorn.lifespan.off",
    "uvloop",
)


def copied(channel: socket.socket) -> list[str]:
    """Returns only in copies. Returns the module to run and its arguments."""
    while True:
        message, streams, _, _ = socket.recv_fds(channel, 1 << 20, 3)
        if not message:
            sys.exit()
        parent = os.fork()
        if not parent:
            _leave()
            channel.sendall(str(os.getpid()).encode())
            channel.close()
            return _become(json.loads(message), streams)
        os.waitpid(parent, 0)
        for each in streams:
            os.close(each)


def _leave() -> None:
    """Continues in a child after its parent has ended, so that the process that asked for the copy becomes its
    parent."""
    parent = os.getpid()
    if os.fork():
        os._exit(0)
    while os.getppid() == parent:
        time.sleep(0.001)


def _become(wish: dict[str, Any], streams: list[int]) -> list[str]:
    for number, each in enumerate(streams):
        os.dup2(each, number)
        os.close(each)
    # The existing objects have properties of the original process's streams, such as whether they are seekable.
    sys.stdin = sys.__stdin__ = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(wish["folder"])
    os.environ.clear()
    os.environ.update(wish["variables"])
    return list(wish["arguments"])


if __name__ == "__main__":
    for each in NEEDED:
        importlib.import_module(each)
    passphrases.PasswordHasher = HASHER  # type: ignore[assignment,misc]
    gc.freeze()
    module, *sys.argv[1:] = copied(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module(module, run_name="__main__", alter_sys=True)
