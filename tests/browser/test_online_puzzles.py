"""Puzzles on a server in a real browser: a streak by keyboard, a storm by touch on a phone, and puzzles of a theme."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from damaci.puzzles import Puzzle, find
from damaci.puzzles.reading import SolutionReading
from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_accessibility import PHONE
from tests.browser.test_puzzles import Keys, squares
from tests.online.process import Process, serving

SHOWN = re.compile(r"/api/puzzles/(\w{6})$")
STORM = 180
"""Seconds that a storm lasts."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online")) as server:
        yield server


def plain(puzzle: Puzzle) -> bool:
    """Whether the first and last square identify each of the solver's moves."""
    for step in SolutionReading.of(puzzle.position, puzzle.moves).own:
        ends = [(move.origin, move.target) for move in step.before.legal_moves]
        if ends.count((step.move.origin, step.move.target)) > 1:
            return False
    return True


def only_plain(route: Route) -> None:
    """Removes from a series that the server has drawn the puzzles with moves that need more than two squares."""
    if route.request.method != "GET":
        return route.continue_()
    answer = route.fetch()
    series = answer.json()
    series["puzzles"] = [name for name in series["puzzles"] if plain(find(name))]
    return route.fulfill(response=answer, json=series)


def opened(visit: Visit, server: Process, **options: object) -> Table:
    table = visit(f"{server.address}puzzles", **options)
    table.page.route("**/api/puzzles/series/**", only_plain)
    return table


def now(visit: Visit) -> Puzzle:
    """The puzzle that was shown last."""
    names = [found[1] for each in visit.responses if (found := SHOWN.search(each.url))]
    return find(names[-1])


def ends(move: str) -> tuple[str, str]:
    return squares(move)[0], squares(move)[-1]


def solve(table: Table, puzzle: Puzzle, play: Callable[[str, str], object]) -> None:
    """Plays the solver's moves; each move waits for the answer to the one before."""
    for number, move in enumerate(puzzle.moves[::2]):
        played = r"\s*".join([".*", *map(re.escape, puzzle.moves[: 2 * number])])
        expect(table.page.get_by_role("group", name="Moves")).to_have_text(re.compile(played))
        table.hears("Right so far" if number else "Only one move is right")
        play(*ends(move))


def wrong(puzzle: Puzzle) -> tuple[str, str]:
    move = next(each for each in puzzle.position.legal_moves if puzzle.position.text(each) != puzzle.moves[0])
    return str(move.origin), str(move.target)


def solved(page: Page, count: int) -> None:
    expect(page.locator("#about")).to_have_text("One solved" if count == 1 else f"{count} solved")


def test_a_streak_by_keys_alone(visit: Visit, server: Process) -> None:
    table = opened(visit, server)
    table.page.goto(f"{server.address}puzzles/go/streak?ruleset=turkish")
    keys = Keys(table.page)
    table.hears("Only one move is right")
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Enter")  # the link to the board
    keys.at_the_board()
    first = now(visit)
    solve(table, first, keys.play)
    solved(table.page, 1)
    table.hears("Only one move is right")
    assert now(visit) != first
    keys.play(*wrong(now(visit)))
    table.hears("Your best: 1")
    with table.page.expect_navigation():
        keys.press("Next")
    table.page.goto(f"{server.address}puzzles")
    expect(table.page.get_by_role("link", name="Streak")).to_contain_text("Best: 1")


def tap(table: Table, origin: str, target: str) -> None:
    table.square(origin).tap()
    expect(table.square(origin)).to_have_accessible_name(re.compile("selected"))
    table.square(target).tap()


def test_a_storm_by_touch_on_a_phone(visit: Visit, server: Process) -> None:
    table = opened(visit, server, viewport=PHONE, has_touch=True, is_mobile=True)
    page = table.page
    page.clock.install()
    page.get_by_role("link", name="Storm").tap()
    table.hears("Only one move is right")
    first = now(visit)
    solve(table, first, partial(tap, table))
    table.hears("Solved!")
    next_button(page).tap()  # before the next puzzle comes by itself
    solved(page, 1)
    table.hears("Only one move is right")
    second = now(visit)
    assert second != first
    tap(table, *wrong(second))
    table.hears("is not it")
    table.hears("Only one move is right")
    solved(page, 1)
    assert len({each.url for each in visit.responses if SHOWN.search(each.url)}) == 3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.clock.run_for(1000 * STORM)
    table.hears("Your best: 1")
    expect(page.locator("#own")).to_have_text("0:00")


def next_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Next", exact=True)


def test_a_puzzle_of_a_theme_counts_for_its_solver(visit: Visit, server: Process) -> None:
    table = visit(f"{server.address}puzzles?ruleset=kenyan")
    page = table.page
    page.get_by_role("link", name="Catch the dama", exact=True).click()
    while not plain(puzzle := find(page.evaluate(DEALT))):
        page.reload()
    assert (puzzle.ruleset, "catch-dama" in puzzle.themes) == ("kenyan", True)
    solve(table, puzzle, table.play)
    table.hears("Solved!.*Catch the dama")
    expect(page.locator("#own")).to_have_text(re.compile(r"^You: \d+ \(\+\d+\)$"))
    page.goto(f"{server.address}puzzles?ruleset=kenyan")
    expect(page.get_by_role("listitem").filter(has_text="Catch the dama")).to_contain_text("1 of 1")


DEALT = "JSON.parse(document.querySelector('#page').textContent).solving.puzzle.id"
"""The id of the puzzle in the data that the page was loaded with."""
