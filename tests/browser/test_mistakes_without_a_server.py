"""A player's own mistakes on the site without a server: found in a game against the computer, solved, and then gone."""

import re
from urllib.parse import quote

from playwright.sync_api import Page, expect

from damaci.board.color import Color
from damaci.puzzles import puzzles
from tests.browser.conftest import Visit
from tests.browser.site_server import SiteServer
from tests.browser.table import Table
from tests.browser.test_accessibility import PHONE, violations
from tests.browser.test_online_puzzles import ends, plain, wrong

EACH = next(each for each in puzzles() if each.goal == "win" and each.position.turn is Color.WHITE and plain(each))


def blunder(page: Page, address: str) -> None:
    """Plays a game from a position in which only one move is right, with another move."""
    page.goto(f"{address}en/analysis.html?fen={quote(EACH.fen)}")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_text("Play from here").click()
    page.get_by_role("combobox", name="Opponent").select_option("The computer: Beginner")
    page.get_by_role("combobox", name="Your colour").select_option("White")
    with page.expect_navigation():
        page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    table.play(*wrong(EACH))
    expect(table.record).to_have_count(2)
    table.press("Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Resign")).to_be_disabled()


def test_a_mistake_is_found_and_solved(visit: Visit, served: SiteServer) -> None:
    table = visit(f"{served.address}en/", viewport=PHONE)
    page = table.page
    blunder(page, served.address)
    page.goto(f"{served.address}en/puzzles.html")
    page.get_by_role("link", name=re.compile("Your mistakes")).click()
    expect(page.locator("#about")).to_have_text("One left")
    expect(page.locator("#detail")).to_have_text(re.compile(r"^In your game of \d{1,2} \w+ \d{4}, .* was played"))
    assert violations(page) == []
    table.play(*ends(EACH.moves[0]))
    table.hears("Solved!")
    page.reload()
    expect(page.locator("#headline")).to_have_text("Nothing is left to be solved.")
