"""The rows of the game page at every size: a message of any length covers the board's edge only, and moves and covers
no row."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from damaci.explanations import CONTEXT
from damaci.site.language import catalog
from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.test_game import at
from tests.browser.test_online import two
from tests.home.process import App
from tests.online.process import Process, serving

SIZES = [(360, 640), (640, 360), (320, 568), (820, 1180), (1440, 900)]
REFUSALS = ("That piece cannot go there.", "The dots show where a chosen piece can go.")
MESSAGES: dict[str, tuple[str, list[str], list[str], list[str]]] = {
    "warning": (
        "You must take {n} pieces.",
        ["That move takes only {n}.", "The arrow on the board shows how."],
        [],
        [],
    ),
    "turn": ("Your turn", ["The move stands: taking it back is declined.", "You must take {n} pieces."], [], []),
    "turn bound": ("Your turn", ["You have touched {square}: play that piece.", "You must take {n} pieces."], [], []),
    "warning dots": (REFUSALS[0], [REFUSALS[1]], [], []),
    "calm": ("Your turn", ["You must take {n} pieces."], ["I ask for {n} pieces.", "Dama is next."], []),
    "turn first": ("White to move", ["Choose a piece, then the square it goes to."], [], ["A short tour"]),
    "turn offered": ("White asks to take a move back.", [], [], ["Accept", "Decline"]),
    "turn resumed": ("Your game goes on", ["Move {n}.", "The computer is thinking…"], [], ["Continue", "New game"]),
    "end": (
        "White wins",
        ["Only two damas are left, and neither can catch the other."],
        [],
        ["Rematch", "Analyse", "Review"],
    ),
    "end online": (
        "You lose",
        ["For a long time nothing was taken and no man moved."],
        [],
        ["Rematch", "Download PDN"],
    ),
}
"""By tone: the headline, the details, the sentences that are said, and the answers."""
IN_PLAY = [tone for tone in MESSAGES if not tone.startswith("end") and tone != "turn resumed"]
"""Tones that are possible while an opponent may be away."""
LEFT = "Your opponent has left."

PLURALS = {
    "You must take {n} pieces.": "You must take {n} piece.",
    "I ask for {n} pieces.": "I ask for {n} piece.",
}

SAY = """([tone, headline, detail, said, answers]) => {
  const card = document.querySelector("#card");
  card.dataset.tone = tone.split(" ")[0];
  document.querySelector("#headline").textContent = headline;
  document.querySelector("#detail").textContent = detail;
  document.querySelector("#said").textContent = said;
  document.querySelector("#answers").replaceChildren(...answers.map((label) => {
    const button = document.createElement("button");
    button.textContent = label;
    return button;
  }));
}"""

LEAVE = """([left, ...labels]) => {
  const buttons = labels.map((label) => {
    const button = document.createElement("button");
    button.textContent = label;
    return button;
  });
  document.querySelector("#watching").replaceChildren(left, ...buttons);
}"""

ROWS = """() => Object.fromEntries([
  "#back", "#forward", "#hint", "#flip", "#position", "#record", "dama-board", "#resign", "#new-game",
  "#player-top .name", "#player-top .clock", "#player-bottom .name", "#player-bottom .clock",
].map((name) => [name, document.querySelector(name)]).filter(([, { hidden }]) => !hidden).map(([name, element]) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const card = document.querySelector("#card").getBoundingClientRect();
  const seen = [name === "#record" ? 0.6 : 0.2, 0.5, 0.8].every((part) => {
    const [left, top] = [x + part * width, y + part * height];
    const covered = left > card.left && left < card.right && top > card.top && top < card.bottom;
    const free = name === "dama-board" || !covered && element.contains(document.elementFromPoint(left, top));
    return free && left >= 0 && top >= 0 && left <= innerWidth && top <= innerHeight;
  });
  return [name, { x, y, width, height, seen }];
}))"""


WITHIN = """() => {
  const card = document.querySelector("#card").getBoundingClientRect();
  const parts = [...document.querySelectorAll("#card :is(p, button)")];
  return parts.filter((part) => part.getBoundingClientRect().right > card.right).map(({ textContent }) => textContent);
}"""
"""The texts of elements that are wider than the card."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online")) as server:
        yield server


def spoken(language: str, text: str) -> str:
    """A text as a player reads it, with the longest values."""
    words = catalog(language).translations
    if text in REFUSALS:
        return words.pgettext(CONTEXT, text)
    found = words.ngettext(PLURALS[text], text, 12) if text in PLURALS else words.gettext(text)
    return found.replace("{n}", "12").replace("{square}", "d3")


def say(page: Page, language: str, tone: str) -> None:
    headline, details, said, answers = MESSAGES[tone]
    words = [[spoken(language, text) for text in texts] for texts in (details, said, answers)]
    page.evaluate(SAY, [tone, spoken(language, headline), " ".join(words[0]), " ".join(words[1]), words[2]])


