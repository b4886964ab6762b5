"""The board in a game against another person: a planned move, and a link to the game."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.table import middle
from tests.browser.test_online import two
from tests.browser.wire import Wire
from tests.online.process import Process, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online")) as server:
        yield server


def test_a_planned_move_waits_for_the_other_player(visit: Visit, server: Process) -> None:
    white, black = two(visit, server.address)
    black.choose("b6", "b5")
    expect(black.square("b5")).to_have_accessible_name(re.compile("planned"))
    white.play("d3", "d4")
    for table in (white, black):
        table.has_moves(2)
        table.stands("b5", "black man")


def test_a_planned_move_that_cannot_be_played_is_told(visit: Visit, server: Process) -> None:
    white, black = two(visit, server.address)
    black.choose("b6", "b4")
    expect(black.square("b4")).to_have_accessible_name(re.compile("planned"))
    white.play("d3", "d4")
    black.hears("Your planned move could not be played")
    expect(black.square("b4")).not_to_have_accessible_name(re.compile("planned"))
    black.play("b6", "b5")
    white.has_moves(2)
    black.hears("Your opponent is thinking")


def test_the_key_that_closes_a_dialog_leaves_a_planned_move(visit: Visit, server: Process) -> None:
    _, black = two(visit, server.address)
    black.choose("b6", "b5")
    expect(black.square("b5")).to_have_accessible_name(re.compile("planned"))
    black.press("Settings")
    black.page.keyboard.press("Escape")
    expect(black.page.get_by_role("dialog")).to_have_count(0)
    expect(black.square("b5")).to_have_accessible_name(re.compile("planned"))
    black.page.keyboard.press("Escape")
    expect(black.square("b5")).not_to_have_accessible_name(re.compile("planned"))


def test_the_key_that_closes_the_menu_leaves_a_planned_move(visit: Visit, server: Process) -> None:
    _, black = two(visit, server.address)
    black.page.set_viewport_size({"width": 360, "height": 640})
    black.choose("b6", "b5")
    black.page.locator("button.menu").click()
    expect(black.page.locator(".doors a").last).to_be_visible()
    black.page.keyboard.press("Escape")
    expect(black.page.locator(".doors a").last).not_to_be_visible()
    expect(black.square("b5")).to_have_accessible_name(re.compile("planned"))


def test_a_planned_move_is_played_after_a_lost_connection(visit: Visit, server: Process) -> None:
    white, black = two(visit, server.address)
    line = Wire()
    black.page.route_web_socket("**/ws/game/*", line.connect)
    black.page.reload()
    black.choose("b6", "b5")
    expect(black.square("b5")).to_have_accessible_name(re.compile("planned"))
    line.cut()
    white.play("d3", "d4")
    white.has_moves(1)
    line.mend()
    for table in (white, black):
        table.has_moves(2)
        table.stands("b5", "black man")


def test_a_piece_chosen_early_stays_chosen_when_the_other_player_has_moved(visit: Visit, server: Process) -> None:
    white, black = two(visit, server.address)
    black.choose("d6")
    white.play("d3", "d4")
    black.has_moves(1)
    expect(black.square("d6")).to_have_accessible_name(re.compile("selected"))
    black.choose("d5")
    black.has_moves(2)
    black.stands("d5", "black man")


def test_a_piece_dragged_early_may_be_dropped_when_the_other_player_has_moved(visit: Visit, server: Process) -> None:
    white, black = two(visit, server.address)
    mouse = black.page.mouse
    mouse.move(*middle(black, "d6"))
    mouse.down()
    mouse.move(*middle(black, "e4"), steps=4)
    white.play("d3", "d4")
    black.has_moves(1)
    mouse.move(*middle(black, "d5"), steps=4)
    mouse.up()
    black.has_moves(2)
    black.stands("d5", "black man")


def test_a_piece_chosen_early_that_is_taken_is_no_longer_chosen(visit: Visit, server: Process) -> None:
    white, black = two(visit, server.address)
    white.play("e3", "e4")
    black.play("e6", "e5")
    black.has_moves(2)
    black.choose("e5")
    white.play("e4", "e8")
    black.has_moves(3)
    assert black.says("selected") == []


def test_whoever_watches_plans_nothing_and_has_the_link(visit: Visit, server: Process) -> None:
    white, _ = two(visit, server.address)
    address = white.page.url
    watching = visit(address)
    watching.is_ready()
    expect(white.page.get_by_label("Type a move")).to_be_visible()
    expect(watching.page.get_by_label("Type a move")).to_be_hidden()
    watching.choose("b6", "b5")
    expect(watching.page.locator(".planned")).to_have_count(0)
    watching.press("Position and game as text")
    expect(watching.page.get_by_label(re.compile("A link to this game"))).to_have_value(address)
