"""A real Chromium at the real app. What a page does wrong on the side, an error on its console or a request elsewhere,
fails the test."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect, sync_playwright

from tests.browser.table import Table
from tests.home.process import App, started
from tests.support import PATIENCE, require_chromium

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


# Playwright keeps an event loop running as long as it is open; tests elsewhere need their own.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = require_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=1000 * PATIENCE)
        expect.set_options(timeout=1000 * PATIENCE)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with started(tmp_path_factory.mktemp("data")) as app:
        yield app


@pytest.fixture
def app(shared_app: App) -> App:
    """The app, with the preferences of somebody who has chosen nothing but that the computer need not take its time."""
    shared_app.send("PUT", "api/preferences", {"pause": False})
    return shared_app


class Visit:
    """Opens pages, each in a browser of its own, and watches them: `visit(address, viewport=..., locale=...)`."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self.pages: list[Page] = []
        self.responses: list[Response] = []
        self.complaints: list[str] = []
        """What went wrong; a test that wants something to go wrong takes it out."""

    def __call__(self, address: str, **options: Any) -> Table:
        context = self._chromium.new_context(
            **{"viewport": {"width": 1440, "height": 900}, "locale": "en-GB"} | options
        )
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        self.pages.append(page)
        self._watch(page, home=address[: address.index("/", len("http://")) + 1])
        page.goto(address)
        return Table(page)

    def beside(self, table: Table) -> Table:
        """The same page in another tab of the same browser."""
        page = table.page.context.new_page()
        self._watch(page, home=table.page.url[: table.page.url.index("/", len("http://")) + 1])
        page.goto(table.page.url)
        return Table(page)

    def weight(self) -> int:
        """What has travelled so far for these pages, in bytes, with headers."""
        sizes = [response.request.sizes() for response in self.responses]
        return sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes)

    def _watch(self, page: Page, home: str) -> None:
        page.on("response", lambda response: self.responses.append(response))
        page.on(
            "console",
            lambda message: self._complain_if(message.type in ("error", "warning"), f"console: {message.text}"),
        )
        page.on("pageerror", lambda error: self._complain_if(True, f"error: {error}"))
        page.on(
            "request",
            lambda request: self._complain_if(
                not request.url.startswith((home, "data:", "about:")), f"request: {request.url}"
            ),
        )

    def _complain_if(self, wrong: bool, what: str) -> None:
        # Losing the connection is what some tests are about, and Chromium tells its console about it.
        if wrong and "ERR_CONNECTION_REFUSED" not in what:
            self.complaints.append(what)


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    visit = Visit(chromium)
    yield visit
    for page in visit.pages:
        page.context.close()
    assert visit.complaints == []
