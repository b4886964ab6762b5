"""What is brought in while a position is set up in the analysis, and the check of that position as a problem."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_analysis import has_moves
from tests.browser.test_archive import offer
from tests.home.process import App


def set_up(table: Table) -> Page:
    """Opens the editor."""
    table.press("Set up a position")
    expect(table.page.get_by_role("radio", name="white man")).to_be_focused()
    return table.page


def test_a_position_that_comes_in_is_set_up(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    table.play("d3", "d4")
    has_moves(table.page, "d3-d4")
    page = set_up(table)
    page.get_by_label("Rules", exact=True).select_option("world")
    offer(page, "paste", "b:wd2,kc3:bf6.")
    table.stands("c3", "white dama")
    table.stands("d4", "empty")
    expect(page.get_by_role("radio", name="Black", exact=True)).to_be_checked()
    expect(page.get_by_label("Rules", exact=True)).to_have_value("world")
    offer(page, "drop", "W:Wd2:Bf6")
    table.stands("c3", "empty")
    table.press("Back")
    has_moves(page, "d3-d4")
    table.stands("d4", "white man")


def test_a_game_that_comes_in_closes_the_editor(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    page = set_up(table)
    offer(page, "drop", "1. h3-h4 *")
    has_moves(page, "h3-h4")
    expect(page.get_by_role("button", name="Clear the board")).to_be_hidden()
    page.keyboard.press("ArrowDown")
    table.stands("h4", "white man")


def test_what_cannot_be_read_leaves_the_editor_as_it_is(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    page = set_up(table)
    table.press("Clear the board")
    offer(page, "drop", "W:Wd9:Bf6")
    expect(page.locator("#banner")).to_contain_text("cannot be read")
    table.stands("d3", "empty")
    visit.forgive()  # Chromium's, of the answer with status 400


def test_a_position_is_pasted_at_a_tool(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    page = set_up(table)
    page.evaluate(
        """() => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', 'W:Wd2:Bf6');
            document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }));
        }"""
    )
    table.stands("f6", "black man")
    table.stands("d3", "empty")
