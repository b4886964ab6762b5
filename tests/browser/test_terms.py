"""The settings that players choose before a game, and their effect in it."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_game import at
from tests.browser.test_input import drag
from tests.home.process import App

TOUCH = {"touch_move": True}


def new_game(table: Table) -> Locator:
    """The dialog for a new game, with its options unfolded."""
    table.is_ready()
    table.press("New game")
    dialog = table.page.get_by_role("dialog", name="New game")
    dialog.get_by_text("Options").click()
    return dialog


def test_a_ruleset_brings_its_own_endings(visit: Visit, app: App) -> None:
    dialog = new_game(visit(at(app, opponent="person")))
    same = dialog.get_by_label("The same position again")
    idle = dialog.get_by_label("Only damas move, nothing is taken")
    expect(same).to_have_value("3")
    expect(idle).to_have_value("0")
    dialog.get_by_label("Rules", exact=True).select_option("world")
    expect(same).to_have_value("0")
    expect(idle).to_have_value("25")
    dialog.get_by_role("link", name="These rules, with drawings").click()
    expect(dialog.page).to_have_url(re.compile("/learn/rules/world$"))


def test_a_game_is_played_by_the_endings_chosen(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    dialog = new_game(table)
    before = table.page.url
    dialog.get_by_label("One piece against one").select_option("never")
    dialog.get_by_label("A touched piece must be played").check(force=True)
    with table.page.expect_request("**/api/games") as asked:
        dialog.get_by_role("button", name="Start the game").click()
    wish = asked.value.post_data_json
    assert wish["endings"] == {"one_each": "never", "kings_only_moves": 0, "repetitions": 3, "no_progress_moves": 0}
    assert wish["options"] == {"touch_move": True, "announcements": False, "last_three_kings": False}
    table.page.wait_for_url(lambda url: url != before)
    expect(new_game(table).get_by_label("One piece against one")).to_have_value("never")


def test_a_touched_piece_stays_chosen_and_is_played(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", options=TOUCH))
    table.is_ready()
    table.choose("d3")
    table.hears("You have touched d3")
    table.page.keyboard.press("Escape")
    table.stands("d3", "white man, selected")
    table.choose("e3")
    table.hears("A touched piece must be played")
    table.stands("d3", "white man, selected")
    drag(table, "d3", "d4")
    table.has_moves(1)
    table.hears("Black to move")


def test_a_piece_that_cannot_move_is_not_bound(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", options=TOUCH))
    table.is_ready()
    table.choose("d2", "d3")
    table.hears("You have touched d3")
    drag(table, "d3", "d4")
    table.has_moves(1)


def test_dragging_binds_too_and_a_reload_frees_nobody(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", options=TOUCH))
    table.is_ready()
    drag(table, "d3", "d3")
    table.hears("You have touched d3")
    table.page.reload()
    table.stands("d3", "white man, selected")
    table.choose("d4")
    table.has_moves(1)
