"""Learning on the page: lessons solved by mouse, touch and keyboard, rule cards, and accessible names."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, Route, expect

from damaci import Position
from damaci.board.square import SQUARES
from damaci.lessons.catalogue import LESSONS
from damaci.lessons.tries import tries
from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.table import Table, inside, legible
from tests.browser.test_senses import COUNT_NOTES
from tests.home.process import App, started

PRACTICE = "**/api/lessons/*/practice"
LOST = {
    "played": {"text": "f6-f7", "way": {"path": ["f6", "f7"]}, "fen": "B:Wf7:Ba5"},
    "reply": {"text": "a5xf7", "way": {"path": ["a5", "f7"], "captured": ["f7"]}, "fen": "W:W:Ba5"},
    "standing": "lost",
    "exact": True,
    "slipped": True,
    "over": True,
}
"""The answer to a move that loses at once."""
SIZES = [(360, 640), (820, 1180), (1440, 900)]

ARROWS = "dama-board .arrows > *"
UNNAMED = """() => [...document.querySelectorAll(
    'a, button, select, input, [role=gridcell], [role=img], dialog, nav, section')]
    .filter(each => each.checkVisibility() &&
        !(each.getAttribute('aria-label') || each.getAttribute('aria-labelledby') ||
        each.labels?.length || each.textContent.trim())).map(each => each.outerHTML.slice(0, 80))"""
LEVELS = (
    "() => [...document.querySelectorAll('h1, h2, h3')].filter(each => each.checkVisibility()).map(each => "
    "Number(each.tagName[1]))"
)


def lesson(visit: Visit, app: App, name: str, **options: object) -> Table:
    table = visit(f"{app.address}learn/{name}", **options)
    expect(table.status(r"\S")).to_be_visible()
    return table


def place(page: Page) -> tuple[float, float, float]:
    """The board's place in the window, and its width."""
    box = page.get_by_role("grid").bounding_box()
    assert box
    return box["x"], box["y"], box["width"]


def focused(page: Page) -> str:
    return str(
        page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()")
    )


def walk(page: Page, square: str) -> None:
    """Moves the focus from one square to another with the arrow keys, on a board that is seen from White's side."""
    here = focused(page)[:2]
    across = ord(square[0]) - ord(here[0])
    up = int(square[1]) - int(here[1])
    for key, times in (
        (("ArrowRight" if across > 0 else "ArrowLeft"), abs(across)),
        (("ArrowUp" if up > 0 else "ArrowDown"), abs(up)),
    ):
        for _ in range(times):
            page.keyboard.press(key)
    assert focused(page).startswith(square)


def go_wrong(table: Table, position: Position) -> None:
    """Tries a move that no piece can make, and waits until it is refused."""
    origin = position.parse_move(position.text(position.legal_moves[0])).origin
    possible = {square for paths in tries(position) for path in paths for square in path.squares}
    target = next(square for square in SQUARES if square not in {*possible, *position.pieces()})
    table.page.evaluate("document.getElementById('headline').textContent = ''")
    table.choose(str(origin), str(target))
    table.hears(r"cannot go there|must take|You can")


# ---- solving ---------------------------------------------------------------------------------------------------------


