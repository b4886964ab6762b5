"""What Chromium prints of the arbiter's pages and of games: all of it, on as few pages as possible, without buttons."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.printed import Printed
from tests.browser.table import Table
from tests.browser.test_accessibility import DESK, PHONE
from tests.browser.test_game import at as game_at
from tests.browser.test_tournaments import at, do, opened
from tests.home.process import App

CLICKED = ("Players", "Cross-table", "Papers", "Log", "Undo", "Print", "Arbiter", "Pair round", "Learn", "Puzzles", "▶")
"""Words of the navigation and of buttons."""


@pytest.fixture(scope="module")
def club(shared_app: App) -> str:
    """A tournament of sixty players, with one result."""
    id = opened(shared_app, players=60)
    do(shared_app, id, type="pair", round=1)
    do(shared_app, id, type="score", round=1, board=1, result="1-0")
    return id


def printed(visit: Visit, address: str) -> list[str]:
    page = visit(address).page
    expect(page.locator("#tournament")).to_be_visible()
    return Printed(page.pdf(format="A4")).pages()


@pytest.mark.parametrize(
    ("view", "pages", "head", "row"),
    [
        ("round", 1, "Bd\nWhite\nPoints\nResult\nPoints\nBlack", "30\nPlayer 60\n0\n—\n0\nPlayer 30"),
        ("standings", 2, "Place\nName\nRating\nPoints\nBuchholz cut 1", "Player 60\n2240"),
        ("crosstable", 2, "Place\nName\n1\nPoints", "Player 60\n30w…"),
    ],
)
def test_a_list(visit: Visit, app: App, club: str, view: str, pages: int, head: str, row: str) -> None:
    found = printed(visit, at(app, club, view))
    assert len(found) == pages
    assert all(head in page for page in found)
    assert "Swiss system · 60 players · Round 1 of 3" in found[0]
    assert row in found[-1]
    assert [word for word in CLICKED if word in "".join(found)] == []


def test_a_notation_sheet_for_each_board(visit: Visit, app: App, club: str) -> None:
    found = printed(visit, at(app, club, "sheets"))
    assert len(found) == 30
    for number, page in enumerate(found, 1):
        assert page.count("Club") == 1
        assert f"Bd: \n{number}\n" in page
        assert "\n60. " in page
        assert "Signatures" in page
    assert "White: \nPlayer 1\nBlack: \nPlayer 31" in found[0]
    assert [word for word in CLICKED if word in "".join(found)] == []


def test_an_empty_notation_sheet_before_the_first_round(visit: Visit, app: App) -> None:
    [page] = printed(visit, at(app, opened(app), "sheets"))
    assert "White: \n______" in page


PAPER: ViewportSize = {"width": 718, "height": 1047}
"""The size of A4 without its margins, in pixels."""
IN_PLAY = pytest.param(lambda app: game_at(app, opponent="person"), id="game")
ANALYSED = pytest.param(lambda app: f"{app.address}analysis", id="analysis")
IN_A_GAME = (
    "Take back",
    "Offer draw",
    "Resign",
    "New game",
    "Type a move",
    "Hint",
    "Comment on",
    "Draw arrows",
    "Review",
)
"""Words of buttons and fields, or of their accessible names."""
VISIBLE_BUTTONS = """() => [...document.querySelectorAll("button:not(.move), input, textarea, select, summary")]
  .filter((part) => part.checkVisibility()).map((part) => part.id || part.className)"""
INKS = """() => [...document.querySelectorAll(".player .name, .move")].map((part) => getComputedStyle(part).color)"""


def one_move(visit: Visit, address: str, viewport: ViewportSize = DESK) -> Table:
    """The page of a game or an analysis in which White has played d3-d4."""
    table = visit(address, viewport)
    expect(table.page.get_by_role("gridcell")).to_have_count(64)
    table.play("d3", "d4")
    expect(table.page.locator(".move")).to_have_count(1)
    return table


def on_paper(page: Page) -> None:
    """Lays the page out as for printing."""
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("address", [IN_PLAY, ANALYSED])
def test_a_game_with_its_moves(visit: Visit, app: App, address: Callable[[App], str], viewport: ViewportSize) -> None:
    table = one_move(visit, address(app), viewport)
    [page] = Printed(table.page.pdf(format="A4")).pages()
    assert "d3-d4" in page
    assert [word for word in IN_A_GAME if word in page] == []


def test_a_game_that_is_over_has_its_result_on_paper(visit: Visit, app: App) -> None:
    table = one_move(visit, game_at(app, opponent="person"))
    table.press("Resign")
    table.page.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    expect(table.page.locator("#card")).to_have_attribute("data-tone", "end")
    headline = table.page.locator("#headline").inner_text()
    [page] = Printed(table.page.pdf(format="A4")).pages()
    assert headline in page
    assert "d3-d4" in page
    assert [word for word in (*IN_A_GAME, "Rematch") if word in page] == []


def test_zen_hides_no_moves_on_paper(visit: Visit, app: App) -> None:
    table = one_move(visit, game_at(app, opponent="person"))
    table.page.evaluate("document.documentElement.dataset.zen = ''")
    expect(table.page.locator(".record")).to_be_hidden()
    [page] = Printed(table.page.pdf(format="A4")).pages()
    assert "d3-d4" in page


@pytest.mark.parametrize("address", [IN_PLAY, ANALYSED])
def test_a_printed_board_is_square_and_has_nothing_to_press(
    visit: Visit, app: App, address: Callable[[App], str]
) -> None:
    page = one_move(visit, address(app)).page
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    on_paper(page)
    board = page.locator("dama-board").bounding_box()
    moves = page.locator(".moves").bounding_box()
    assert board
    assert moves
    assert abs(board["width"] - board["height"]) < 1
    assert moves["y"] > board["y"] + board["height"]
    assert page.evaluate(VISIBLE_BUTTONS) == []
    assert set(page.evaluate(INKS)) == {"rgb(0, 0, 0)"}
