"""The server for many players in this process, without a network."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from damaci.online import passphrases
from damaci.online.app import create_online_app
from damaci.online.settings import OnlineSettings
from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER
from tests.cheap import HASHER
from tests.support import PATIENCE

HOST = "127.0.0.1:3264"
PASSPHRASE = "correct horse battery"
NUMBERS = count(1)


@pytest.fixture(scope="package", autouse=True)
def cheap_passphrases() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passphrases, "PasswordHasher", HASHER)
        yield


def eventually(holds: Callable[[], bool]) -> None:
    """Waits until the server has done something by itself."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


class Someone:
    """A visitor with a browser, which keeps its cookies and sends its token."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self._client = client
        self.cookies: dict[str, str] = {TOKEN_COOKIE: "t"}

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """Sends a request as the page's scripts do. A header that is given as "" is not sent."""
        sent = {TOKEN_HEADER: "t", "cookie": self._cookie()} | headers
        more = {} if body is None else {"json": body}
        answer = self._client.request(
            method, path, headers={name: value for name, value in sent.items() if value}, **more
        )
        self._client.cookies.clear()
        for name, value in answer.cookies.items():
            self.cookies[name] = value
        return answer

    def do(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """Sends a request, which has to succeed, and returns the answer."""
        answer = self.send(method, path, body, **headers)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def sign_up(self) -> None:
        """Signs up for an account."""
        self.do("POST", "/api/v1/account", {"name": f"Somebody {next(NUMBERS)}", "passphrase": PASSPHRASE})

    def socket(self, path: str, **headers: str) -> Any:
        return self._client.websocket_connect(
            f"ws://{HOST}{path}", headers={"host": HOST, "cookie": self._cookie()} | headers
        )

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


class Server:
    """The server and its visitors."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client

    def someone(self) -> Someone:
        return Someone(self.client)

    def playing(self, **terms: object) -> tuple[str, Someone, Someone]:
        """A game and its two players, White first."""
        white = self.someone()
        black = self.someone()
        game = white.do("POST", "/api/v1/games", {"color": "white"} | terms)["id"]
        black.do("POST", f"/api/v1/games/{game}/join")
        return game, white, black


LARGE = {"changes_per_minute": 100_000, "seeks_per_address": 1000}
"""Limits that no test exceeds by accident."""


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Server]:
    app = create_online_app(OnlineSettings(**{"database": str(folder), "make_tables": 0} | LARGE | settings))
    with TestClient(app, base_url=f"http://{HOST}", raise_server_exceptions=False) as client:
        yield Server(client)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), accounts="open") as server:
        yield server