def test_a_lesson_is_solved_by_clicks(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        table = lesson(visit, app, "give-one-take-two")
        table.hears("White to move")
        table.choose("a3", "b3")
        table.hears("Black has no choice.* Black answers b4xb2")
        table.stands("b2", "black man")
        table.press("Next")
        expect(table.page.get_by_text("Now take as many as you can.")).to_be_visible()
        table.choose("a2", "e2")
        table.hears("One given, two taken")
        table.stands("e2", "white man")
        table.page.get_by_role("link", name="Next lesson").click()
        expect(table.page.get_by_role("heading", name="Give one, take three")).to_be_visible()
        table.page.get_by_role("navigation", name="Damacı").get_by_role("link", name="Learn").click()
        expect(table.page.get_by_role("link", name="Give one, take two finished")).to_be_visible()
        expect(table.page.get_by_text("finished")).to_have_count(1)


def test_a_lesson_is_heard(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "most-1")
    table.page.evaluate(COUNT_NOTES)
    table.choose("f3", "b7")
    table.hears("Four pieces")
    expect(table.page.locator("html")).to_have_attribute("data-notes", "4")


def test_a_lesson_is_solved_by_keys_alone(visit: Visit, app: App) -> None:
    page = lesson(visit, app, "give-one-take-two").page
    table = Table(page)
    for _ in range(30):
        page.keyboard.press("Tab")
        if focused(page)[:2] in table.names():
            break
    walk(page, "a3")
    page.keyboard.press("Enter")
    table.stands("a3", "white man, selected")
    walk(page, "b3")
    page.keyboard.press("Enter")
    table.hears("Black answers")
    while focused(page) != "Next":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert focused(page)[:2] in table.names(), "the board has the focus again"
    walk(page, "a2")
    page.keyboard.press("Space")
    walk(page, "e2")
    page.keyboard.press("Space")
    table.hears("Right!")
    while focused(page) != "Next lesson":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("give-one-take-three"))


