"""Actions of players before the page has received the game, or their last move: none is lost, and each applies to the
position that they see."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_game import at
from tests.browser.test_typed import type_in
from tests.browser.wire import SlowWire
from tests.home.process import App


def late_game(page: Page) -> SlowWire:
    """Delays the messages that a page gets about its game."""
    wire = SlowWire(holding=True)
    page.route_web_socket("**/ws/game/*", wire.connect)
    return wire


def test_a_new_game_that_is_wanted_before_the_game_is_there_is_asked_for_then(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}learn").page
    game = late_game(page)
    page.goto(at(app, level="beginner"))
    page.get_by_role("button", name="New game").click()
    game.release()
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()


def test_a_move_that_is_typed_before_the_game_is_there_is_played_then(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}learn")
    game = late_game(table.page)
    table.page.goto(at(app, opponent="person"))
    table.page.get_by_role("textbox", name="Type a move").fill("d3-d4")
    table.page.keyboard.press("Enter")
    game.release()
    table.has_moves(1)
    expect(table.page.get_by_role("textbox", name="Type a move")).to_have_value("")


def test_a_move_that_is_changed_before_the_game_is_there_waits_for_its_player(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}learn")
    game = late_game(table.page)
    table.page.goto(at(app, opponent="person"))
    field = table.page.get_by_role("textbox", name="Type a move")
    field.fill("d3-d4")
    field.press("Enter")
    field.fill("e3-e4")
    game.release()
    expect(table.square("d3")).to_have_accessible_name(re.compile("white man"))
    table.page.wait_for_timeout(300)
    expect(field).to_have_value("e3-e4")
    field.press("Enter")
    table.stands("e4", "white man")


def after_a_late_move(visit: Visit, app: App) -> tuple[Table, SlowWire]:
    """Both sides have moved on one device that they share; the page has not received the second move yet."""
    table = visit(f"{app.address}learn")
    game = late_game(table.page)
    table.page.goto(at(app, opponent="person"))
    game.release()
    table.play("d3", "d4")
    table.take("a6")
    game.hold()
    table.choose("a5")
    table.has_moves(2)
    return table, game


def test_a_draw_is_offered_by_the_side_to_move(visit: Visit, app: App) -> None:
    table, game = after_a_late_move(visit, app)
    table.press("Offer draw")
    game.release()
    table.hears("White offers a draw")


def test_a_move_is_taken_back_once_it_is_made(visit: Visit, app: App) -> None:
    table, game = after_a_late_move(visit, app)
    expect(table.page.get_by_role("button", name="Take back")).to_be_disabled()
    game.release()
    table.press("Take back")
    table.hears("Black to move")
    table.has_moves(1)


def test_the_answer_to_it_is_typed(visit: Visit, app: App) -> None:
    table, game = after_a_late_move(visit, app)
    type_in(table, "d4-d5")
    game.release()
    table.has_moves(3)
