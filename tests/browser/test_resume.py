"""Pages that are closed, reloaded or cut off from the server: the game continues."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_archive import offer
from tests.browser.test_game import at
from tests.home.process import App, started


def test_a_reload_in_mid_game_loses_nothing(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.play("d3", "d4")
    table.has_moves(2)
    table.hears("Your turn|You must take")
    moves = table.moves()
    squares = table.names()
    table.page.reload()
    table.has_moves(2)
    table.hears("Your turn|You must take")
    assert (table.moves(), table.names()) == (moves, squares)


def test_the_start_page_offers_to_go_on(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        table = visit(app.address)
        table.play("d3", "d4")
        table.has_moves(2)
        table = visit(app.address)
        table.has_moves(2)
        table.press("Continue")
        table.hears("Your turn|You must take")


def test_a_killed_app_comes_back_and_so_does_the_page(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        table = visit(at(app, opponent="person"))
        table.play("d3", "d4")
        table.has_moves(1)
        port = str(app.port)
        app.kill()
        expect(table.page.get_by_text("The connection is lost")).to_be_visible()
    with started(tmp_path, "--port", port, "--no-browser"):
        expect(table.page.get_by_text("The connection is lost")).to_be_hidden()
        # The page may have to send the first move again before the app knows that it is Black's turn.
        table.play("a6", "a5")
        table.has_moves(2)
        assert table.moves() == ["White: d3-d4", "Black: a6-a5"]


def test_a_message_leaves_the_lost_connection_there(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        table = visit(at(app, opponent="person"))
        table.is_ready()
        table.page.clock.install()
        app.kill()
    lost = table.page.get_by_text("The connection is lost")
    expect(lost).to_be_visible()
    offer(table.page, "paste", "1. d3-d4 *")
    expect(table.page.get_by_text("The app does not answer.")).to_be_visible()
    expect(lost).to_be_hidden()
    table.page.clock.fast_forward(10_000)
    expect(lost).to_be_visible()
    visit.forgive()


def test_two_windows_show_the_same_game(visit: Visit, app: App) -> None:
    address = at(app, opponent="person")
    one = visit(address)
    other = visit(address)
    one.is_ready()
    other.is_ready()
    one.play("d3", "d4")
    other.has_moves(1)
    other.play("a6", "a5")
    one.has_moves(2)


def test_a_game_that_does_not_exist_leads_back(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}game/none").page
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="To the game").click()
    expect(page.get_by_role("gridcell")).to_have_count(64)
    assert ["404" in complaint for complaint in visit.complaints] == [True]
    visit.complaints.clear()
