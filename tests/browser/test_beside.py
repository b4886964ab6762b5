"""`damaci serve` with the site without a server beside its own pages: finished games are studied in the visitor's
browser, at no cost to the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.site_server import built_site
from tests.browser.test_online import SHORT_GAME
from tests.online.process import Client, Process, serving

NO_ENGINE = """
import damaci.online.services
def fail(**options):
    raise RuntimeError("an engine of the server is asked")
damaci.online.services.Engine = fail
"""
"""The server's engines fail the test that asks one."""


@pytest.fixture(scope="module")
def site() -> Path:
    return built_site()


@pytest.fixture(scope="module")
def server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), NO_ENGINE, DAMACI_SITE=str(site)) as server:
        yield server


def play(server: Process, moves: str) -> str:
    """A game of two guests; its id."""
    white, black = Client(server.address), Client(server.address)
    game: str = white.send("POST", "/api/v1/games", {"color": "white"})["id"]
    black.send("POST", f"/api/v1/games/{game}/join")
    for number, move in enumerate(moves.split()):
        player = (white, black)[number % 2]
        request = {"type": "move", "id": f"{number}", "ply": number + 1, "move": move}
        player.send("POST", f"/api/v1/games/{game}/requests", request)
    return game


def test_a_finished_game_is_studied_in_the_visitors_browser(visit: Visit, server: Process) -> None:
    game = play(server, SHORT_GAME)
    table = visit(f"{server.address}game/{game}")
    page = table.page
    table.press("Analyse")
    page.wait_for_url(f"{server.address}app/en/analysis.html?game=*")
    assert page.evaluate("crossOriginIsolated")
    expect(page.locator("#moves button")).to_have_count(len(SHORT_GAME.split()))
    page.get_by_role("switch", name="Engine").check()
    expect(page.locator("#found li").first).to_be_visible()
    page.go_back()
    table.press("Review")
    page.wait_for_url(f"{server.address}app/en/analysis.html?game=*")
    expect(page.locator("#graph")).to_be_visible()
    page.goto(f"{server.address}app/en/games.html")
    expect(page.locator(".games li")).to_have_count(1)


def test_a_game_between_people_offers_no_help(visit: Visit, server: Process) -> None:
    game = play(server, "d3-d4 d6-d5")
    table = visit(f"{server.address}game/{game}")
    expect(table.record).to_have_count(2)
    for name in ("Analyse", "Review", "Hint"):
        expect(table.page.get_by_role("button", name=name)).to_have_count(0)
    table.press("Position and game as text")
    expect(table.page.get_by_role("dialog")).to_be_visible()
    expect(table.page.get_by_role("link", name="Analyse this game")).to_have_count(0)
    table.page.goto(f"{server.address}analysis?game={game}")
    expect(table.page).to_have_url(f"{server.address}game/{game}")
