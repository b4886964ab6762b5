"""Temporary PostgreSQL, Redis and Caddy servers, for tests and for the load generator."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncpg
import yaml

from tests.support import ROOT, free_port, require_program

HOW_TO_GET_POSTGRES = "apt-get install postgresql (Debian)"
HOW_TO_GET_REDIS = "apt-get install redis-server (Debian)"
HOW_TO_GET_CADDY = "apt-get install caddy (Debian)"
START_SECONDS = 30
UNSAFE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings of a PostgreSQL that need not survive a power cut."""


class Server:
    """A server with its own process and folder. It can be killed, started again, and suspended."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="damaci-"))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the server. Returns when it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command(), stdout=log, stderr=log, start_new_session=True, **_ordinary_user()
            )
        self._wait()

    @property
    def pid(self) -> int:
        """The id of the first process."""
        assert self._process
        return self._process.pid

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Ends the server and waits until it has ended."""
        assert self._process
        self._process.send_signal(number)
        self._process.wait(START_SECONDS)

    def kill(self) -> None:
        """Ends the server at once, as if the machine had lost its power."""
        self._signal_all(signal.SIGKILL)
        assert self._process
        self._process.wait(START_SECONDS)

    def hold(self) -> None:
        """Suspends the server, with all its connections open, until `let_go`."""
        self._signal_all(signal.SIGSTOP)

    def let_go(self) -> None:
        """Lets the suspended server continue. Returns when it answers."""
        self._signal_all(signal.SIGCONT)
        self._wait()

    def close(self) -> None:
        """Ends the server and removes its folder."""
        if self._process and self._process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _wait(self) -> None:
        assert self._process
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server does not answer:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.02)

    def _signal_all(self, number: signal.Signals) -> None:
        """Sends a signal to the server and its children. PostgreSQL puts each child in a process group of its own."""
        assert self._process
        pid = self._process.pid
        os.kill(pid, signal.SIGSTOP)  # so that it starts no more children
        os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOWAIT)
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (*map(int, children), pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, number)

    def _command(self) -> list[str]:
        raise NotImplementedError

    def _answers(self) -> bool:
        raise NotImplementedError


class Postgres(Server):
    """A PostgreSQL server on loopback. Skips the test if PostgreSQL is not installed."""

    def __init__(self, *settings: str) -> None:
        """`settings`: lines of its configuration, such as "fsync=off"."""
        self._programs = Path(require_postgres("initdb")).resolve().parent
        super().__init__()
        self._settings = settings
        _give_to_ordinary_user(self.folder)
        command = [
            self._programs / "initdb",
            "-D",
            self.folder / "data",
            "-U",
            "damaci",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run(command, check=True, capture_output=True, **_ordinary_user())

    def url(self, name: str) -> str:
        """The URL of the database of that name."""
        return f"postgresql://damaci@127.0.0.1:{self.port}/{name}"

    async def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"d{uuid.uuid4().hex}"
        connection = await asyncpg.connect(self.url("postgres"))
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()
        return self.url(name)

    def _command(self) -> list[str]:
        options = [f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", *self._settings]
        return [
            str(self._programs / "postgres"),
            "-D",
            str(self.folder / "data"),
            *(part for each in options for part in ("-c", each)),
        ]

    def _answers(self) -> bool:
        return (
            subprocess.run([self._programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]).returncode
            == 0
        )


class Redis(Server):
    """A Redis server on loopback, which stores nothing on disk. Skips the test if Redis is not installed."""

    def __init__(self) -> None:
        self._program = require_program("redis-server", HOW_TO_GET_REDIS)
        super().__init__()
        _give_to_ordinary_user(self.folder)

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"redis://127.0.0.1:{self.port}/0"

    def _command(self) -> list[str]:
        return [self._program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        return False


class Proxy(Server):
    """Caddy as in compose.yaml, but without a certificate, before two processes. Skips the test where it is not
    installed."""

    def __init__(self, processes: Sequence[str]) -> None:
        """`processes`: their addresses."""
        self._program = require_program("caddy", HOW_TO_GET_CADDY)
        super().__init__()
        _give_to_ordinary_user(self.folder)
        compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
        content = compose["configs"]["caddyfile"]["content"].replace("{$$DOMAIN}", f"http://:{self.port}")
        for name, address in zip(("app1", "app2"), processes, strict=True):
            content = content.replace(f"{name}:3264", address.removeprefix("http://"))
        (self.folder / "Caddyfile").write_text(f"{{\n  admin off\n}}\n{content}")

    @property
    def address(self) -> str:
        """The address at which players reach the processes."""
        return f"http://127.0.0.1:{self.port}"

    def _command(self) -> list[str]:
        return ["env", f"HOME={self.folder}", self._program, "run", "--config", str(self.folder / "Caddyfile")]

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False


def require_postgres(program: str) -> str:
    """The path of one of PostgreSQL's programs, which Debian does not put on PATH."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = next((path for place in places if (path := shutil.which(program, path=place))), None)
    return found or require_program(program, HOW_TO_GET_POSTGRES)


def _ordinary_user() -> dict[str, Any]:
    """Options that run PostgreSQL as an ordinary user, because it refuses to run as root."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


def _give_to_ordinary_user(folder: Path) -> None:
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")
