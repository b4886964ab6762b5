"""Analyses that the browser keeps, also when two of its tabs have the same one."""

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_analysis import current, has_moves, moves
from tests.home.process import App


def leave(table: Table, app: App) -> None:
    """Leaves the page for another one of the app."""
    table.page.goto(f"{app.address}learn")


def come_back(table: Table, app: App) -> None:
    table.page.goto(f"{app.address}analysis")


def test_a_tab_that_has_only_looked_leaves_what_another_has_changed(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    other = visit.beside(table)
    has_moves(other.page)
    table.play("d3", "d4")
    has_moves(table.page, "d3-d4")
    leave(table, app)
    leave(other, app)
    come_back(table, app)
    has_moves(table.page, "d3-d4")


def test_a_tab_that_is_left_keeps_what_was_changed_elsewhere_after_it(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    table.play("d3", "d4")
    has_moves(table.page, "d3-d4")
    other = visit.beside(table)
    has_moves(other.page, "d3-d4")
    other.page.keyboard.press("ArrowDown")
    other.play("a6", "a5")
    has_moves(other.page, "d3-d4", "a6-a5")
    leave(table, app)
    come_back(table, app)
    has_moves(table.page, "d3-d4", "a6-a5")


def test_the_place_is_kept_without_a_change(visit: Visit, app: App) -> None:
    (game,) = app.import_games("1. h3-h4 d6-d5 2. h4-h5 *")
    page = visit(f"{app.address}analysis?game={game}").page
    for _ in range(2):
        moves(page).nth(1).click()
        page.reload()
        current(page, "d6-d5")
        moves(page).first.click()
        page.reload()
        current(page, "h3-h4")


def test_an_analysis_says_when_it_was_changed(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    before = table.page.evaluate("Date.now()")
    table.play("d3", "d4")
    has_moves(table.page, "d3-d4")
    (kept,) = table.page.evaluate("JSON.parse(localStorage.getItem('damaci-analyses'))")
    assert before <= kept["changed"] <= table.page.evaluate("Date.now()")
