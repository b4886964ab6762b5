"""A real Chromium at the real app. What a page does wrong on the side, an error on its console or a request elsewhere,
fails the test."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    Page,
    Response,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.device import PHONE, Start
from tests.browser.site_server import SiteServer, built_site
from tests.browser.table import Table
from tests.home.process import App, started
from tests.support import PATIENCE, require_chromium

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--renderer-process-limit=1")
DESK: ViewportSize = {"width": 1440, "height": 900}
LATENCY = float(os.environ.get("DAMACI_LATENCY", "0"))
"""Milliseconds that are added to each request of a page, and to each message to it, where a test does not say how
many."""
SLOW_LINE = 400.0


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


class Contexts:
    """Browser contexts. Making one takes a second of a processor, so they are kept for the next test; what their pages
    stored is not."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._free: dict[str, list[BrowserContext]] = {}

    def take(self, **options: Any) -> BrowserContext:
        """One that nobody else has; it may have cached files."""
        free = self._free.setdefault(repr(options), [])
        return free.pop() if free else self.make(**options)

    def make(self, **options: Any) -> BrowserContext:
        """A new one, with nothing cached."""
        context = self._chromium.new_context(**options)
        context.set_default_timeout(1000 * PATIENCE)
        context.new_page()  # never closed: with its last page, a context loses its process too
        return context

    def give_back(self, context: BrowserContext, origin: str, **options: Any) -> None:
        """Closes its pages, and empties what pages of `origin` have stored."""
        blank, *pages = context.pages
        for page in pages:
            page.close()
        context.unroute_all(behavior="ignoreErrors")
        context.clear_cookies()
        session = context.new_cdp_session(blank)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        self._free[repr(options)].append(context)


@pytest.fixture(scope="package")
def contexts(chromium: Browser) -> Contexts:
    return Contexts(chromium)


FOR_LATER = ("/installing.js", "/installoffer.js")
"""Scripts that a page fetches some seconds after it is there."""


LOST = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "Connection closed before receiving a handshake response",
    "unknown error occurred when fetching the script",
)
"""What Chromium says of a request, a WebSocket or the service worker's script for which nobody is there."""


class Visit:
    """Opens pages, each in a browser of its own, and watches them: `visit(address, viewport=..., locale=...)`.

    Some of these browsers have been at the app before and cached its files, but nothing else; a `fresh` one has not.
    With a `latency`, each request takes so many milliseconds more.
    """

    def __init__(self, contexts: Contexts) -> None:
        self._contexts = contexts
        self._leave = ExitStack()
        self.responses: list[Response] = []
        self.complaints: list[str] = []
        """What went wrong; a test that wants something to go wrong takes it out."""
        self._forgiving = False

    def __call__(
        self,
        address: str,
        viewport: ViewportSize = DESK,
        color_scheme: Literal["light", "dark"] = "light",
        fresh: bool = False,
        latency: float = LATENCY,
        **options: Any,
    ) -> Table:
        page = self._context(address, fresh, {"locale": "en-GB"} | options).new_page()
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=color_scheme)
        return self._open(page, address, latency)

    def beside(self, table: Table) -> Table:
        """The same page in another tab of the same browser."""
        return self._open(table.page.context.new_page(), table.page.url)

    def forgive(self) -> None:
        """What went wrong was wanted, also where the browser tells it later."""
        self._forgiving = True

    @property
    def unforgiven(self) -> list[str]:
        """What must not have gone wrong."""
        return [] if self._forgiving else self.complaints

    def leave(self) -> None:
        """Closes everything."""
        self._leave.close()

    def weight(self) -> int:
        """What has travelled so far for these pages, in bytes, with headers; without what is fetched for later visits
        once the page has been there for a while."""
        sizes = [response.request.sizes() for response in self.responses if not response.url.endswith(FOR_LATER)]
        return sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes)

    def _context(self, address: str, fresh: bool, options: dict[str, Any]) -> BrowserContext:
        if fresh:
            context = self._contexts.make(**options)
            self._leave.callback(context.close)
        else:
            context = self._contexts.take(**options)
            self._leave.callback(self._contexts.give_back, context, home(address), **options)
        return context

    def _open(self, page: Page, address: str, latency: float = LATENCY) -> Table:
        self._watch(page, home(address))
        slow_down(page, latency)
        page.goto(address)
        return Table(page)

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
                not request.url.startswith((home, f"blob:{home}", "data:", "about:")), f"request: {request.url}"
            ),
        )

    def _complain_if(self, wrong: bool, what: str) -> None:
        # Losing the connection is what some tests are about, and Chromium tells its console about it. The server also
        # closes idle connections, which resets a request that is sent on one at the same moment.
        if wrong and not any(lost in what for lost in LOST):
            self.complaints.append(what)


LATE_MESSAGES = """
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, listener, ...options) {
  const comes = /message|close/.test(type) && (this instanceof WebSocket || this instanceof Worker);
  const late = (event) => setTimeout(() => listener.call(this, event), LATENCY);
  return add.call(this, type, comes ? late : listener, ...options);
};
"""
"""Delays what comes by WebSockets, their end included, and from workers."""


def slow_down(page: Page, latency: float) -> None:
    """Adds milliseconds to each request of a page, also for files that the browser has cached, and to each message to
    it. What a page shows before its scripts run, or before an answer comes, is then there for long enough that a test
    which does not wait for them fails."""
    if latency:
        page.add_init_script(LATE_MESSAGES.replace("LATENCY", str(latency)))
        session = page.context.new_cdp_session(page)
        conditions = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", conditions)
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})


def home(address: str) -> str:
    """The origin of an address, with a slash at its end."""
    return address[: address.index("/", len("http://")) + 1]


@pytest.fixture
def visit(contexts: Contexts) -> Iterator[Visit]:
    visit = Visit(contexts)
    yield visit
    visit.leave()
    assert visit.unforgiven == []


@pytest.fixture(scope="package")
def site_folder() -> Path:
    """The site without a server, as files."""
    return built_site()


@pytest.fixture
def served(site_folder: Path) -> Iterator[SiteServer]:
    """A plain host of these."""
    server = SiteServer(site_folder)
    yield server
    server.stop()


@pytest.fixture
def start(chromium: Browser, tmp_path: Path) -> Iterator[Start]:
    """Starts the browser of one person, who has been there before or not: the same one again each time."""
    kind: BrowserType = chromium.browser_type
    with ExitStack() as leave:
        complaints: list[str] = []

        def begin() -> Page:
            context = kind.launch_persistent_context(
                tmp_path / "person",
                executable_path=require_chromium(),
                args=FLAGS,
                viewport=PHONE,  # type: ignore[arg-type]
                locale="en-GB",
            )
            leave.callback(context.close)
            context.set_default_timeout(1000 * PATIENCE)
            context.on("weberror", lambda error: complaints.append(str(error.error)))
            return context.pages[0]

        yield begin
    assert complaints == []
