"""Solving puzzles on the page: by keyboard, a wrong move and its refutation, and on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from damaci.puzzles import puzzles
from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.home.process import App, started

SIZES = [(360, 640), (1440, 900)]
EACH = next(each for each in puzzles() if each.goal == "win" and not each.position.must_capture)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    with started(tmp_path_factory.mktemp("puzzles")) as app:
        yield app


def shown(visit: Visit, app: App, **options: object) -> Table:
    table = visit(f"{app.address}puzzles/{EACH.id}", **options)
    table.hears("Only one move is right")
    return table


def squares(move: str) -> list[str]:
    return re.findall(r"[a-h][1-8]", move)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_wrong_then_right(visit: Visit, app: App, width: int, height: int) -> None:
    table = shown(visit, app, viewport={"width": width, "height": height})
    page = table.page
    place = page.get_by_role("grid").bounding_box()
    position = EACH.position
    wrong = next(move for move in position.legal_moves if move != position.parse_move(EACH.moves[0]))
    table.play(str(wrong.origin), str(wrong.target))
    table.hears("is not it")
    expect(page.locator("dama-board .arrows > *").first).to_be_attached()
    page.get_by_role("button", name="Try again").click()
    table.hears("Only one move is right")
    for number, move in enumerate(EACH.moves[::2]):
        table.play(*[squares(move)[0], squares(move)[-1]])
        table.hears("Solved" if 2 * number + 1 == len(EACH.moves) else "Right so far")
    assert page.get_by_role("grid").bounding_box() == place, "nothing moves"
    page.get_by_role("button", name="Next").click()
    table.hears("The last move was|Only one move is right")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_hint_and_the_solution(visit: Visit, app: App) -> None:
    table = shown(visit, app)
    table.press("Hint")
    table.hears(f"Look at {squares(EACH.moves[0])[0]}")
    table.press("Solution")
    table.hears("The solution")
    expect(table.page.locator("#moves")).to_contain_text(EACH.moves[-1])


def test_where_all_of_a_kind_were_tried_the_page_says_so(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}puzzles/go/next?ruleset=turkish&theme=block")
    table.hears("You have tried them all")
    for name in ("Hint", "Solution", "Next"):
        expect(table.page.get_by_role("button", name=name)).to_be_hidden()
    expect(table.page.locator("#study")).to_be_hidden()


@pytest.mark.parametrize("locale", ["tr-TR", "bg-BG"])
def test_what_is_asked_is_read_whole_on_a_phone_on_its_side(visit: Visit, app: App, locale: str) -> None:
    page = visit(f"{app.address}puzzles/{EACH.id}", viewport={"width": 640, "height": 360}, locale=locale).page
    expect(page.locator("#headline")).not_to_be_empty()
    said = page.locator("#card")
    assert said.evaluate("card => card.scrollHeight <= card.clientHeight")


def test_where_no_mistake_is_left_nothing_is_to_be_analysed(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}puzzles/mistakes").page
    expect(page.locator("#headline")).to_have_text("Nothing is left to be solved.")
    expect(page.locator("#study")).to_be_hidden()


class Keys:
    """Solves puzzles with the keyboard only."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def at_the_board(self) -> None:
        expect(self._page.locator("[role=gridcell]:focus")).to_have_count(1)

    def choose(self, square: str) -> None:
        """Moves the focus to a square with the arrow keys, and chooses the square."""
        while (at := self._page.evaluate("document.activeElement.dataset.square")) != square:
            self._page.keyboard.press(self._page.evaluate(WAY, [at, square]))
        self._page.keyboard.press("Enter")

    def play(self, *squares: str) -> None:
        self.choose(squares[0])
        expect(self._page.get_by_role("gridcell", name=re.compile(f"^{squares[0]},.*selected"))).to_have_count(1)
        self.choose(squares[-1])

    def press(self, button: str) -> None:
        for _ in range(40):
            if self._page.evaluate("document.activeElement.textContent.trim()") == button:
                self._page.keyboard.press("Enter")
                return
            self._page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {button}")


WAY = """([from, to]) => {
  const place = (name) => document.querySelector(`[data-square="${name}"]`).getBoundingClientRect();
  const [across, down] = [place(to).x - place(from).x, place(to).y - place(from).y].map(Math.round);
  if (across) return across > 0 ? "ArrowRight" : "ArrowLeft";
  return down > 0 ? "ArrowDown" : "ArrowUp";
}"""
"""The name of the arrow key that leads from one square towards another."""


def test_by_keys_alone(visit: Visit, app: App) -> None:
    table = shown(visit, app)
    keys = Keys(table.page)
    wrong = next(move for move in EACH.position.legal_moves if move != EACH.position.parse_move(EACH.moves[0]))
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Enter")  # the link to the board
    keys.at_the_board()
    keys.play(str(wrong.origin), str(wrong.target))
    table.hears("is not it")
    keys.press("Try again")
    keys.at_the_board()
    for number, move in enumerate(EACH.moves[::2]):
        table.hears("Only one move is right|Your move|Right so far")
        keys.play(squares(move)[0], squares(move)[-1])
        table.hears("Solved" if 2 * number + 1 == len(EACH.moves) else "Right so far")
    keys.press("Next")
    keys.at_the_board()
