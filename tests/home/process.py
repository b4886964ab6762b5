"""The real command in a separate process."""

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
    """`damaci` with a data folder, made by `started`."""

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
        """Begins a new game as the page does, and returns its id."""
        return str(self.send("POST", "api/games", wish)["id"])

    def send(self, method: str, path: str, body: object) -> Any:
        """Sends a change as the page's scripts do, and returns the JSON of the answer."""
        headers = {"Content-Type": "application/json", "Cookie": f"{TOKEN_COOKIE}=x", TOKEN_HEADER: "x"}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=START_SECONDS) as answer:
            return json.load(answer)

    def import_games(self, text: str) -> list[str]:
        """Imports the games of a text, and returns their ids."""
        headers = {"Cookie": f"{TOKEN_COOKIE}=x", TOKEN_HEADER: "x"}
        request = urllib.request.Request(f"{self.address}api/import", text.encode(), headers, method="POST")
        with urllib.request.urlopen(request, timeout=START_SECONDS) as answer:
            return [game for line in answer for game in json.loads(line)["games"]]

    def get(self, path: str) -> Any:
        """The JSON at a path."""
        return json.loads(self.text(path))

    def text(self, path: str) -> str:
        """The text at a path."""
        with urllib.request.urlopen(self.address + path, timeout=START_SECONDS) as answer:
            return str(answer.read().decode())

    def kill(self) -> None:
        """Ends the app at once, as if the machine had lost its power."""
        self.process.kill()
        self.close()

    def close(self) -> tuple[str, str]:
        """Waits until the app has ended. Returns the rest of its standard output and standard error."""
        return self.process.communicate(timeout=START_SECONDS)


@contextmanager
def started(data_dir: Path, *options: str, **variables: str) -> Iterator[App]:
    """The app, which is killed at the end if it is still running. Without options it uses a free port and opens no
    browser."""
    app = App(data_dir, *(options or ("--port", "0", "--no-browser")), **variables)
    try:
        yield app
    finally:
        if app.process.poll() is None:
            app.kill()


def run(data_dir: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the command, which must end by itself."""
    return copies.run(
        [*command(), "--no-browser", "--tables", "0", "--data-dir", str(data_dir), *options], START_SECONDS
    )


def environment(**variables: str) -> dict[str, str]:
    """This process's environment with more variables."""
    return os.environ | variables


def command() -> list[str]:
    """The command, run by this interpreter."""
    return [sys.executable, "-m", "damaci"]
