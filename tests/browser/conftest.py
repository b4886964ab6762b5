"""The tests of this folder use a real Chromium and the real app. An error on a page's console or a request to another
host fails the test, even if the test checks something else."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    Error,
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
"""Milliseconds that are added to each request of a page and to each message to it, if a test does not set the
number."""
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
    """The app with default preferences, except that the computer does not wait before it moves."""
    shared_app.send("PUT", "api/preferences", {"pause": False})
    return shared_app


class Contexts:
    """Browser contexts. A new one takes a second of processor time; contexts are therefore reused in later tests, after
    the data that their pages stored has been removed."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._session = chromium.new_browser_cdp_session()
        self._free: dict[str, list[BrowserContext]] = {}

    def take(self, **options: Any) -> BrowserContext:
        """A context that no other test uses; it may have cached files."""
        free = self._free.setdefault(repr(options), [])
        return free.pop() if free else self.make(**options)

    def make(self, **options: Any) -> BrowserContext:
        """A new context, without cached files."""
        context = self._chromium.new_context(**options)
        context.set_default_timeout(1000 * PATIENCE)
        context.new_page()  # never closed, because a context loses its process with its last page
        return context

    def give_back(self, context: BrowserContext, origin: str, **options: Any) -> None:
        """Closes the context's pages, and deletes the data that pages of `origin` have stored."""
        blank, *pages = context.pages
        for page in pages:
            self._close(page)
        context.unroute_all(behavior="ignoreErrors")
        context.clear_cookies()
        session = context.new_cdp_session(blank)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        self._free[repr(options)].append(context)

    def _close(self, page: Page) -> None:
        """Closes a page, also one that is going to another address. Chromium may not close such a page although it
        confirms the request (https://issues.chromium.org/issues/536385539): `Page.close` then waits without end."""
        session = page.context.new_cdp_session(page)
        target = session.send("Target.getTargetInfo")["targetInfo"]["targetId"]
        while not page.is_closed():
            with suppress(Error):  # the page has been closed, which is reported a moment later
                self._session.send("Target.closeTarget", {"targetId": target})
                page.wait_for_timeout(5)


@pytest.fixture(scope="package")
def contexts(chromium: Browser) -> Contexts:
    return Contexts(chromium)


FOR_LATER = ("/installing.js", "/installoffer.js")
"""Scripts that a page fetches some seconds after it has been loaded."""


LOST = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "ERR_SOCKET_NOT_CONNECTED",
    "Connection closed before receiving a handshake response",
    "unknown error occurred when fetching the script",
)
"""Chromium's messages about a request, a WebSocket or the service worker's script when no server answers."""


class Visit:
    """Opens pages, each in a browser of its own, and watches them: `visit(address, viewport=..., locale=...)`.

    Some of these browsers have cached the app's files in an earlier test, but nothing else; a `fresh` one has not. With
    a `latency`, each request takes that many milliseconds more.
    """

    def __init__(self, contexts: Contexts) -> None:
        self._contexts = contexts
        self._leave = ExitStack()
        self.responses: list[Response] = []
        self.complaints: list[str] = []
        """The errors so far. A test that causes an error on purpose removes it."""
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
        """Ignores the errors so far, which the test has caused on purpose, and errors that the browser reports
        later."""
        self._forgiving = True

    @property
    def unforgiven(self) -> list[str]:
        """The errors that make the test fail."""
        return [] if self._forgiving else self.complaints

    def leave(self) -> None:
        """Closes all pages and gives the contexts back."""
        self._leave.close()

    def weight(self, page: Page) -> int:
        """The bytes that a page has transferred so far, with headers. Files that it fetches for later visits, some time
        after it has been loaded, are not counted."""
        own = [response for response in self.responses if response.frame.page == page]
        sizes = [response.request.sizes() for response in own if not response.url.endswith(FOR_LATER)]
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
        # Some tests cut the connection, which Chromium reports on its console. The server also closes idle connections;
        # a request that is sent over such a connection at the same moment fails.
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
"""A script that delays the messages of WebSockets, including their end, and of workers."""


def slow_down(page: Page, latency: float) -> None:
    """Adds milliseconds to each request of a page, also for files that the browser has cached, and to each message that
    it gets. The state of a page before its scripts run, or before an answer arrives, then lasts so long that a test
    fails if it does not wait for the next state."""
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
    """The folder with the files of the site without a server."""
    return built_site()


@pytest.fixture
def served(site_folder: Path) -> Iterator[SiteServer]:
    """A plain file server with the site's files."""
    server = SiteServer(site_folder)
    yield server
    server.stop()


@pytest.fixture
def start(chromium: Browser, tmp_path: Path) -> Iterator[Start]:
    """Starts the browser of one person. Each call starts the same browser, so that it remembers earlier visits."""
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
