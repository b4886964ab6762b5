"""The pages of `damaci` and `damaci serve` in Firefox and WebKit."""

import pytest

from tests.engines.drivers import Browser
from tests.engines.page import Page
from tests.home.process import App, started
from tests.online.process import Process, serving


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> App:
    with started(tmp_path_factory.mktemp("home")) as app:
        yield app


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Process:
    with serving(tmp_path_factory.mktemp("online")) as server:
        yield server


def test_a_game_at_home_is_played_and_is_there_after_a_reload(browser: Browser, app: App) -> None:
    page = Page(browser)
    game = app.new_game(opponent="engine", level="beginner", color="white")
    page.open(f"{app.address}game/{game}")
    page.play("d3", "d4")
    page.moves(2)
    page.open(f"{app.address}game/{game}")
    assert page.moves(2)[0] == "White: d3-d4"
    assert page.has("square('d4')?.getAttribute('aria-label')").startswith("d4, white man")


def test_the_engine_s_lines_are_shown(browser: Browser, app: App) -> None:
    page = Page(browser)
    page.open(f"{app.address}analysis?fen=W:Wd3,Ke1:Bd6,e7")
    page.has("square('d3')")
    page.run("document.querySelector('#engine').click()")
    assert page.has("document.querySelector('#found')?.innerText.trim()")


def test_a_game_online_is_begun_in_the_lobby_and_played(browser: Browser, server: Process) -> None:
    page = Page(browser)
    page.open(server.address)
    page.run(
        """const form = await until("the form", () => document.querySelector("form#new"));
        for (const name of ["engine", "white"]) form.querySelector(`[value=${name}]`).click();
        setTimeout(() => form.requestSubmit(), 100);"""
    )
    page.has("location.pathname.startsWith('/game/')")
    page.play("d3", "d4")
    assert page.moves(2)[0] == "White: d3-d4"