def rows(page: Page) -> dict[str, Any]:
    found = dict(page.evaluate(ROWS))
    assert [name for name, row in found.items() if not row["seen"]] == []
    return found


def leave(page: Page, language: str, *texts: str) -> None:
    """Shows that the opponent has left, and what can be claimed. Without texts, shows neither."""
    page.evaluate(LEAVE, [spoken(language, text) for text in texts] or [""])


def stay(page: Page, language: str) -> None:
    """Checks that the rows stay where they are when the opponent leaves, and that the viewer's men can be seen."""
    for tone in IN_PLAY:
        leave(page, language)
        say(page, language, tone)
        usual = rows(page)
        leave(page, language, LEFT)
        assert rows(page) == usual, (tone, page.viewport_size)
        if page.viewport_size == {"width": 360, "height": 640}:
            assert covered(page, usual) <= 1 / 5, tone
        if page.viewport_size == {"width": 320, "height": 568}:
            assert covered(page, usual) <= 1 / 4, tone
    leave(page, language)


def stay_beside(page: Page, language: str) -> None:
    """Checks that on a phone held across the offer of the tour stays beside the board when the opponent leaves."""
    say(page, language, "turn first")
    leave(page, language, LEFT)
    board, card = (page.locator(name).bounding_box() for name in ("dama-board", "#card"))
    assert board
    assert card
    assert card["x"] >= board["x"] + board["width"] or card["x"] + card["width"] <= board["x"]
    assert card["y"] + card["height"] <= page.evaluate("innerHeight")
    rows(page)


def covered(page: Page, usual: dict[str, Any]) -> float:
    """The share of the board's height that the card covers."""
    board = usual["dama-board"]
    top = float(page.evaluate("document.querySelector('#card').getBoundingClientRect().top"))
    return float((board["y"] + board["height"] - top) / board["height"])


def hold(page: Page, language: str) -> None:
    """Checks that no message moves a row, at the window's present size."""
    say(page, language, "calm")
    usual = rows(page)
    assert usual["#record"]["height"] >= 40
    for tone in MESSAGES:
        say(page, language, tone)
        assert rows(page) == usual, tone
        card = page.evaluate("document.querySelector('#card').getBoundingClientRect().toJSON()")
        assert card["left"] >= 0
        assert card["bottom"] <= page.evaluate("innerHeight")
        assert page.evaluate(WITHIN) == [], (tone, page.viewport_size)
        board = usual["dama-board"]
        beside = card["left"] > board["width"] or card["right"] <= board["x"]
        if page.evaluate("innerHeight < innerWidth"):
            assert beside, tone  # At the board's lower edge are the viewer's men.
        assert beside or board["y"] + board["height"] - card["top"] <= board["height"] / 4


@pytest.mark.parametrize("language", LOCALES)
def test_no_message_moves_or_covers_a_row_at_home(visit: Visit, app: App, language: str) -> None:
    page = visit(at(app, level="beginner", clock={"base": 300, "increment": 2}), locale=LOCALES[language]).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        hold(page, language)


@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_no_message_moves_or_covers_a_row_online(visit: Visit, server: Process, language: str) -> None:
    page = two(visit, server.address)[1].page
    page.goto(f"{page.url}?lang={language}")
    expect(page.locator(".player .name").first).not_to_be_empty()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        hold(page, language)
        say(page, language, "turn")
        usual = rows(page)
        leave(page, language, LEFT, "Claim the win", "Call it a draw")
        assert rows(page) == usual
        if (width, height) in ((360, 640), (320, 568)):
            assert covered(page, usual) <= 1 / 5
        if (width, height) == (640, 360):
            stay_beside(page, language)
        stay(page, language)


def test_the_offer_of_a_rematch_covers_no_row_on_a_phone_held_across(visit: Visit, server: Process) -> None:
    white, black = two(visit, server.address)
    black.press("Resign")
    black.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    black.press("Rematch")
    expect(white.page.locator("#answers button")).to_have_count(3)
    page = white.page
    address = page.url
    page.set_viewport_size({"width": 640, "height": 360})
    for language in LOCALES:
        page.goto(f"{address}?lang={language}")
        expect(page.locator("#headline")).to_have_text(spoken(language, "Your opponent asks for a rematch."))
        expect(page.locator("#answers button")).to_have_count(3)
        card, player = (page.locator(place).bounding_box() for place in ("#card", "#player-bottom"))
        assert card
        assert player
        assert card["y"] >= player["y"] + player["height"], language
        assert page.evaluate(WITHIN) == [], language


@pytest.mark.parametrize("language", LOCALES)
def test_the_offer_of_the_tour_covers_nothing_of_the_board(visit: Visit, app: App, language: str) -> None:
    phone: ViewportSize = {"width": 360, "height": 640}
    page = visit(at(app, opponent="person"), phone, locale=LOCALES[language]).page
    expect(page.locator("#answers button")).to_be_visible()
    assert covered(page, rows(page)) <= 0
