"""The page of progress in a real browser: the page of games links to it, it is updated when a game has ended, and it
fits on a phone."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from damaci.play.events import ClockTimes, Ended, Moved, Opened, Seat, Settings
from damaci.store import Store
from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_challenges import PASSPHRASE, member
from tests.browser.test_fit import cut
from tests.home.process import started
from tests.online.process import Client, Process, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open") as server:
        yield server


def win(server: Process, name: str) -> None:
    """Plays a game that the player of that name wins with Black."""
    winner = Client(server.address)
    loser = Client(server.address)
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
    page.goto(f"{server.address}@/{name}")
    expect(page.locator(".tally").first).to_have_text("1 – 0 – 0" if language == "en" else "١ – ٠ – ٠")


async def hundreds_won(folder: Path) -> None:
    async with Store(folder) as store:
        for number in range(120):
            settings = Settings(clock=ClockTimes(180, 2) if number % 2 else None)
            began = Opened(settings=settings, white=Seat("person"), black=Seat("engine", level="easy"))
            moved = [Moved(ply=1, path=["d3", "d4"]), Moved(ply=2, path=["d6", "d5"])]
            await store.log.append(f"g{number}", 0, [began, *moved, Ended(result="1-0", reason="resignation")])


@pytest.mark.parametrize("language", ["tr", "bg", "ar"])
def test_results_fit_a_phone(visit: Visit, tmp_path: Path, language: str) -> None:
    with ThreadPoolExecutor() as elsewhere:
        elsewhere.submit(lambda: asyncio.run(hundreds_won(tmp_path))).result()
    with started(tmp_path) as app:
        page = visit(f"{app.address}progress", viewport=PHONE, locale=LOCALES[language]).page
        expect(page.locator("tbody")).to_have_count(5)
        assert cut(page) == []
        for width in (PHONE["width"], 320):
            page.set_viewport_size({"width": width, "height": PHONE["height"]})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        assert violations(page) == []
