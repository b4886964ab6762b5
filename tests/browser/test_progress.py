"""Progress on a server in a real browser: the games lead there, and it tells of a game that has ended."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_challenges import PASSPHRASE, member
from tests.online.process import Client, Process, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open") as server:
        yield server


def win(server: Process, name: str) -> None:
    """A game that the player of that name wins with Black."""
    winner, loser = Client(server.address), Client(server.address)
    winner.send("POST", "/api/v1/session", {"name": name, "passphrase": PASSPHRASE})
    game = loser.send("POST", "/api/v1/games", {"color": "white"})["id"]
    winner.send("POST", f"/api/v1/games/{game}/join")
    for player, ply, move in ((loser, 1, "d3-d4"), (winner, 2, "d6-d5")):
        player.send("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": move})
    loser.send("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})


@pytest.mark.parametrize(("window", "language"), [(PHONE, "en"), (DESK, "ar")])
def test_the_games_lead_to_ones_progress(server: Process, visit: Visit, window: dict[str, int], language: str) -> None:
    name = f"Progress {language}"
    page = member(server, visit, name, viewport=window, locale=LOCALES[language]).page
    win(server, name)
    page.goto(f"{server.address}games")
    page.locator('main a[href="/progress"]').click()
    page.wait_for_url("**/progress")
    assert violations(page) == []
    black = page.locator("tbody").nth(1).locator("tr").nth(1)
    month = page.locator("tbody time")
    expect(month).to_have_text(re.compile(r"^[A-Z][a-z]+ 20\d\d$" if language == "en" else "٢٠[٠-٩]{2}$"))
    expect(black.locator("td").first).to_have_text("1" if language == "en" else "١")
