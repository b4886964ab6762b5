"""Typed moves and commands, hints, and clocks in words."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_game import at
from tests.home.process import App


def type_in(table: Table, text: str, label: str = "Type a move") -> None:
    field = table.page.get_by_role("textbox", name=label)
    field.fill(text)
    field.press("Enter")


def test_moves_are_typed_in_every_form(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd2,h2:Bd4,a7,f5"))
    table.is_ready()
    for number, text in enumerate(("h2-h3", "d4d3", "D2xD4", "a7-a6"), 1):
        type_in(table, text)
        table.has_moves(number)
    assert table.moves() == ["White: h2-h3", "Black: d4-d3", "White: d2xd4", "Black: a7-a6"]


def test_what_cannot_be_played_is_explained(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd2,h2:Bd3,d5,a8"))
    table.is_ready()
    type_in(table, "h2h3")
    table.hears("You must take 2 pieces")
    type_in(table, "hello")
    table.hears("That is not a move")
    assert table.moves() == []


@pytest.mark.parametrize(
    ("locale", "label", "word", "button"),
    [("en-GB", "Type a move", "resign", "Resign"), ("tr-TR", "Hamle yaz", "TERK", "Terk et")],
)
def test_resigning_is_typed(visit: Visit, app: App, locale: str, label: str, word: str, button: str) -> None:
    table = visit(at(app, opponent="person"), locale=locale)
    expect(table.page.get_by_role("gridcell")).to_have_count(64)
    expect(table.page.get_by_role("button", name=button).first).to_have_attribute("aria-disabled", "false")
    type_in(table, word, label)
    table.page.get_by_role("dialog").get_by_role("button", name=button).click()
    expect(table.page.locator("#card")).to_have_attribute("data-tone", "end")


def test_a_move_is_taken_back_by_typing(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    type_in(table, "d3-d4")
    table.has_moves(1)
    type_in(table, "takeback")
    table.has_moves(0)


def test_the_field_can_be_put_away(visit: Visit, app: App) -> None:
    app.send("PUT", "api/preferences", {"typed_moves": False})
    table = visit(at(app, opponent="person"))
    table.is_ready()
    expect(table.page.get_by_role("textbox", name="Type a move")).to_be_hidden()


def test_a_hint_is_shown_and_said(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd2,h2:Bd4,d6,a8"))
    table.is_ready()
    table.page.keyboard.press("h")
    table.hears("Play (d2|h2)")
    expect(table.page.locator(".arrows .arrow-head")).to_have_count(1)
    type_in(table, "d2-d3")
    table.has_moves(1)
    expect(table.page.locator(".arrows .arrow-head")).to_have_count(0)


def test_a_hint_for_a_position_that_was_taken_back_is_not_shown_of_another(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    type_in(table, "d3-d4")
    table.has_moves(1)
    held: list[Route] = []
    table.page.route("**/hint*", lambda route: held.append(route), times=1)
    with table.page.expect_request("**/hint*"):
        table.page.locator("#hint").click()
    table.press("Take back")
    table.has_moves(0)
    type_in(table, "h3-h4")
    table.has_moves(1)
    with table.page.expect_response("**/hint*") as late:
        held[0].continue_()
    late.value.finished()
    table.page.evaluate("new Promise((done) => setTimeout(done, 100))")  # the page has read the answer
    expect(table.page.locator(".arrows .arrow-head")).to_have_count(0)


def test_the_clocks_are_said_on_request(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", clock={"base": 300, "increment": 0}))
    table.is_ready()
    table.page.keyboard.press("t")
    expect(table.page.get_by_role("status").filter(has_text="White 5:00, Black 5:00")).to_have_count(1)


def test_a_free_level_is_set_and_shown(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    before = table.page.url
    table.press("New game")
    dialog = table.page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="The computer").check(force=True)
    dialog.get_by_role("radio", name="Free").check(force=True)
    dialog.get_by_label("Seconds for a move").fill("1")
    dialog.get_by_label("Moves ahead at most").fill("3")
    dialog.get_by_role("button", name="Start the game").click()
    table.page.wait_for_url(lambda url: url != before)
    expect(table.page.get_by_text("Black · Free 1s d3")).to_be_visible()
    table.play("d3", "d4")
    table.has_moves(2)
