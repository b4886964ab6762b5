"""Pages from right to left, in Arabic: what belongs to the board still runs from left to right."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_game import at
from tests.home.process import App

KUWAIT = "ar-KW"
MOROCCO = "ar-MA"

AS_SEEN = """([selector, part]) => {
  const walker = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
  const seen = [];
  while (walker.nextNode()) {
    const start = walker.currentNode.data.indexOf(part || walker.currentNode.data);
    for (let at = start; start >= 0 && at < start + (part.length || walker.currentNode.length); at++) {
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + 1);
      const { left, width } = range.getBoundingClientRect();
      if (width > 0) seen.push([left, walker.currentNode.data[at]]);
    }
  }
  return seen.sort((one, other) => one[0] - other[0]).map(([, letter]) => letter).join("");
}"""
"""The letters of a line of text, or of a part of it, in their order on the page from left to right."""


def left(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"]


def test_the_page_is_mirrored_and_the_board_is_not(visit: Visit, app: App) -> None:
    page = visit(at(app, opponent="person", clock={"base": 300, "increment": 2}), locale=KUWAIT).page
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator("#player-bottom .clock")).to_have_text("5:00")
    assert left(page, ".brand") > left(page, "dama-board") > left(page, "#record")
    assert left(page, '[aria-label^="a1"]') < left(page, '[aria-label^="h1"]')
    steps = [left(page, f"#{step}") for step in ("first", "back", "forward", "live")]
    assert steps == sorted(steps)


def test_the_example_of_a_typed_move_follows_its_sentence_and_a_move_runs_to_the_right(visit: Visit, app: App) -> None:
    field = visit(at(app, opponent="person"), locale=KUWAIT).page.locator("#typed-move")
    expect(field).to_have_css("direction", "rtl")
    field.fill("d3")
    expect(field).to_have_css("direction", "ltr")


def test_moves_and_the_keys_that_step_through_them_run_to_the_right(visit: Visit, app: App) -> None:
    page = visit(at(app, opponent="person"), locale=KUWAIT).page
    for move in ("d3-d4", "d6-d5"):
        page.locator("#typed-move").fill(move)
        page.keyboard.press("Enter")
        expect(page.locator("#moves .move").last).to_have_attribute("data-text", move)
    places = [left(page, f"#moves {part}") for part in (".number", ".white", ".black")]
    assert places == sorted(places)
    page.locator("#flip").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-text", "d3-d4")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-text", "d6-d5")


@pytest.mark.parametrize(("locale", "numbers"), [(KUWAIT, "٢٣"), (MOROCCO, "23")])
def test_numbers_have_the_digits_of_the_visitors_region(visit: Visit, app: App, locale: str, numbers: str) -> None:
    page = visit(f"{app.address}learn/most-1", locale=locale).page
    expect(page.locator(".crumbs [data-counts]")).to_contain_text(numbers)
    expect(page.locator("#tasks p").first).to_contain_text("f3")


def test_what_is_said_keeps_notation_in_its_order(visit: Visit, app: App) -> None:
    app.import_games('[White "محمد"]\n[Black "Ada"]\n\n1. d3-d4 a6-a5 1-0')
    page = visit(f"{app.address}games", locale=KUWAIT).page
    assert page.evaluate(AS_SEEN, [".games b", ""]).startswith("Ada – ")
    page.goto(f"{app.address}analysis")
    page.locator("#text").click()
    page.locator("#incoming").fill("1. d3-d5 *")
    page.locator("#open-text button").click()
    expect(page.locator("#unread")).to_contain_text("d3-d5")
    assert page.evaluate(AS_SEEN, ["#unread", "d3-d5"]) == "d3-d5"
    visit.forgive()


def test_keys_are_those_in_the_same_place_on_an_arabic_keyboard(visit: Visit, app: App) -> None:
    page = visit(at(app, opponent="person"), locale=KUWAIT).page
    expect(page.locator("#moves")).to_be_attached()
    expect(page.locator("[role=gridcell]")).to_have_count(64)
    before = left(page, '[aria-label^="a1"]')
    press = "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))"
    page.evaluate(press, ["ب", "KeyF"])
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert left(page, '[aria-label^="a1"]') > before
    page.evaluate(press, ["؟", "Slash"])
    expect(page.locator("#help-dialog")).to_be_visible()


def test_a_puzzle_has_its_board(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}puzzles/go/next?ruleset=turkish&theme=", locale=KUWAIT).page
    expect(page.locator("dama-board [role=gridcell][aria-label]")).to_have_count(64)
