"""What the arbiter prints, as Chromium puts it on paper: whole, on as few pages as it takes, without any buttons."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.printed import Printed
from tests.browser.test_tournaments import at, do, opened
from tests.home.process import App

CLICKED = ("Players", "Cross-table", "Papers", "Log", "Undo", "Print", "Arbiter", "Pair round", "Learn", "Puzzles", "▶")
"""Words of navigation and buttons."""


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
