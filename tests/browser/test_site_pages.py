"""The other pages of the site without a server: each shows its content, fits, and is accessible."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, Visit
from tests.browser.site_server import SiteServer
from tests.browser.table import Table
from tests.browser.test_accessibility import PHONE, violations

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
"""Whether the page is wider than the window."""


def mistakes(table: Table) -> None:
    expect(table.page.get_by_text("what you overlook in it comes here")).to_be_visible()


def progress(table: Table) -> None:
    expect(table.page.get_by_text("and your results are here")).to_be_visible()


def openings(table: Table) -> None:
    table.page.locator("#openings summary").click()
    expect(table.page.locator("#openings tbody tr").first).to_be_visible()


def lesson(table: Table) -> None:
    expect(table.page.get_by_role("gridcell", name="a1")).to_be_visible()


def desk(table: Table) -> None:
    table.page.get_by_label("Name", exact=True).fill("Friday evening")
    table.press("Open the tournament")
    expect(table.page.get_by_role("heading", level=1)).to_have_text("Friday evening")


PAGES = {
    "puzzle.html?mode=mistakes": mistakes,
    "progress.html": progress,
    "analysis.html": openings,
    "course.html?lesson=asking-1": lesson,
    "practice.html?course=asking": lesson,
    "tournaments.html": desk,
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page(visit: Visit, served: SiteServer, page: str) -> None:
    table = visit(f"{served.address}en/{page}", viewport=PHONE)
    expect(table.page.locator("html")).not_to_have_attribute("data-waiting", "")
    PAGES[page](table)
    is_in_order(table.page)
    table.page.set_viewport_size(DESK)
    table.page.emulate_media(color_scheme="dark")
    is_in_order(table.page)


def is_in_order(page: Page) -> None:
    assert violations(page) == []
    assert not page.evaluate(WIDER)


def test_practice_says_where_it_searches_and_leads_to_the_tables(visit: Visit, served: SiteServer) -> None:
    table = visit(f"{served.address}en/practice.html?course=dama-and-men", viewport=PHONE)
    page = table.page
    searched = page.locator("#searched")
    dialog = page.locator("#settings-dialog")
    table.choose("f7", "f8")
    table.hears("The answer is .*, found by search")
    expect(searched).to_contain_text("the endgame tables of four pieces, which know the exact answer, are not there")
    is_in_order(page)
    page.get_by_role("button", name="Make them in the settings").click()
    expect(dialog.get_by_role("button", name="Make those of four pieces")).to_be_visible()
    expect(dialog.get_by_label("Rules", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    table.press("Another position")
    expect(searched).to_be_hidden()
