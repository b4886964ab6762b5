"""The page of endings: who wins, every move, the best line, other pieces, and a position that is set up."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from damaci.tablebase import Plan, Terms, build
from tests.browser.conftest import Visit
from tests.browser.table import Table, middle, until
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.home.process import App, started

WON = "?fen=W:WKa1,Kb1:BKh8"
WINS = "White wins with best play"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("data")
    for _ in build(folder / "tables", Plan.up_to(3, Terms.of("turkish").read_as("never")), 2):
        pass
    for _ in build(folder / "tables", Plan.up_to(3, Terms.of("turkish")), 2):
        pass
    with started(folder) as app:
        yield app


def test_a_position_is_looked_at_and_played_out(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}endings{WON}")
    page = table.page
    expect(page.locator("#shares")).to_contain_text("the side to move wins 30.6%, draws 69.4%, loses 0%")
    page.get_by_label("One piece each").select_option("never")
    expect(page.locator("#headline")).to_have_text(WINS)
    expect(page.locator("#shares")).to_contain_text("wins 99.8%")
    first = page.locator("#ending-moves li").first
    expect(first).to_contain_text("wins, in")
    page.get_by_role("button", name="Play the best line").click()
    expect(page.locator("#ending-moves li")).to_have_count(0)
    expect(page.locator("#headline")).to_have_text(WINS)
    page.get_by_role("button", name="One move back").click()
    expect(first).to_contain_text("wins, in 1 half-move")


def test_a_table_that_is_made_meanwhile_is_looked_up(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}learn").page
    page.route("**/api/endings/look", without_tables)
    page.goto(f"{app.address}endings{WON}")
    expect(page.locator("#headline")).to_have_text("No endgame table has this position.")
    page.unroute("**/api/endings/look")
    expect(page.locator("#shares")).to_contain_text("wins 30.6%")


def without_tables(route: Route) -> None:
    """Changes the app's answer to the one that it gives without tables."""
    answer = route.fetch()
    route.fulfill(response=answer, json=answer.json() | {"category": None, "plies": None, "shares": None})


def test_moves_are_made_on_the_board_and_in_the_list(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}endings{WON}")
    expect(table.page.locator("#ending-moves li").first).to_be_visible()
    table.choose("a1", "a2")
    table.stands("a2", "white dama")
    expect(table.page.get_by_label("Black", exact=True)).to_be_checked()
    table.page.locator("#ending-moves[aria-busy=false] button").first.press("Enter")
    expect(table.page.get_by_label("White", exact=True)).to_be_checked()
    table.page.get_by_role("button", name="One move back").click()
    table.page.get_by_role("button", name="One move back").click()
    table.stands("a1", "white dama")
    expect(table.page.get_by_role("button", name="One move back")).to_be_disabled()


def test_a_move_of_the_position_before_is_not_played(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}endings{WON}")
    moves = table.page.locator("#ending-moves button")
    expect(moves.first).to_be_visible()
    held: list[Route] = []
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.route("**/api/endings/look", lambda route: held.append(route), times=1)
    table.choose("a1", "a2")
    table.stands("a2", "white dama")
    moves.first.press("Enter")
    with table.page.expect_response("**/api/endings/look"):
        held[0].continue_()
    assert len([each for each in asked if each.endswith("/endings/look")]) == 1
    table.page.locator("#ending-moves[aria-busy=false] button").first.press("Enter")
    expect(table.page.get_by_label("White", exact=True)).to_be_checked()


def test_pieces_are_chosen_and_set_up(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}endings{WON}")
    page = table.page
    page.locator("[name=turn][value=black]").check(force=True)
    page.get_by_text("Set up a position").click()
    page.locator("[name=tool][value=white-king]").check(force=True)
    for square in ("d4", "e5", "d5"):
        table.choose(square)
        table.stands(square, "white dama")
    page.get_by_text("Set up a position").click()
    expect(page.locator("#headline")).to_have_text("No endgame table has this position.")
    page.get_by_label("Black's damas").fill("4")
    page.get_by_label("White's damas").fill("4")
    page.get_by_role("button", name="Another position").click()
    expect(page.get_by_role("alert")).to_have_text("Each side needs a piece, and there are six at most.")
    expect(page.locator("#headline")).to_have_text("No endgame table has this position.")
    page.get_by_label("White's damas").fill("1")
    page.get_by_role("button", name="Another position").click()
    expect(page.get_by_role("alert")).to_be_empty()
    expect(page.locator("#headline")).to_have_text("No endgame table has this position.")
    page.get_by_label("White's men").fill("1")
    page.get_by_label("Black's damas").fill("1")
    page.get_by_role("button", name="Another position").click()
    expect(page.locator("#shares")).to_contain_text("the side to move wins 9%")


