"""The real server in a separate process."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER
from tests import copies
from tests.home.process import START_SECONDS, command


class Process:
    """`damaci serve` with a data folder, made by `serving`."""

    def __init__(self, folder: Path, port: int = 0, first: str = "", **environment: str) -> None:
        """`first`: Python code that is run before the command."""
        settings = {"DAMACI_DATABASE": str(folder), "DAMACI_CHANGES_PER_MINUTE": "100000"} | environment
        self.process = copies.start(
            [*(_after(first) if first else command()), "serve", "--port", str(port)],
            os.environ | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout
        assert self.process.stderr
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.process.stderr.read()

    def end(self) -> int:
        """Asks the server to end, and returns its exit status."""
        self.process.terminate()
        self.process.communicate(timeout=START_SECONDS)
        return self.process.returncode

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=START_SECONDS)


def _after(first: str) -> list[str]:
    return [sys.executable, "-c", f"{first}\nfrom damaci.cli.main import main\nmain()"]


class Client:
    """A client without a browser: a guest with a cookie, or a program with a token."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.session = ""

    @property
    def headers(self) -> dict[str, str]:
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        cookies = [f"{TOKEN_COOKIE}=x", *([self.session] if self.session else [])]
        return {TOKEN_HEADER: "x", "Cookie": "; ".join(cookies)}

    def send(self, method: str, path: str, body: object = None) -> Any:
        headers = self.headers | {"Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=START_SECONDS) as answer:
            for cookie in answer.headers.get_all("set-cookie") or []:
                if cookie.startswith("damaci-session="):
                    self.session = cookie.partition(";")[0]
            text = answer.read()
        return json.loads(text) if text else None

    def socket(self, path: str) -> str:
        return self.address.replace("http", "ws", 1) + path


@contextmanager
def serving(folder: Path, first: str = "", **environment: str) -> Iterator[Process]:
    """The server, which is killed at the end if it is still running."""
    server = Process(folder, first=first, **environment)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
