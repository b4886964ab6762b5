"""The real command in a process of its own."""

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

START_SECONDS = 60


class App:
    """`damaci` on a data folder. Made by `started`."""

    def __init__(self, data_dir: Path, *options: str, **variables: str) -> None:
        self.process = copies.start(
            [*command(), "--tables", "0", "--data-dir", str(data_dir), *options],
            environment(**variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout
        assert self.process.stderr
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.process.stderr.read()

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    def socket_address(self, game: str) -> str:
        return f"{self.address.replace('http', 'ws', 1)}ws/game/{game}"

    def new_game(self, **wish: object) -> str:
        """A new game as the page asks for it; its id."""
        return str(self.send("POST", "api/games", wish)["id"])

    def send(self, method: str, path: str, body: object) -> Any:
        """A change as the page's scripts ask for it; the JSON that comes back."""
        headers = {"Content-Type": "application/json", "Cookie": f"{TOKEN_COOKIE}=x", TOKEN_HEADER: "x"}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=START_SECONDS) as answer:
            return json.load(answer)

    def import_games(self, text: str) -> list[str]:
        """The ids of the games of a text, which are the app's from now on."""
        headers = {"Cookie": f"{TOKEN_COOKIE}=x", TOKEN_HEADER: "x"}
        request = urllib.request.Request(f"{self.address}api/import", text.encode(), headers, method="POST")
        with urllib.request.urlopen(request, timeout=START_SECONDS) as answer:
            return [game for line in answer for game in json.loads(line)["games"]]

    def get(self, path: str) -> Any:
        """The JSON at a path."""
        return json.loads(self.text(path))

    def text(self, path: str) -> str:
        """What is at a path."""
        with urllib.request.urlopen(self.address + path, timeout=START_SECONDS) as answer:
            return str(answer.read().decode())

    def kill(self) -> None:
        """As if the machine had lost its power: nothing is put in order."""
        self.process.kill()
        self.close()

    def close(self) -> tuple[str, str]:
        """What it still had to say on standard output and standard error."""
        return self.process.communicate(timeout=START_SECONDS)


@contextmanager
def started(data_dir: Path, *options: str, **variables: str) -> Iterator[App]:
    """The app, killed at the end if it still runs. Without options on a free port, and without a browser."""
    app = App(data_dir, *(options or ("--port", "0", "--no-browser")), **variables)
    try:
        yield app
    finally:
        if app.process.poll() is None:
            app.kill()


def run(data_dir: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The command to its end, which has to come by itself."""
    return copies.run(
        [*command(), "--no-browser", "--tables", "0", "--data-dir", str(data_dir), *options], START_SECONDS
    )


def environment(**variables: str) -> dict[str, str]:
    """Ours, with more variables."""
    return os.environ | variables


def command() -> list[str]:
    """The command as this interpreter has it."""
    return [sys.executable, "-m", "damaci"]