def test_an_answer_that_comes_too_late_is_not_shown(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}endings{WON}").page
    expect(page.locator("#shares")).to_contain_text("wins 30.6%")
    late: list[Route] = []
    page.route("**/api/endings/look", lambda route: late.append(route), times=1)
    page.get_by_label("One piece each").select_option("at-once")
    page.get_by_label("One piece each").select_option("never")
    expect(page.locator("#shares")).to_contain_text("wins 99.8%")
    with page.expect_response("**/api/endings/look") as answer:
        late[0].continue_()
    answer.value.finished()
    until(page, "new Promise((done) => setTimeout(() => done(true), 100))")  # the page has read the answer
    expect(page.locator("#shares")).to_contain_text("wins 99.8%")


def test_a_deal_that_fails_leaves_the_position(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}endings{WON}").page
    expect(page.locator("#ending-moves li").first).to_be_visible()
    page.route("**/api/endings/deal", lambda route: route.abort())
    page.get_by_role("button", name="Another position").click()
    expect(page.get_by_role("alert")).to_contain_text("Please try again.")
    expect(page.locator("#shares")).to_contain_text("wins 30.6%")
    expect(page.locator("#ending-moves li").first).to_be_visible()
    visit.forgive()


def test_the_ways_there(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}learn").page
    page.get_by_role("link", name="What wins here?").click()
    expect(page.get_by_role("heading", name="What wins here?")).to_be_visible()
    page.goto(f"{app.address}analysis{WON}")
    page.get_by_role("link", name="What wins here?").click()
    expect(page.locator("#ending-moves li").first).to_be_visible()
    expect(page.get_by_role("link", name="Analyse")).to_have_attribute(
        "href", re.compile("analysis.fen=W%3AWKa1%2CKb1%3ABKh8&")
    )
    page.goto(f"{app.address}analysis")
    expect(page.get_by_role("link", name="What wins here?")).to_be_hidden()


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(("locale", "scheme"), [("tr-TR", "light"), ("ar", "dark"), ("bg-BG", "light")])
def test_it_is_accessible(visit: Visit, app: App, viewport: ViewportSize, locale: str, scheme: str) -> None:
    page = visit(f"{app.address}endings{WON}", viewport=viewport, locale=locale, color_scheme=scheme).page
    expect(page.locator("#ending-moves li").first).to_be_visible()
    page.locator("#setting summary").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


SMALL: ViewportSize = {"width": 700, "height": 500}


def turn_wheel(table: Table, pixels: int) -> None:
    table.page.mouse.move(*middle(table, "d4"))
    table.page.mouse.wheel(0, pixels)


def scrolls(table: Table) -> None:
    """Waits until the page has been scrolled, and scrolls it back."""
    until(table.page, "scrollY > 0")
    table.page.evaluate("scrollTo(0, 0)")


def test_the_wheel_plays_the_best_line_and_takes_it_back(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}endings{WON}", viewport=SMALL)
    expect(table.page.locator("#ending-moves li").first).to_be_visible()
    table.page.get_by_label("One piece each").select_option("never")
    expect(table.page.locator("#headline")).to_have_text(WINS)
    turn_wheel(table, 100)
    expect(table.page.get_by_role("button", name="One move back")).to_be_enabled()
    turn_wheel(table, -100)
    expect(table.page.get_by_role("button", name="One move back")).to_be_disabled()
    table.stands("a1", "white dama")
    assert table.page.evaluate("scrollY") == 0


def test_the_wheel_scrolls_the_page_where_no_line_goes_on(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}endings?fen=W:WKa1:BKh8", viewport=SMALL)
    expect(table.page.locator("#headline")).to_have_text("A draw with best play")
    turn_wheel(table, 100)
    scrolls(table)
    expect(table.page.get_by_role("button", name="One move back")).to_be_disabled()


def test_the_wheel_plays_nothing_while_a_position_is_set_up(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}endings{WON}", viewport=SMALL)
    expect(table.page.locator("#ending-moves li").first).to_be_visible()
    table.page.get_by_label("One piece each").select_option("never")
    expect(table.page.locator("#headline")).to_have_text(WINS)
    table.page.locator("#setting summary").click()
    expect(table.page.locator("#headline")).to_have_text(WINS)
    table.page.evaluate("scrollTo(0, 0)")
    turn_wheel(table, 100)
    scrolls(table)
    table.stands("a1", "white dama")
