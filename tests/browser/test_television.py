"""The television page in a real browser: one game after another on the same page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.table import Table
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_fit import cut
from tests.online.process import Client, Process, serving

NOTHING = {
    "en": "Nothing is on just now.",
    "tr": "Şu anda oynanan bir oyun yok.",
    "bg": "В момента няма игра за гледане.",
    "ar": "لا توجد مباراة للمشاهدة الآن.",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online")) as server:
        yield server


class Pair:
    """Two guests in a game in which each has moved once."""

    def __init__(self, server: Process, ruleset: str = "turkish", *moves: str) -> None:
        self.people = [Client(server.address), Client(server.address)]
        white, black = self.people
        wish = {"color": "white", "ruleset": ruleset, "clock": {"base": 600, "increment": 5}}
        self.game: str = white.send("POST", "/api/v1/games", wish)["id"]
        black.send("POST", f"/api/v1/games/{self.game}/join")
        for number, move in enumerate(moves):
            self.ask(number % 2, {"type": "move", "id": f"m{number}", "ply": number + 1, "move": move})

    def ask(self, side: int, request: object) -> None:
        self.people[side].send("POST", f"/api/v1/games/{self.game}/requests", request)

    def resign(self) -> None:
        self.ask(0, {"type": "resign", "id": "r"})


def headline(page: Page, text: str) -> None:
    expect(page.locator("#headline")).to_have_text(text)


def test_after_a_game_the_next_one_comes_and_the_focus_stays(server: Process, visit: Visit) -> None:
    lobby = visit(server.address).page
    lobby.get_by_role("link", name="Watch the best game").click()
    table = Table(lobby)
    page = table.page
    headline(page, "Nothing is on just now.")
    expect(page.get_by_role("link", name="To the lobby")).to_be_visible()
    expect(page.get_by_role("link", name="To the game")).to_have_count(0)
    first = Pair(server, "turkish", "d3-d4", "d6-d5")
    headline(page, "White to move")
    table.stands("d4", "white")
    expect(page.locator("#player-bottom .clock")).to_be_visible()
    page.get_by_role("button", name="Turn the board").focus()
    page.evaluate("window.here = true")
    first.ask(1, {"type": "say", "id": "s", "phrase": "well-played"})
    expect(page.locator("#banner")).to_contain_text(": Well played!")
    second = Pair(server, "turkish", "a3-a4", "h6-h5", "b3-b4")
    first.resign()
    headline(page, "Black wins")
    headline(page, "Black to move")
    table.stands("b4", "white")
    table.stands("d3", "white")
    expect(page.locator("#moves button")).to_have_count(3)
    expect(page.locator("#announcement")).to_contain_text("On now: Guest")
    expect(page.get_by_role("button", name="Turn the board")).to_be_focused()
    assert page.evaluate("window.here")
    link = page.get_by_role("link", name="To the game")
    expect(link).to_have_attribute("href", f"/game/{second.game}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#forward")).not_to_have_attribute("aria-disabled", "true")
    second.resign()
    headline(page, "Black wins")
    headline(page, "Nothing is on just now.")
    expect(page.get_by_role("button", name="Turn the board")).to_be_focused()
    link.click()
    table.hears("Black wins")


@pytest.mark.parametrize(("window", "scheme"), [(PHONE, "light"), (DESK, "dark")])
@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_the_page_fits_and_is_accessible_in_every_language(
    server: Process, visit: Visit, window: dict[str, int], scheme: str, language: str
) -> None:
    page = visit(f"{server.address}tv", viewport=window, color_scheme=scheme, locale=LOCALES[language]).page
    headline(page, NOTHING[language])
    assert violations(page) == []
    assert cut(page) == []
    game = Pair(server, "turkish", "d3-d4", "d6-d5")
    expect(page.locator("#moves button")).to_have_count(2)
    assert violations(page) == []
    assert cut(page) == []
    game.resign()
    headline(page, NOTHING[language])
