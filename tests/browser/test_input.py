"""Every way to move: mouse, touch, keys; every size of window."""

import re
import time

import pytest
from playwright.sync_api import FloatRect, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table, inside, middle
from tests.browser.test_game import at
from tests.home.process import App
from tests.support import PATIENCE


def box(table: Table, square: str) -> FloatRect:
    found = table.square(square).bounding_box()
    assert found
    return found


def drag(table: Table, origin: str, target: str) -> None:
    table.page.mouse.move(*middle(table, origin))
    table.page.mouse.down()
    table.page.mouse.move(*middle(table, target), steps=8)
    table.page.mouse.up()


# ---- pointer ---------------------------------------------------------------------------------------------------------


def test_a_piece_is_dragged(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.is_ready()
    drag(table, "d3", "d4")
    table.has_moves(2)
    assert table.moves()[0] == "White: d3-d4"


def test_a_piece_dropped_elsewhere_goes_back(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    drag(table, "d3", "d5")
    table.hears("That piece cannot go there")
    drag(table, "d3", "d3")
    table.stands("d3", "white man")
    assert table.moves() == []


def test_a_press_that_ends_beside_the_board_is_over(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis?fen=W:WKd1,Ka2:Bh7")
    table.take("a2")
    table.page.keyboard.press("Escape")
    table.stands("a2", "white dama$")
    mouse = table.page.mouse
    square = box(table, "d1")
    edge = square["y"] + square["height"]
    mouse.move(square["x"] + square["width"] / 2, edge - 1)
    mouse.down()
    mouse.move(square["x"] + square["width"] / 2, edge + 1)
    mouse.up()
    mouse.move(*middle(table, "d4"), steps=4)
    table.stands("d1", "white dama$")
    drag(table, "a2", "a5")
    table.stands("a5", "white dama")


def test_clicking_elsewhere_lets_go(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.choose("d3")
    table.stands("d3", "white man, selected")
    table.page.mouse.click(5, 800)
    table.stands("d3", "white man$")
    assert table.says("can move here") == []


# ---- keys ------------------------------------------------------------------------------------------------------------


def test_a_game_is_played_with_keys_alone(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.is_ready()
    press = table.page.keyboard.press
    for _ in range(30):
        press("Tab")
        if focused(table)[:2] in table.names():
            break
    walk(table, "d3")
    press("Enter")
    table.stands("d3", "white man, selected")
    press("Escape")
    table.stands("d3", "white man$")
    press("Space")
    press("ArrowUp")
    assert focused(table).startswith("d4, empty, can move here")
    press("Enter")
    table.has_moves(2)
    table.hears("Your turn|You must take")
    press("ArrowDown")
    assert focused(table)[:2] == "d3"


def test_from_a_new_game_to_the_end_without_a_mouse(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd2,h2:Bd3,a8"))
    table.is_ready()
    press = table.page.keyboard.press
    reach(table, "d2|e3|d3")
    for number, (origin, target) in enumerate(
        (("d2", "d4"), ("a8", "a7"), ("d4", "d5"), ("a7", "a6"), ("h2", "h3")), 1
    ):
        walk(table, origin)
        take_up(table, origin)
        walk(table, target)
        press("Enter")
        table.has_moves(number)
    expect(table.page.get_by_role("log").get_by_role("button", name="White: d2xd4, takes 1 piece")).to_be_visible()
    reach(table, "Resign")
    press("Enter")
    expect(table.page.get_by_role("dialog")).to_be_visible()
    reach(table, "Resign")
    press("Enter")
    table.hears("White wins")
    press("n")
    table.page.get_by_role("dialog", name="New game").get_by_role("radio", name="Two players here").focus()
    before = table.page.url
    press("Enter")
    table.page.wait_for_url(lambda url: url != before)
    table.hears("White to move")


def take_up(table: Table, square: str) -> None:
    """Chooses the focused piece as soon as it may move, which is when the app has answered the move before."""
    deadline = time.monotonic() + PATIENCE
    while "selected" not in table.names()[square]:
        assert time.monotonic() < deadline, f"{square} cannot be chosen"
        table.page.keyboard.press("Enter")


def reach(table: Table, name: str) -> None:
    """Presses Tab until the focused element has that name."""
    for _ in range(60):
        table.page.keyboard.press("Tab")
        if re.match(name, focused(table)):
            return
    raise AssertionError(f"Tab does not reach {name}")


def focused(table: Table) -> str:
    """The accessible name of the focused element."""
    return str(
        table.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")
    )


def walk(table: Table, square: str) -> None:
    """Moves the focus to a square with the arrow keys."""
    files, ranks = (ord(square[i]) - ord(focused(table)[i]) for i in range(2))
    for distance, keys in ((files, ("ArrowRight", "ArrowLeft")), (ranks, ("ArrowUp", "ArrowDown"))):
        for _ in range(abs(distance)):
            table.page.keyboard.press(keys[distance < 0])
    assert focused(table).startswith(square)


# ---- sizes -----------------------------------------------------------------------------------------------------------


def test_a_phone_has_the_board_from_edge_to_edge(visit: Visit, app: App) -> None:
    width = 360
    height = 640
    table = visit(
        at(app, level="beginner"), viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    )
    table.is_ready()
    assert box(table, "a1")["width"] * 8 >= 0.94 * width
    assert all(inside(box(table, corner), width, height) for corner in ("a1", "h1", "a8", "h8"))
    for square in ("d3", "d4"):
        table.square(square).tap()
    table.has_moves(2)
    assert table.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("size", [(820, 1180), (1440, 900), (1024, 500), (640, 360)])
def test_the_board_fits_every_window(visit: Visit, app: App, size: tuple[int, int]) -> None:
    table = visit(at(app, level="beginner"), viewport={"width": size[0], "height": size[1]})
    table.is_ready()
    assert all(inside(box(table, corner), *size) for corner in ("a1", "h8"))
    assert table.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_nothing_jumps_while_the_page_is_built_and_played_on(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.play("d3", "d4")
    table.has_moves(2)
    shifts = """new Promise(resolve => {
        const sum = list => list.getEntries().reduce((sum, { value }) => sum + value, 0);
        new PerformanceObserver(list => resolve(sum(list))).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 300);
    })"""
    assert table.page.evaluate(shifts) < 0.01
