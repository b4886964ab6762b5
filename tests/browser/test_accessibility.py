"""Checks every page and state against WCAG 2.2 AA with axe-core. What axe-core cannot see has tests elsewhere."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_game import at
from tests.home.process import App

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
AXE = Axe()
PHONE = {"width": 360, "height": 640}
DESK = {"width": 1440, "height": 900}


def violations(page: Page) -> list[str]:
    """The violations that axe-core finds, with their elements."""
    # While colours are changing, their contrast cannot be measured.
    page.evaluate("Promise.allSettled(document.getAnimations().map(animation => animation.finished))")
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.axe_script)
    found = page.evaluate("async (options) => (await axe.run(options)).violations", OPTIONS)
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]


def turn(_: Table) -> None:
    pass


def refused(table: Table) -> None:
    table.choose("h2", "h3")
    expect(table.page.locator("#card")).to_have_attribute("data-tone", "warning")


def chosen(table: Table) -> None:
    table.choose("d2")


def over(table: Table) -> None:
    table.choose("d2", "d6")
    expect(table.page.locator("#card")).to_have_attribute("data-tone", "end")


def past(table: Table) -> None:
    table.page.locator("#back").click()


def opened(button: str) -> Callable[[Table], None]:
    """A step that opens a dialog, after closing another one that is open."""

    def open_dialog(table: Table) -> None:
        table.page.keyboard.press("Escape")
        expect(table.page.locator("dialog[open]")).to_have_count(0)
        table.page.locator(button).click()
        expect(table.page.locator("dialog[open]")).to_be_visible()
        for summary in table.page.locator("dialog[open] summary").all():
            summary.click()

    return open_dialog


def touring(table: Table) -> None:
    opened("#help")(table)
    table.page.locator("#tour").click()


def found_in(table: Table, states: dict[str, Callable[[Table], None]]) -> dict[str, list[str]]:
    """The violations in each of several states, which follow each other."""
    found = {}
    for name, come_to in states.items():
        come_to(table)
        found[name] = violations(table.page)
    return {name: wrong for name, wrong in found.items() if wrong}


LIGHT_AND_DARK = {"light": turn, "dark": lambda table: table.page.emulate_media(color_scheme="dark")}
PLAYING = {"turn": turn, "chosen": chosen, "refused": refused, "over": over, "past": past}
DIALOGS = {
    "new game": opened("#new-game"),
    "settings": opened("#settings"),
    "position": opened("#position"),
    "resign": opened("#resign"),
    "help": opened("#help"),
    "tour": touring,
}
EVERYWHERE = [("light", DESK, "en-GB", states) for states in (PLAYING, DIALOGS)]
ON_A_PHONE = {name: (PLAYING | DIALOGS)[name] for name in ("chosen", "refused", "new game", "settings")}
FROM_RIGHT_TO_LEFT = {name: (PLAYING | DIALOGS)[name] for name in ("refused", "new game", "help")}


@pytest.mark.parametrize(
    ("scheme", "viewport", "locale", "states"),
    [*EVERYWHERE, ("dark", PHONE, "tr-TR", ON_A_PHONE), ("light", PHONE, "ar-KW", FROM_RIGHT_TO_LEFT)],
    ids=["playing", "dialogs", "on a phone", "from right to left"],
)
def test_the_game_page(
    visit: Visit,
    app: App,
    states: dict[str, Callable[[Table], None]],
    scheme: str,
    viewport: dict[str, int],
    locale: str,
) -> None:
    game = at(app, opponent="person", fen="W:Wd2,h2:Bd3,d5", clock={"base": 300, "increment": 2})
    table = visit(game, color_scheme=scheme, viewport=viewport, locale=locale)
    expect(table.page.locator("#card")).to_have_attribute("data-tone", "turn")
    assert found_in(table, states) == {}


@pytest.mark.parametrize(
    ("board", "scheme", "coordinates"),
    [
        ("tile", "light", "inside"),
        ("tile", "dark", "outside"),
        ("felt", "light", "outside"),
        ("felt", "dark", "inside"),
    ],
)
def test_the_other_boards(visit: Visit, app: App, board: str, scheme: str, coordinates: str) -> None:
    app.send("PUT", "api/preferences", {"board": board, "coordinates": coordinates})
    table = visit(at(app, opponent="person"), color_scheme=scheme)
    table.is_ready()
    assert violations(table.page) == []


@pytest.mark.parametrize("address", ["learn", "learn/rules/turkish", "learn/rules/bulgarian", "games", "game/none"])
def test_the_other_pages(visit: Visit, app: App, address: str) -> None:
    app.import_games("1. e3-e4 e6-e5 2. e4xe8 1-0")  # a game that no other test has
    table = visit(app.address + address)
    table.page.wait_for_load_state("networkidle")
    assert found_in(table, LIGHT_AND_DARK) == {}
    visit.forgive()


def analysed(table: Table) -> None:
    table.choose("d2", "d6")
    expect(table.page.locator(".move")).to_have_count(1)
    table.page.locator("#back").click()
    table.choose("h2", "h3")
    expect(table.page.locator("#said")).to_have_attribute("data-tone", "warning")
    table.page.locator("#lines").select_option("2")
    table.page.locator("#engine").click()
    expect(table.page.locator("#found b").first).to_be_visible()


def set_up(table: Table) -> None:
    table.page.locator("#edit").click()
    table.page.locator("#clear").click()
    for summary in table.page.locator("#editor summary").all():
        summary.click()
    expect(table.page.locator("#faults")).not_to_be_empty()


def explored(table: Table) -> None:
    table.page.locator("#openings summary").click()
    expect(table.page.locator("#unexplored")).not_to_be_empty()


def reviewed(table: Table) -> None:
    table.choose("d2", "d6")
    expect(table.page.locator(".move")).to_have_count(1)
    table.page.locator("#review").click()
    expect(table.page.locator("#graph")).to_be_visible()


@pytest.mark.parametrize(
    "states",
    [
        {"lines": analysed},
        {"review": reviewed},
        {"openings": explored, "text": opened("#text"), "help": opened("#help")},
        {"editor": set_up},
    ],
    ids=["lines", "review", "looking", "editor"],
)
@pytest.mark.parametrize(
    ("scheme", "viewport", "locale"), [("light", DESK, "en-GB"), ("dark", PHONE, "tr-TR"), ("light", PHONE, "ar-KW")]
)
def test_the_analysis(
    visit: Visit,
    app: App,
    states: dict[str, Callable[[Table], None]],
    scheme: str,
    viewport: dict[str, int],
    locale: str,
) -> None:
    address = f"{app.address}analysis?fen=W:Wd2,h2:Bd3,d5,h7"
    table = visit(address, color_scheme=scheme, viewport=viewport, locale=locale)
    expect(table.page.locator(".own").first).to_be_attached()
    assert found_in(table, states) == {}


def test_a_lesson(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}learn")
    table.page.get_by_role("main").get_by_role("listitem").get_by_role("link").first.click()
    expect(table.page.get_by_role("gridcell")).to_have_count(64)
    assert found_in(table, LIGHT_AND_DARK) == {}
