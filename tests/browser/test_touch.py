"""What a finger touches in play is large enough for it on a phone: 44 pixels (WCAG 2.5.5)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.test_accessibility import PHONE
from tests.browser.test_challenges import NEW_GAME, challenge, member
from tests.browser.test_game import at
from tests.browser.test_online import two
from tests.browser.test_rows import LEFT, MESSAGES, leave, say
from tests.home.process import App
from tests.online.process import Process, serving

ACROSS: ViewportSize = {"width": 640, "height": 360}

SMALL = """(least) => {
  const place = document.querySelector("dialog[open]") ?? document;
  const touched = ".card button, .actions :is(button, a), .steps button, .top :is(a, button), .crumbs a, " +
    "#challenges :is(button, select), .deeds :is(button, a), dialog :is(button, select, .button, .row > label)";
  return [...place.querySelectorAll(touched)].map((part) => [part, part.getBoundingClientRect()])
    .filter(([part, { width, height }]) => width && (height < 43.9 || !part.matches("label") && width < least))
    .map(([{ id, textContent }, { width, height }]) => `${id} ${textContent.trim()} ${width}x${height}`);
}"""
"""The controls that are lower than 44 pixels, or narrower than `least`."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open") as server:
        yield server


def small(page: Page, least: float = 43.9) -> list[str]:
    return list(page.evaluate(SMALL, least))


@pytest.mark.parametrize("language", LOCALES)
def test_answers_on_the_card_are_large_enough(visit: Visit, app: App, language: str) -> None:
    page = visit(at(app, level="beginner"), PHONE, locale=LOCALES[language]).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    for window in (PHONE, ACROSS):
        page.set_viewport_size(window)
        for tone in MESSAGES:
            say(page, language, tone)
            assert small(page) == [], (tone, window)


@pytest.mark.parametrize("language", LOCALES)
def test_the_buttons_of_a_game_online_are_large_enough(visit: Visit, server: Process, language: str) -> None:
    page = two(visit, server.address)[1].page
    page.goto(f"{page.url}?lang={language}")
    expect(page.locator("#report")).to_be_attached()
    leave(page, language, LEFT, "Claim the win", "Call it a draw")
    page.set_viewport_size(PHONE)
    assert small(page) == []
    page.set_viewport_size(ACROSS)  # all labels have no room there
    assert small(page, 36) == []


@pytest.mark.parametrize("path", ["learn/most-1", "learn/practice/blocking", "puzzles/go/next?ruleset=turkish&theme="])
def test_a_task_has_controls_that_are_large_enough(visit: Visit, app: App, path: str) -> None:
    page = visit(f"{app.address}{path}", PHONE).page
    expect(page.get_by_role("gridcell")).to_have_count(64)
    for window in (PHONE, ACROSS):
        page.set_viewport_size(window)
        assert small(page) == [], window


@pytest.mark.parametrize("button", ["#new-game", "#settings"])
def test_dialogs_of_a_game_have_controls_that_are_large_enough(visit: Visit, app: App, button: str) -> None:
    page = visit(at(app, level="beginner"), PHONE).page
    page.locator(button).click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.evaluate("for (const part of document.querySelectorAll('dialog[open] details')) part.open = true")
    assert small(page) == []


def test_a_challenge_has_answers_that_are_large_enough(server: Process, visit: Visit) -> None:
    ada = member(server, visit, "Ada of touch")
    oya = member(server, visit, "Oya of touch", viewport=PHONE).page
    game = oya.evaluate(NEW_GAME)
    oya.goto(f"{server.address}game/{game}")
    challenge(ada.page, "Oya of touch")
    expect(oya.locator("#challenges li")).to_be_visible()
    assert small(oya) == []


LOW = """() => {
  const shown = document.querySelector(".moves").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".moves .move")].map((move) => move.getBoundingClientRect());
  return { low: boxes.filter(({ width, height }) => height < 43.9 || width < 43.9).length,
    whole: boxes.filter(({ top, bottom }) => shown.top <= top + 0.5 && bottom <= shown.bottom + 0.5).length };
}"""
"""How many moves of the record are lower or narrower than 44 pixels, and how many can be seen from top to bottom."""

TWENTY_MOVES = """() => {
  const move = (colour) => Object.assign(document.createElement("button"), {
    className: `move ${colour}`, textContent: "d3-d4" });
  const number = (text) => Object.assign(document.createElement("span"), { className: "number", textContent: text });
  const item = (index) => {
    const line = document.createElement("li");
    line.append(number(index + 1), move("white"), move("black"));
    return line;
  };
  document.querySelector("#no-moves").hidden = true;
  document.querySelector(".moves ol").replaceChildren(...Array.from({ length: 10 }, (_, index) => item(index)));
}"""

SEVERAL_LINES = [(390, 844, 12), (412, 915, 12), (640, 360, 2), (844, 390, 2), (820, 1180, 10)]
"""Windows where the record has several lines or could have them, and how many of twenty moves it has to show."""


@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_moves_in_a_record_of_several_lines_are_large_enough(visit: Visit, app: App, language: str) -> None:
    page = visit(at(app, opponent="person"), PHONE, locale=LOCALES[language]).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    page.evaluate(TWENTY_MOVES)
    for width, height, whole in SEVERAL_LINES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(LOW)
        assert found["low"] == 0, (width, height)
        assert found["whole"] >= whole, (width, height)


@pytest.mark.parametrize("language", LOCALES)
def test_the_row_of_moves_says_that_there_are_none(visit: Visit, app: App, language: str) -> None:
    page = visit(at(app, opponent="person"), PHONE, locale=LOCALES[language]).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    text, row = (page.locator(place).bounding_box() for place in ("#no-moves", ".moves"))
    assert text
    assert row
    assert row["y"] <= text["y"]
    assert text["y"] + text["height"] <= row["y"] + row["height"]
    assert page.evaluate("document.querySelector('.moves').scrollWidth <= document.querySelector('.moves').clientWidth")
