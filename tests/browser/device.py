"""Uses the site without a server on a device: starts the browser, and plays against the computer."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.site_server import SiteServer
from tests.browser.table import Table

Start = Callable[[], Page]
"""Starts the browser of one person. Each call starts the same browser, so that it remembers earlier visits."""
PHONE = {"width": 390, "height": 844}
READY = "navigator.serviceWorker.ready.then(() => null)"


def expect_turn(page: Page) -> None:
    """Waits until it is the person's turn."""
    expect(page.locator("#headline")).to_have_text("Your turn")


def answered(table: Table, plies: int) -> None:
    """Waits until this many plies are played, including the computer's answer."""
    expect(table.record).to_have_count(plies)
    expect_turn(table.page)


def play_something(table: Table) -> None:
    """Plays any legal move, because the computer's moves are not known in advance."""
    for origin in table.says("must capture") or table.says("white"):
        table.choose(origin)
        if targets := table.says("can move here"):
            table.choose(targets[-1])
            while further := table.says("can move here"):  # the capture continues
                table.choose(further[-1])
            return
        table.page.keyboard.press("Escape")
    raise AssertionError("no piece can move")


def visited(start: Start, served: SiteServer) -> Page:
    """The page after a first visit that lasted until all files were cached."""
    page = start()
    page.goto(served.address)
    expect_turn(page)
    page.evaluate(READY)
    return page