def test_a_lesson_is_solved_by_finger(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "most-1", viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    for square in ("f3", "b7"):
        table.square(square).tap()
    table.hears("Four pieces")
    table.page.get_by_role("link", name="Next lesson").tap()
    expect(table.page).to_have_url(re.compile("most-2"))


BY_DAY = ("moves", "most-1", "man-first", "dama-first", "crowned-by-taking", "give-one-take-two")
"""A lesson for each kind of move. The moves and texts of every lesson are also tested without a browser."""


@pytest.mark.parametrize(
    "name", [name if name in BY_DAY else pytest.param(name, marks=pytest.mark.nightly) for name in LESSONS]
)
def test_every_lesson_is_solved_by_doing_what_it_shows(visit: Visit, app: App, name: str) -> None:
    app.send("PUT", "api/preferences", {"animation": "none"})
    table = lesson(visit, app, name)
    for number, (step, position) in enumerate(zip(LESSONS[name].steps, LESSONS[name].positions, strict=True), 1):
        expect(table.page.get_by_text(step.task)).to_be_visible()
        for _ in range(2):
            go_wrong(table, position)
        table.press("Show me")
        table.hears(f"Play {re.escape(step.solutions[0])}")
        table.choose(*map(str, position.parse_move(step.solutions[0]).path))
        table.hears("Right!")
        if number < len(LESSONS[name].steps):
            table.press("Next")
    expect(table.page.get_by_role("link", name=re.compile("Next lesson|All lessons"))).to_be_visible()


# ---- wrong moves -----------------------------------------------------------------------------------------------------


def test_a_refused_try_is_explained_as_in_a_game(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "most-1")
    table.choose("f3", "h5")
    table.hears("You must take 4 pieces. That move takes only 2.")
    expect(table.page.get_by_text("The arrow on the board")).to_have_count(0)
    expect(table.page.locator(ARROWS)).to_have_count(0)
    table.stands("f3", "white man")
    table.choose("f3")
    table.hears("White to move")
    expect(table.status("You must take")).to_have_count(0)
    table.choose("b7")
    table.hears("Right!")


def test_a_lesson_does_not_show_what_it_asks_for(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "man-first")
    assert table.says("must capture") == []
    table.choose("e5")
    assert sorted(table.says("can move here")) == ["d5", "e6", "g5", "g7"]
    table.choose("h1")
    assert {"h7", "h8", "h2", "a1"} <= {*table.says("can move here")}
    expect(table.page.get_by_role("button", name="Show me")).to_be_hidden()


def test_the_answer_is_shown_on_request_after_two_wrong_tries(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "man-first")
    show = table.page.get_by_role("button", name="Show me")
    table.choose("h1", "h7")
    table.hears("You must take 2 pieces. That move takes only 1.")
    expect(show).to_be_hidden()
    table.choose("e5", "e6")
    table.hears("You must take 2 pieces")
    table.page.wait_for_function("document.getElementById('detail').textContent === ''")
    expect(table.page.locator(ARROWS)).to_have_count(0)
    show.click()
    table.hears("Play e5xg7. The arrow on the board shows how.")
    expect(table.page.locator(ARROWS)).not_to_have_count(0)


def test_a_piece_that_cannot_go_there_is_explained(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "moves")
    table.choose("d4", "e5")
    table.hears("A man moves one square forward, left or right; never back, never diagonally.")


@pytest.mark.parametrize("locale", by_day(*LOCALES.values()))
def test_the_board_stays_where_it_is(visit: Visit, app: App, locale: str) -> None:
    """The board stays where it is when a move is refused, the solution is offered, the task is solved, or the next task
    comes."""
    app.send("PUT", "api/preferences", {"animation": "none"})
    table = visit(f"{app.address}learn", locale=locale)
    for width, height in [*SIZES, (640, 360)]:
        table.page.set_viewport_size({"width": width, "height": height})
        stays(app, table)


def stays(app: App, table: Table) -> None:
    page = table.page
    page.goto(f"{app.address}learn/dama-first")
    page.locator("[role=gridcell][aria-label]").first.wait_for()
    where = [place(page)]
    for moves in (("e5", "g5"), ("e5", "e6"), ("h1", "f7")):
        before = page.locator("#card [role=status]").text_content()
        table.choose(*moves)
        expect(page.locator("#card [role=status]")).not_to_have_text(before or "")
        where.append(place(page))
    assert len({*where}) == 1, where
    page.goto(f"{app.address}learn/moves")
    page.locator("[role=gridcell][aria-label]").first.wait_for()
    where = [place(page)]
    table.choose("d4", "d5")
    page.locator("#next").click()
    where.append(place(page))
    assert len({*where}) == 1, where


def test_another_legal_move_goes_back(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "crowned-by-stepping")
    table.choose("f7", "g7")
    table.hears("Not quite.*only one step away")
    table.stands("f7", "white man")
    table.stands("g7", "empty")


def test_once_more_begins_again(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "crowned-by-taking")
    table.choose("e4", "e8")
    table.hears("Right!")
    table.stands("e8", "white dama")
    table.press("Once more")
    table.stands("e4", "white man")
    table.hears("White to move")


def test_a_server_that_is_gone_is_told(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        table = lesson(visit, app, "most-1")
        app.kill()
        table.choose("f3", "b7")
        table.hears("Something went wrong")
        table.stands("f3", "white man")


# ---- rule cards ------------------------------------------------------------------------------------------------------


def test_a_rule_card_is_found_and_read(visit: Visit, app: App) -> None:
    page = visit(app.address).page
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Дама (12 pieces)").click()
    expect(page.get_by_role("heading", name="Дама (12 pieces)")).to_be_visible()
    expect(page.get_by_text("If a dama can take, a dama has to.")).to_be_visible()
    expect(page.get_by_role("img", name="White damas: a1. Black men: d4. Moves shown: a1xe5.")).to_be_visible()
    page.get_by_role("link", name="HGware Dama").click()
    expect(page.get_by_text("counted for both players together")).to_be_visible()


# ---- every size and language -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["learn", "learn/give-one-take-two", "learn/rules/world", "learn/practice/asking"])
@pytest.mark.parametrize(("locale", "scheme"), [("tr-TR", "light"), ("bg-BG", "dark")])
def test_pages_fit_and_everything_has_a_name(visit: Visit, app: App, path: str, locale: str, scheme: str) -> None:
    page = visit(f"{app.address}{path}", locale=locale, color_scheme=scheme).page
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits_and_is_named(page, width, height)


def fits_and_is_named(page: Page, width: int, height: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(UNNAMED) == []
    levels = page.evaluate(LEVELS)
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for link in page.get_by_role("navigation", name="Damacı").get_by_role("link").all():
        box = link.bounding_box()
        assert box
        assert inside(box, width, height)
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize(("width", "height"), [*SIZES, (640, 360)])
def test_the_board_and_what_is_said_of_it_are_seen_together(visit: Visit, app: App, width: int, height: int) -> None:
    table = lesson(visit, app, "dama-first", viewport={"width": width, "height": height})
    assert legible(table.names())
    table.choose("h1", "f7")
    table.hears("Black answers")
    expect(table.page.get_by_role("link", name="Next lesson")).to_be_in_viewport(ratio=1)
    expect(table.page.get_by_role("grid")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("locale", "task"), [("tr-TR", "Daha çok alanı oyna."), ("bg-BG", "Играй този, който взема повече.")]
)
def test_lessons_speak_the_browsers_language(visit: Visit, app: App, locale: str, task: str) -> None:
    table = lesson(visit, app, "most-1", locale=locale)
    expect(table.page.get_by_text(task)).to_be_visible()
    table.choose("f3", "b7")
    expect(table.page.get_by_role("status").filter(has_text=re.compile("Dört taş|Четири пула"))).to_be_visible()


# ---- courses ---------------------------------------------------------------------------------------------------------


def test_a_practice_is_played_taken_back_and_told_what_it_has_done(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "practice/two-against-one")
    table.hears("White to move")
    table.choose("f6", "f7")
    table.hears("The answer is a5-a4")
    table.stands("a4", "black man")
    table.press("Take back")
    table.stands("f6", "white man")
    table.choose("f6", "f5")
    table.hears("cannot go there|A man moves")
    table.stands("f6", "white man")


def test_a_practice_with_more_pieces_than_tables_have_says_that_it_searches(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "practice/blocking", viewport={"width": 360, "height": 640})
    table.choose("e4", "e5")
    table.hears("The answer is .*, found by search")
    expect(table.page.locator("#searched")).to_be_hidden()


def test_a_refusal_in_a_practice_gives_way_to_what_was_said_before(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "practice/two-against-one")
    table.choose("f6", "f7")
    table.hears("The answer is a5-a4")
    table.stands("a4", "black man")
    table.play("f7", "f6")
    table.hears("cannot go there|A man moves")
    table.choose("f7")
    table.hears("The answer is a5-a4")


def test_an_error_that_comes_after_a_take_back_is_not_told_of_the_position_then(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "practice/two-against-one")
    table.choose("f6", "f7")
    table.stands("a4", "black man")
    held: list[Route] = []
    table.page.route(PRACTICE, lambda route: held.append(route), times=1)
    with table.page.expect_request(PRACTICE):
        table.play("f7", "f8")
    table.press("Take back")
    table.hears("White to move")
    with table.page.expect_event("requestfailed"):
        held[0].abort()
    table.page.evaluate("new Promise((done) => setTimeout(done, 100))")  # the page has noticed the error
    table.hears("White to move")
    visit.forgive()


def test_a_practice_that_is_lost_can_be_taken_back(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "practice/two-against-one")
    table.page.route(PRACTICE, lambda route: route.fulfill(json=LOST), times=1)
    table.choose("f6", "f7")
    table.hears("That loses.*Take it back and look again")
    table.press("Take back")
    table.stands("f6", "white man")
    table.choose("f6", "f7")
    table.hears("The answer is a5-a4")


def test_two_moves_that_are_made_before_the_first_is_judged_are_one_try(visit: Visit, app: App) -> None:
    table = lesson(visit, app, "give-one-take-two")
    held: list[Route] = []
    tried: list[Request] = []
    table.page.on("request", lambda request: request.url.endswith("/try") and tried.append(request))
    table.page.route("**/api/lessons/*/try", lambda route: held.append(route), times=1)
    with table.page.expect_request("**/api/lessons/*/try"):
        table.choose("a3", "b3")
    table.choose("a3", "a4")
    held[0].continue_()
    table.hears("Black has no choice.* Black answers b4xb2")
    table.stands("b2", "black man")
    assert len(tried) == 1
