"""The app in this process, without a network."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from damaci.cli.local import create_local_app
from damaci.home.settings import HomeSettings
from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER

HOST = "127.0.0.1:3264"


class Browser:
    """A browser that has loaded the start page, and sends back its cookies and its token."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.get("/")

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=headers, follow_redirects=False)

    def send(self, method: str, path: str, body: object, **headers: str) -> Any:
        """Sends a change as the page's scripts do. A header that is given as "" is not sent."""
        usual = {TOKEN_HEADER: self.client.cookies.get(TOKEN_COOKIE, "")} | headers
        return self.client.request(
            method, path, json=body, headers={name: value for name, value in usual.items() if value}
        )

    def import_games(self, text: str, **query: str) -> list[dict[str, Any]]:
        """Imports a text; returns the steps of the import."""
        headers = {TOKEN_HEADER: self.client.cookies.get(TOKEN_COOKIE, "")}
        answer = self.client.post("/api/import", params=query, content=text.encode(), headers=headers)
        assert answer.status_code == 200, answer.text
        return [json.loads(line) for line in answer.text.splitlines()]

    def imported(self, text: str, **query: str) -> list[str]:
        """Imports a text without faults; returns the ids of its games."""
        steps = self.import_games(text, **query)
        assert [fault for step in steps for fault in step["faults"]] == []
        return [game for step in steps for game in step["games"]]

    def new_game(self, **wish: object) -> str:
        """Creates a game, by default of two persons, so that no engine is needed; returns its id."""
        answer = self.send("POST", "/api/games", {"opponent": "person"} | wish)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def socket(self, game: str, **headers: str) -> Any:
        return self.client.websocket_connect(f"ws://{HOST}/ws/game/{game}", headers={"host": HOST} | headers)


@contextmanager
def visit(data_dir: Path) -> Iterator[Browser]:
    """A browser with an app on a data folder; the app runs while the context lasts."""
    with TestClient(
        create_local_app(HomeSettings(data_dir=data_dir)), base_url=f"http://{HOST}", raise_server_exceptions=False
    ) as client:
        yield Browser(client)


@pytest.fixture(scope="module")
def shared_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with visit(tmp_path_factory.mktemp("shared")) as browser:
        yield browser


@pytest.fixture
def browser(shared_browser: Browser) -> Browser:
    """A browser with new cookies, with an app that the tests of a file share."""
    shared_browser.client.cookies.clear()
    shared_browser.get("/")
    return shared_browser


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[Browser]:
    """A browser with an app in which no game was played."""
    with visit(tmp_path) as browser:
        yield browser
