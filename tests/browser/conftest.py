"""A real Chromium at the real app. Whatever the page does wrong on the side, an error on its console or a request elsewhere, fails the test."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.table import Table
from tests.support import require_chromium
from tests.web.process import App, started

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
SLOW = 30_000
"""Milliseconds until something that does not come is given up: machines that run tests are busy."""

Visit = Callable[..., Table]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


# Playwright keeps an event loop running as long as it is open; tests elsewhere need their own.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = require_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with started(tmp_path_factory.mktemp("data")) as app:
        yield app


@pytest.fixture
def app(shared_app: App) -> App:
    """The app, with the preferences of somebody who has not chosen."""
    shared_app.send("PUT", "api/preferences", {})
    return shared_app


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Opens an address in a browser of its own: `visit(address, viewport=..., locale=...)`."""
    opened: list[Watched] = []

    def open_page(address: str, **options: Any) -> Table:
        context = chromium.new_context(**{"viewport": {"width": 1440, "height": 900}, "locale": "en-GB"} | options)
        context.set_default_timeout(SLOW)
        watched = Watched(context.new_page(), address)
        opened.append(watched)
        watched.page.goto(address)
        return Table(watched.page)

    yield open_page
    for watched in opened:
        watched.page.context.close()
    assert [complaint for watched in opened for complaint in watched.complaints] == []


class Watched:
    """A page under watch."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        home = address[: address.index("/", len("http://")) + 1]
        page.on("console", lambda message: self._complain(message.type in ("error", "warning"), f"console: {message.text}"))
        page.on("pageerror", lambda error: self._complain(True, f"error: {error}"))
        page.on("request", lambda request: self._complain(not request.url.startswith((home, "data:")), f"request: {request.url}"))
        page.on("response", lambda response: self._complain(response.status >= 400, f"answer {response.status}: {response.url}"))

    def _complain(self, wrong: bool, what: str) -> None:
        # Losing the connection is what some tests are about, and Chromium tells its console about it.
        if wrong and "ERR_CONNECTION_REFUSED" not in what:
            self.complaints.append(what)


@contextmanager
def own_app(folder: Path, *options: str) -> Iterator[App]:
    """An app where nobody has played."""
    with started(folder, *options) as app:
        yield app
