"""Records that are brought in while a position is being set up in the analysis, and the check of that position as a
problem."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_accessibility import PHONE
from tests.browser.test_analysis import has_moves
from tests.browser.test_archive import offer
from tests.home.process import App

PROBLEM = "analysis?fen=W:Wf2:Bh2,h8"


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
    visit.forgive()  # Chromium's message about the answer with status 400


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


def checked(page: Page) -> None:
    """Checks the position as a problem, and waits for the verdict."""
    page.get_by_role("button", name="Is it sound?").click()
    expect(page.locator("#verdict")).to_have_text(re.compile("^It |^Every "))


def test_the_verdict_on_a_problem_goes_with_its_position(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}{PROBLEM}")
    page = set_up(table)
    page.get_by_text("Check as a problem").click()
    for change in ("Start position", "Clear the board"):
        checked(page)
        table.press(change)
        expect(page.locator("#verdict")).to_have_text("")
        offer(page, "paste", "W:Wf2:Bh2,h8")
        expect(page.locator("#faults")).to_have_text("")
    checked(page)
    offer(page, "paste", "W:Wf2:Bh2,g8")
    expect(page.locator("#verdict")).to_have_text("")
    checked(page)
    table.press("Back")
    set_up(table)
    expect(page.locator("#verdict")).to_have_text("")


BROKEN_MOVES = """element => {
  const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), broken = [];
  while (words.nextNode())
    for (const { 0: move, index } of words.currentNode.data.matchAll(/[a-h][1-8]-[a-h][1-8]/g)) {
      const range = document.createRange();
      range.setStart(words.currentNode, index);
      range.setEnd(words.currentNode, index + move.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(move);
    }
  return broken;
}"""
"""The moves in a text that are broken over two lines."""


def test_no_move_of_a_verdict_is_broken_at_its_hyphen(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis?fen=B:Wa3,f2:Ba7,h5", viewport=PHONE)
    page = set_up(table)
    page.get_by_text("Check as a problem").click()
    checked(page)
    verdict = page.locator("#verdict")
    broken = []
    for width in range(100, 300, 7):
        verdict.evaluate("(element, width) => { element.style.inlineSize = `${width}px`; }", width)
        broken += verdict.evaluate(BROKEN_MOVES)
    expect(verdict).to_contain_text("h5-h4")
    assert broken == []


def test_on_a_phone_the_verdict_is_seen_where_the_button_was_pressed(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}{PROBLEM}", viewport=PHONE)
    page = set_up(table)
    page.get_by_text("Check as a problem").click()
    button = page.get_by_role("button", name="Is it sound?")
    button.evaluate("button => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight)")
    checked(page)
    expect(page.locator("#verdict")).to_be_in_viewport(ratio=1)


def test_a_verdict_that_comes_late_is_not_on_another_position(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}{PROBLEM}")
    page = set_up(table)
    page.get_by_text("Check as a problem").click()
    held: list[Route] = []
    page.route("**/api/analysis/problem", lambda route: held.append(route))
    with page.expect_request("**/api/analysis/problem"):
        page.get_by_role("button", name="Is it sound?").click()
    expect(page.locator("#verdict")).to_have_text("Looking…")
    table.press("Start position")
    expect(page.locator("#verdict")).to_have_text("")
    with page.expect_response("**/api/analysis/problem"):
        held[0].continue_()
    page.unroute_all()
    page.wait_for_timeout(200)
    expect(page.locator("#verdict")).to_have_text("")
    offer(page, "paste", "W:Wf2:Bh2,h8")
    table.stands("f2", "white man")
    checked(page)


def test_a_board_without_pieces_is_told_to_be_no_problem(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    page = set_up(table)
    page.get_by_text("Check as a problem").click()
    table.press("Clear the board")
    page.get_by_role("button", name="Is it sound?").click()
    expect(page.locator("#verdict")).to_have_text("Put at least one piece on the board.")
