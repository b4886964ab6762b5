"""The live boards of a tournament in real browsers: on a phone, and page by page on a projector."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from damaci.online.names import fold
from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_club import start_now
from tests.browser.test_direction import AS_SEEN
from tests.browser.test_fit import cut
from tests.online.conftest import eventually
from tests.online.process import Client, Process, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("live")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Process]:
    with serving(folder, DAMACI_ACCOUNTS="open") as server:
        yield server


LONG = "Karaosmanoğlu-Yıl"
"""With a language and a width added, it is as long as the name of an account may be."""
SIZES = ((360, 640, "light"), (640, 360, "dark"), (820, 1180, "light"), (1440, 900, "dark"))


class Cup:
    """A tournament that is being played, created without a browser."""

    def __init__(self, server: Process, folder: Path, name: str, players: int = 4, long: str = "") -> None:
        self.server = server
        self.people = [Client(server.address) for _ in range(players)]
        for number, each in enumerate(self.people):
            who = long if long and not number else f"{name} {number}"
            each.send("POST", "/api/v1/account", {"name": who, "passphrase": "a long enough one"})
        wish = {"name": f"{name} Cup", "starts": time.time() + 3600, "rounds": 3, "minutes_late": 60, "pause": 3600}
        self.id = self.people[0].send("POST", "/api/v1/tournaments", wish)["id"]
        for each in self.people:
            each.send("POST", f"/api/v1/tournaments/{self.id}/join")
        start_now(folder)
        self.page = f"{server.address}/tournaments/{self.id}"

    def games(self) -> list[str]:
        """The ids of the games, as soon as the first round is paired."""
        eventually(lambda: self._boards()["total"] > 0)
        games: list[str] = self._boards()["games"]
        return games

    def _boards(self) -> Any:
        return Client(self.server.address).send("GET", f"/api/v1/tournaments/{self.id}/boards")

    def ask(self, game: str, color: str, command: dict[str, object]) -> None:
        [one] = [each for each in self.people if each.send("GET", f"/api/v1/games/{game}")["you"] == [color]]
        one.send("POST", f"/api/v1/games/{game}/requests", command)

    def play(self, game: str, *moves: str, first: int = 1) -> None:
        for ply, move in enumerate(moves, first):
            color = "white" if ply % 2 else "black"
            self.ask(game, color, {"type": "move", "id": f"m{ply}", "ply": ply, "move": move})

    def resign(self, game: str, color: str) -> None:
        self.ask(game, color, {"type": "resign", "id": "r"})


def board_of(page: Page, game: str) -> Locator:
    return page.locator(f'[data-game="{game}"]')


def test_the_boards_are_live(server: Process, folder: Path, visit: Visit) -> None:
    cup = Cup(server, folder, "Live")
    games = cup.games()
    page = visit(cup.page, viewport=PHONE).page
    page.get_by_role("link", name="Boards live").click()
    expect(page.locator("#boards li")).to_have_count(2)
    expect(page.locator("#round")).to_have_text("Round 1")
    page.evaluate("window.here = true")
    cup.play(games[1], "d3-d4", "a6-a5")
    board = board_of(page, games[1])
    expect(board.locator(".notation")).to_have_text("1… a6-a5")
    expect(board.locator(".told")).to_have_text("White to move")
    running = board.locator('[data-color="white"] .time')
    expect(running).to_have_attribute("data-running", "")
    expect(running).not_to_have_text("5:00")
    cup.resign(games[1], "black")
    expect(board.locator(".notation")).to_have_text("1 – 0")
    expect(board.locator(".side.won")).to_have_attribute("data-color", "white")
    expect(board_of(page, games[0]).locator(".told")).to_have_text("White to move")
    assert page.evaluate("window.here")
    named = board.locator(".side").get_by_role("link")
    expect(named).to_have_count(2)
    expect(named.first).to_have_attribute("href", f"/@/{fold(named.first.text_content() or '')}")
    board.locator(".whole").click()
    page.wait_for_url(f"**/game/{games[1]}")


def test_the_projector_turns_the_pages_of_boards(server: Process, folder: Path, visit: Visit) -> None:
    cup = Cup(server, folder, "Pages", players=6)
    games = cup.games()
    page = visit(f"{cup.page}?view=wall&round=0", viewport=PHONE).page
    page.get_by_role("link", name="Boards live").click()
    expect(page.locator("#boards li")).to_have_count(1)
    expect(page.locator("#wall-page")).to_have_text("1 / 3")
    page.keyboard.press("Space")
    for number, game in ((2, games[1]), (3, games[2])):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#wall-page")).to_have_text(f"{number} / 3")
        expect(board_of(page, game)).to_be_visible()
    cup.play(games[2], "d3-d4")
    expect(page.locator(".notation")).to_have_text("1. d3-d4")
    page.set_viewport_size(DESK)
    expect(page.locator("#boards li")).to_have_count(3)
    expect(page.locator("#wall-page")).to_have_text("1 / 1")
    assert not page.evaluate("document.documentElement.scrollHeight > innerHeight")
    page.get_by_role("link", name="Standings").click()
    expect(page.locator(".wall-list").first).to_be_visible()


@pytest.mark.parametrize(("width", "height", "scheme"), SIZES)
@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_the_boards_fit_and_are_accessible(
    server: Process, folder: Path, visit: Visit, width: int, height: int, scheme: str, language: str
) -> None:
    cup = Cup(server, folder, f"{language} {width}", long=f"{LONG} {language}{width}")
    cup.games()
    window = {"viewport": {"width": width, "height": height}, "color_scheme": scheme, "locale": LOCALES[language]}
    page = visit(f"{cup.page}/boards", **window).page
    expect(page.locator("#boards .told").first).not_to_be_empty()
    assert violations(page) == []
    assert cut(page) == []
    page.goto(f"{cup.page}/boards?projector=true")
    expect(page.locator("#boards .told").first).not_to_be_empty()
    assert violations(page) == []
    assert [each for each in cut(page) if LONG not in each] == []


CLOCK = {"en": "5 min + 3 s", "tr": "5 dk + 3 sn", "bg": "5 мин + 3 сек", "ar": "5 د + 3 ث"}


@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_the_standings_fit_a_phone_that_is_held_across(
    server: Process, folder: Path, visit: Visit, language: str
) -> None:
    cup = Cup(server, folder, f"{language} across")
    cup.games()
    window = {"viewport": {"width": 640, "height": 360}, "locale": LOCALES[language]}
    page = visit(f"{cup.page}?view=standings", **window).page
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert violations(page) == []
    expect(page.locator(".news .notation")).to_have_text(CLOCK[language])
    if language == "ar":
        seen = page.evaluate(AS_SEEN, [".news .notation", ""])
        assert "".join(each for each in seen if each.isalnum()) == "ث3د5"
    expect(page.locator(".standings caption")).to_contain_text("١" if language == "ar" else " · ")
