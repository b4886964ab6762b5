"""A long search on the site without a server uses several threads if the page may share memory and the device has
several cores."""

import re

from playwright.sync_api import Page, expect

from tests.browser.device import Start, visited
from tests.browser.site_server import SiteServer
from tests.support import PATIENCE

MODULE = "kernel_threads.wasm"
THREAD = "thread_worker.js"
CORES = "Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => %d });\n"
NO_ROOM = "WebAssembly.Memory = function () { throw new RangeError('no room'); };\n"


def analyse(page: Page, served: SiteServer) -> None:
    """Switches the engine on, and waits until it shows a line."""
    page.goto(f"{served.address}en/analysis.html")
    page.get_by_role("switch", name="Engine").check()
    expect(page.locator("#found li").first).to_have_text(re.compile("[a-h][1-8]"))


def helping(page: Page) -> int:
    """The number of threads besides the first."""
    return sum(worker.url.endswith(THREAD) for worker in page.workers)


def expect_help(page: Page, wanted: int) -> None:
    """Waits until there are at least `wanted` threads. Threads of the page before may be counted too."""
    for _ in range(int(10 * PATIENCE)):
        if helping(page) >= wanted:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{helping(page)} threads help, not {wanted}")


def fetched(served: SiteServer) -> bool:
    """Whether the kernel for several threads has been requested."""
    return any(MODULE in path for path in served.asked)


def test_an_analysis_has_threads_and_has_them_without_a_network(start: Start, served: SiteServer) -> None:
    served.before["worker.js"] = CORES % 3
    page = visited(start, served)
    assert not fetched(served)
    analyse(page, served)
    assert page.evaluate("crossOriginIsolated")
    expect_help(page, 2)
    served.stop()
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    analyse(page, served)
    expect_help(page, 2)


def test_one_core_has_one_thread(start: Start, served: SiteServer) -> None:
    served.before["worker.js"] = CORES % 1
    page = visited(start, served)
    analyse(page, served)
    assert helping(page) == 0
    assert not fetched(served)


def test_a_device_without_room_for_threads_searches_with_one(start: Start, served: SiteServer) -> None:
    served.before["worker.js"] = CORES % 3
    served.before["search_worker.js"] = NO_ROOM
    page = visited(start, served)
    analyse(page, served)
    assert fetched(served)
    assert helping(page) == 0
