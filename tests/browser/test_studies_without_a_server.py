"""A study on the site without a server: it is created, and can be opened again without a network."""

import re

from playwright.sync_api import expect

from tests.browser.device import Start, visited
from tests.browser.site_server import SiteServer
from tests.browser.table import Table
from tests.browser.test_analysis import has_moves


def test_a_study_opens_again_without_a_network(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    page.goto(f"{served.address}en/studies.html")
    page.get_by_role("textbox", name="Title", exact=True).fill("Openings")
    page.get_by_role("button", name="Begin the study").click()
    page.wait_for_url(re.compile("study"))
    Table(page).play("d3", "d4")
    has_moves(page, "d3-d4")
    page.get_by_label("Comment on this move").fill("Why not?")
    expect(page.locator("#saved")).to_have_text("Kept")
    served.stop()
    page.goto(f"{served.address}en/studies.html")
    page.get_by_role("link", name=re.compile("^Openings")).click()
    has_moves(page, "d3-d4")
    page.get_by_role("group", name="Moves", exact=True).get_by_role("button").click()
    expect(page.get_by_label("Comment on this move")).to_have_value("Why not?")
