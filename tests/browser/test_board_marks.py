"""Marks and settings of the board: what a viewer draws, planned moves, the mouse wheel, hidden pieces, and pictures of
the board."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table, middle
from tests.browser.test_game import at
from tests.home.process import App

DRAWN = ".arrows.drawn .arrow-line"
CIRCLES = ".arrows.drawn .arrow-ring"
WITHOUT_BOOK = "W:Wb2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Bb7,c7,d7,e7,f7,g7,h7,a6,b6,c6,d6,e6,f6,g6,h6"
"""A start that is in no book, so that the computer thinks about its first move."""
PONDERS = "free-5s"
"""Moves are planned while the computer thinks; five seconds are enough on a busy machine."""


def draw(table: Table, origin: str, target: str) -> None:
    """Draws an arrow with the right mouse button."""
    mouse = table.page.mouse
    mouse.move(*middle(table, origin))
    mouse.down(button="right")
    mouse.move(*middle(table, target), steps=4)
    mouse.up(button="right")


def test_arrows_and_circles_are_drawn_by_the_right_button(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    draw(table, "d3", "d5")
    draw(table, "e4", "e4")
    expect(table.page.locator(DRAWN)).to_have_count(1)
    expect(table.page.locator(CIRCLES)).to_have_count(1)
    draw(table, "d3", "d5")
    expect(table.page.locator(DRAWN)).to_have_count(0)
    table.square("h5").click()
    expect(table.page.locator(CIRCLES)).to_have_count(0)


def test_what_is_drawn_turns_with_the_board(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    draw(table, "a3", "a3")
    circle = table.page.locator(CIRCLES)
    before = circle.bounding_box()
    table.press("Turn the board")
    expect(circle).to_have_count(1)
    after = circle.bounding_box()
    assert before
    assert after
    assert after["x"] > before["x"]


def test_a_move_planned_ahead_is_played_in_turn(visit: Visit, app: App) -> None:
    table = visit(at(app, level=PONDERS, fen=WITHOUT_BOOK))
    table.is_ready()
    table.play("d3", "d4")
    table.has_moves(1)
    table.choose("g3", "g4")
    expect(table.square("g4")).to_have_accessible_name(re.compile("planned"))
    table.has_moves(3)
    table.stands("g4", "white man")


def test_a_planned_move_is_given_up_by_escape(visit: Visit, app: App) -> None:
    table = visit(at(app, level=PONDERS, fen=WITHOUT_BOOK))
    table.is_ready()
    table.play("d3", "d4")
    table.has_moves(1)
    table.choose("g3", "g4")
    expect(table.square("g4")).to_have_accessible_name(re.compile("planned"))
    table.page.keyboard.press("Escape")
    expect(table.square("g4")).not_to_have_accessible_name(re.compile("planned"))
    table.has_moves(2)
    table.stands("g3", "white man")


def test_a_plan_that_is_not_legal_is_dropped(visit: Visit, app: App) -> None:
    table = visit(at(app, level=PONDERS, fen=WITHOUT_BOOK))
    table.is_ready()
    table.play("d3", "d4")
    table.has_moves(1)
    table.choose("g3", "g6")
    expect(table.page.locator(".planned")).to_have_count(2)
    table.has_moves(2)
    expect(table.page.locator(".planned")).to_have_count(0)
    expect(table.record).to_have_count(2)


def test_plans_are_a_setting(visit: Visit, app: App) -> None:
    app.send("PUT", "api/preferences", {"pause": False, "premove": False})
    table = visit(at(app, level=PONDERS, fen=WITHOUT_BOOK))
    table.is_ready()
    table.play("d3", "d4")
    table.has_moves(1)
    table.choose("g3", "g4")
    expect(table.page.locator(".planned")).to_have_count(0)
    table.has_moves(2)


def test_the_wheel_goes_through_the_moves(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.play("d3", "d4")
    table.has_moves(1)
    table.page.mouse.move(*middle(table, "e5"))
    table.page.mouse.wheel(0, -100)
    table.stands("d3", "white man")
    table.page.mouse.wheel(0, 100)
    table.stands("d4", "white man")


def test_the_pieces_of_blindfold_are_named_but_not_shown(visit: Visit, app: App) -> None:
    app.send("PUT", "api/preferences", {"pause": False, "blindfold": True})
    table = visit(at(app, opponent="person"))
    table.is_ready()
    assert table.page.evaluate("getComputedStyle(document.querySelector('.pieces')).opacity") == "0"
    table.stands("d3", "white man")
    table.play("d3", "d4")
    table.has_moves(1)


VISIBLE = "getComputedStyle(document.querySelector('.pieces')).opacity"


@pytest.mark.parametrize("path", ["analysis", "learn/most-1", "puzzles/go/next?ruleset=turkish"])
def test_blindfold_is_for_games_alone(visit: Visit, app: App, path: str) -> None:
    """No other page has the key that shows the pieces again, so none may hide them."""
    app.send("PUT", "api/preferences", {"pause": False, "blindfold": True})
    page = visit(app.address + path).page
    expect(page.get_by_role("gridcell")).to_have_count(64)
    assert page.evaluate(VISIBLE) == "1"


def test_paper_has_the_pieces_of_blindfold(visit: Visit, app: App) -> None:
    app.send("PUT", "api/preferences", {"pause": False, "blindfold": True})
    page = visit(at(app, opponent="person")).page
    expect(page.get_by_role("gridcell")).to_have_count(64)
    page.emulate_media(media="print")
    assert page.evaluate(VISIBLE) == "1"


@pytest.mark.parametrize(("button", "name"), [("Picture (SVG)", "damaci.svg"), ("Picture (PNG)", "damaci.png")])
def test_the_board_is_kept_as_a_picture(visit: Visit, app: App, button: str, name: str) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.press("Position and game as text")
    with table.page.expect_download() as download:
        table.press(button)
    assert download.value.suggested_filename == name
    content = download.value.path().read_bytes()
    assert content.startswith(b"<svg" if name.endswith("svg") else b"\x89PNG")
    assert len(content) > 5000


def shown_on_paper(page: Page, selector: str) -> FloatRect | None:
    page.emulate_media(media="print")
    return page.locator(selector).first.bounding_box()


@pytest.mark.parametrize("address", [lambda app: at(app, opponent="person"), lambda app: f"{app.address}analysis"])
def test_paper_has_the_board_and_no_buttons(visit: Visit, app: App, address: Callable[[App], str]) -> None:
    table = visit(address(app))
    expect(table.page.get_by_role("gridcell")).to_have_count(64)
    board = shown_on_paper(table.page, "dama-board")
    assert board
    assert 440 < board["width"] < 470
    assert shown_on_paper(table.page, ".top") is None
    assert shown_on_paper(table.page, ".steps") is None


def test_paper_has_a_position_that_is_being_set_up_without_the_tools(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    page.get_by_role("button", name="Set up a position").click()
    expect(page.locator("#editor")).to_be_visible()
    assert shown_on_paper(page, "dama-board")
    assert shown_on_paper(page, "#editor") is None


def test_own_times_are_kept_and_offered_again(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.press("New game")
    dialog = table.page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Clock").select_option("Own times…")
    dialog.get_by_label("Minutes for each player").fill("7.5")
    dialog.get_by_label("Seconds for each move").fill("4")
    with table.page.expect_navigation():
        dialog.get_by_role("button", name="Start the game").click()
    table.is_ready()
    expect(table.page.locator("#player-bottom .clock")).to_have_text("7:30")
    table.press("New game")
    expect(dialog.get_by_label("Clock")).to_have_value("own")
    expect(dialog.get_by_label("Minutes for each player")).to_have_value("7.5")


@pytest.mark.parametrize("theme", ["wood", "stone", "soft"])
def test_each_sound_theme_is_heard(visit: Visit, app: App, theme: str) -> None:
    app.send("PUT", "api/preferences", {"pause": False, "sound_theme": theme})
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.page.evaluate(
        """() => {
            window.waves = [];
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...rest) {
                window.waves.push(this.type);
                return start.apply(this, rest);
            };
        }"""
    )
    table.play("d3", "d4")
    table.page.wait_for_function("() => window.waves.length === 2")
    wave = {"wood": "triangle", "stone": "square", "soft": "sine"}[theme]
    assert table.page.evaluate("window.waves") == [wave, wave]


def test_zen_mode_shows_only_the_game_and_can_be_left(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"), viewport={"width": 360, "height": 640})
    table.is_ready()
    header = table.page.locator("header")
    moves = table.page.get_by_role("log")
    table.page.keyboard.press("z")
    expect(header).to_be_hidden()
    expect(moves).to_be_hidden()
    table.play("d3", "d4")
    table.stands("d4", "white man")
    table.page.reload()
    table.is_ready()
    expect(header).to_be_hidden()
    table.press("Leave zen mode")
    expect(header).to_be_visible()
    expect(moves).to_be_visible()


def test_a_key_hides_the_pieces_and_says_so(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.page.keyboard.press("b")
    expect(table.status("The pieces are hidden")).to_be_attached()
    table.page.keyboard.press("b")
    expect(table.status("The pieces are shown")).to_be_attached()


def test_a_game_of_this_machine_has_no_link_for_others(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.press("Position and game as text")
    expect(table.page.get_by_role("button", name="Copy the link")).to_be_hidden()


def test_what_can_be_done_stands_in_even_rows(visit: Visit, app: App) -> None:
    """An action that is hidden leaves no gap between the others."""
    table = visit(at(app, opponent="person"))
    table.is_ready()
    names = ("Offer draw", "Resign", "New game")
    boxes = [table.page.get_by_role("button", name=name, exact=True).bounding_box() for name in names]
    assert len({round(box["width"]) for box in boxes if box}) == 1


def test_the_way_out_of_zen_mode_does_not_cover_the_clock(visit: Visit, app: App) -> None:
    app.send("PUT", "api/preferences", {"pause": False, "zen": True})
    address = at(app, opponent="person", clock={"base": 300, "increment": 3})
    for width, height in ((360, 640), (640, 360), (820, 1180)):
        table = visit(address, viewport={"width": width, "height": height})
        table.is_ready()
        clock = table.page.locator("#player-top .clock").bounding_box()
        leave = table.page.get_by_role("button", name="Leave zen mode").bounding_box()
        assert clock
        assert leave
        beside = clock["x"] + clock["width"] <= leave["x"]
        assert beside or clock["y"] >= leave["y"] + leave["height"]
