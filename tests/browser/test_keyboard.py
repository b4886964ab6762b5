"""The pages for users of a keyboard or a screen reader: they can reach the board, and every change is announced."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_game import at
from tests.browser.wire import SlowWire
from tests.home.process import App

FOUR = "W:Wf3,a2:Bc7,d6,e5,g5,f4"
"""White has to take four with f3."""
COUNT_NEWS = """() => {
    window.news = 0;
    const status = document.querySelector("#card [role=status]");
    const count = () => (window.news += 1);
    new MutationObserver(count).observe(status, { childList: true, characterData: true, subtree: true });
}"""


def test_a_refusal_goes_away_when_the_right_move_begins(app: App, visit: Visit) -> None:
    table = visit(at(app, opponent="person", fen=FOUR))
    table.is_ready()
    table.choose("a2", "a3")
    expect(table.status("The arrow on the board shows how")).to_be_visible()
    table.choose("f3")
    expect(table.status("The arrow on the board shows how")).to_have_count(0)
    table.stands("f3", "white man, selected")


def test_the_same_refusal_is_said_again(app: App, visit: Visit) -> None:
    table = visit(at(app, opponent="person", fen=FOUR))
    table.is_ready()
    field = table.page.get_by_label("Type a move")
    field.fill("a2-a3")
    field.press("Enter")
    expect(table.status("The arrow on the board shows how")).to_be_visible()
    table.page.evaluate(COUNT_NEWS)
    field.fill("a2-a3")
    field.press("Enter")
    for _ in range(500):
        if table.page.evaluate("window.news > 0"):
            break
        table.page.wait_for_timeout(20)
    expect(table.status("You must take 4 pieces")).to_be_visible()


@pytest.mark.parametrize("dash", "–—−")
def test_a_move_with_a_dash_is_typed(app: App, visit: Visit, dash: str) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    field = table.page.get_by_label("Type a move")
    field.fill(f"d3{dash}d4")
    field.press("Enter")
    expect(table.record.first).to_have_accessible_name("White: d3-d4")


def test_a_promotion_is_said(app: App, visit: Visit) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd7,a2:Bh7,h6"))
    table.is_ready()
    table.play("d7", "d8")
    expect(table.status("White: d7-d8, becomes a dama")).to_be_attached()
    expect(table.record.first).to_have_accessible_name("White: d7-d8, becomes a dama")


def test_the_board_is_two_keys_away(app: App, visit: Visit) -> None:
    for address in (at(app, opponent="person"), f"{app.address}analysis", f"{app.address}learn/corners"):
        table = visit(address)
        expect(table.page.get_by_role("gridcell")).to_have_count(64)
        table.page.keyboard.press("Tab")
        expect(table.page.get_by_role("link", name="To the board")).to_be_focused()
        table.page.keyboard.press("Enter")
        expect(table.page.locator("[role=gridcell]:focus")).to_have_count(1)


def test_a_new_game_by_keys_begins_at_its_board(app: App, visit: Visit) -> None:
    address = at(app, opponent="person")
    table = visit(address)
    table.is_ready()
    table.page.keyboard.press("n")
    table.page.get_by_role("button", name="Start the game").focus()
    table.page.keyboard.press("Enter")
    expect(table.page).not_to_have_url(re.compile(re.escape(address)))
    expect(table.page.locator("[role=gridcell]:focus")).to_have_count(1)


def test_an_answer_leaves_the_keyboard_at_the_board(app: App, visit: Visit) -> None:
    table = visit(at(app, opponent="person"))
    table.play("d3", "d4")
    expect(table.record).to_have_count(1)
    table.page.locator("body").press("ArrowLeft")
    # `press` cannot be used: the button is gone before its key is up, and Playwright would look for it again.
    table.page.get_by_role("button", name="Back to the game").focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator("[role=gridcell]:focus")).to_have_count(1)


def test_the_answer_to_a_move_does_not_lead_back_from_an_earlier_position(app: App, visit: Visit) -> None:
    table = visit(at(app, opponent="person"))
    answers = SlowWire()
    table.page.route_web_socket("**/ws/game/**", answers.connect)
    table.page.reload()
    table.is_ready()
    answers.hold()
    table.play("d3", "d4")
    table.page.locator("body").press("ArrowLeft")
    expect(table.page.get_by_role("button", name="Back to the game")).to_be_visible()
    answers.release()
    table.page.evaluate("new Promise(requestAnimationFrame)")  # the page has got the answer
    table.stands("d3", "white man")
    table.page.get_by_role("button", name="Back to the game").focus()
    table.page.keyboard.press("Enter")
    table.stands("d4", "white man")
