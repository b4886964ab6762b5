"""A player's own mistakes on a server, in a real browser: found in a finished game, and solved."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_challenges import PASSPHRASE, member
from tests.online.process import Client, Process, serving
from tests.services.test_mistakes import EACH, RIGHT, WRONG


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open") as server:
        yield server


def blunder(server: Process, name: str) -> None:
    """Plays a game in which the player of that name makes a mistake."""
    player = Client(server.address)
    friend = Client(server.address)
    player.send("POST", "/api/v1/session", {"name": name, "passphrase": PASSPHRASE})
    game = player.send("POST", "/api/v1/games", {"color": "white", "fen": EACH.fen})["id"]
    friend.send("POST", f"/api/v1/games/{game}/join")
    after = EACH.position.play(WRONG)
    for who, ply, move in ((player, 1, EACH.position.text(WRONG)), (friend, 2, after.text(after.legal_moves[0]))):
        who.send("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": move})
    player.send("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})


@pytest.mark.parametrize(("window", "language"), [(PHONE, "en"), (DESK, "ar")])
def test_a_mistake_is_found_and_shown(server: Process, visit: Visit, window: dict[str, int], language: str) -> None:
    name = f"Mistaken {language}"
    page = member(server, visit, name, viewport=window, locale=LOCALES[language]).page
    page.goto(f"{server.address}puzzles")  # in the lobby, the page would go to the game
    blunder(server, name)
    page.reload()
    page.locator('main a[href="/puzzles/mistakes"]').click()
    expect(page.locator("#about")).not_to_be_empty()
    assert violations(page) == []
    page.locator("#solution").click()
    expect(page.locator("#moves")).to_contain_text(RIGHT)
    page.goto(f"{server.address}puzzles/mistakes")
    expect(page.locator("#about")).not_to_be_empty()
