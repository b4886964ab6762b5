"""The site without a server in Firefox and WebKit: Python, the kernel and the search run in their WebAssembly."""

from collections.abc import Iterator

import pytest

from tests.browser.site_server import SiteServer, built_site
from tests.engines.drivers import Browser
from tests.engines.page import Page


@pytest.fixture(scope="module")
def served() -> Iterator[SiteServer]:
    server = SiteServer(built_site())
    yield server
    server.stop()


def test_a_game_is_played_without_a_server_and_is_there_after_a_reload(browser: Browser, served: SiteServer) -> None:
    page = Page(browser)
    page.open(f"{served.address}en/")
    page.play("d3", "d4")
    page.moves(2)
    page.open(f"{served.address}en/games.html")
    assert page.has("document.querySelectorAll('.games li').length") == 1
    page.open(f"{served.address}en/")
    assert page.moves(2)[0] == "White: d3-d4"


def test_the_search_finds_a_win_without_a_server(browser: Browser, served: SiteServer) -> None:
    page = Page(browser)
    page.open(f"{served.address}en/analysis.html?fen=W:Wd3,Ke1:Bd6,e7")
    page.has("square('d3')")
    page.run("document.querySelector('#engine').click()")
    page.has("document.querySelector('#found')?.innerText.includes('e1xe8')")


def test_a_long_search_has_several_threads(browser: Browser, served: SiteServer) -> None:
    page = Page(browser)
    page.open(f"{served.address}en/analysis.html")
    page.run("return navigator.serviceWorker.ready.then(() => null)")
    page.open(f"{served.address}en/analysis.html")
    page.has("crossOriginIsolated")
    page.has("square('d3')")
    page.run("document.querySelector('#engine').click()")
    page.has("document.querySelector('#found li')?.innerText.includes('-')")
    assert any("kernel_threads.wasm" in path for path in served.asked)
