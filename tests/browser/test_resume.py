"""Pages closed, reloaded, cut off: the game goes on."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Visit, own_app
from tests.browser.test_game import at
from tests.web.process import App


def test_a_reload_in_mid_game_loses_nothing(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.choose("d3", "d4")
    table.has_moves(2)
    moves, squares = table.moves(), table.names()
    table.page.reload()
    table.has_moves(2)
    assert (table.moves(), table.names()) == (moves, squares)


def test_the_start_page_offers_to_go_on(visit: Visit, tmp_path: Path) -> None:
    with own_app(tmp_path) as app:
        table = visit(app.address)
        table.choose("d3", "d4")
        table.has_moves(2)
        table = visit(app.address)
        table.has_moves(2)
        table.press("Continue")
        table.hears("Your turn|You must take")


def test_a_killed_app_comes_back_and_so_does_the_page(visit: Visit, tmp_path: Path) -> None:
    with own_app(tmp_path) as app:
        table = visit(at(app, opponent="person"))
        table.choose("d3", "d4")
        table.has_moves(1)
        port = str(app.port)
        app.kill()
        expect(table.page.get_by_text("The connection is lost")).to_be_visible()
    with own_app(tmp_path, "--port", port, "--no-browser"):
        expect(table.page.get_by_text("The connection is lost")).to_be_hidden()
        table.choose("a6", "a5")
        table.has_moves(2)
        assert table.moves() == ["White: d3-d4", "Black: a6-a5"]


def test_two_windows_show_the_same_game(visit: Visit, app: App) -> None:
    address = at(app, opponent="person")
    one, other = visit(address), visit(address)
    one.is_ready()
    other.is_ready()
    one.choose("d3", "d4")
    other.has_moves(1)
    other.choose("a6", "a5")
    one.has_moves(2)


def test_a_game_that_does_not_exist_leads_back(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}healthz")
    table.page.route("**/api/none", lambda route: route.abort())
    answer = table.page.request.get(f"{app.address}game/none", headers={"accept": "text/html"})
    assert answer.status == 404
    assert re.search(r'<a [^>]*href="/"', answer.text())
