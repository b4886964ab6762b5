"""A rated game in real browsers: the changes of the ratings are shown to both players when it is over, and later to
everybody."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_challenges import member
from tests.browser.test_daily import ask
from tests.online.process import Process, serving

RATED = {"color": "white", "rated": True, "clock": {"base": 300, "increment": 3}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("rated"), DAMACI_ACCOUNTS="open") as server:
        yield server


def test_the_change_is_shown_when_the_game_is_over(server: Process, visit: Visit) -> None:
    ada = member(server, visit, "Ada")
    bora = member(server, visit, "Bora")
    game = ask(ada.page, "POST", f"{server.address}api/v1/games", RATED)["id"]
    ask(bora.page, "POST", f"{server.address}api/v1/games/{game}/join")
    for table in (ada, bora):
        table.page.goto(f"{server.address}game/{game}")
        table.is_ready()
    ada.play("d3", "d4")
    bora.play("d6", "d5")
    ada.has_moves(2)
    ada.press("Resign")
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    bora.hears(r"You win!")
    bora.hears(r"Your rating: 1\d{3} \(\+\d+\)")
    ada.hears(r"Your rating: 1\d{3} \(−\d+\)")
    for page in (ada.page, bora.page, visit(f"{server.address}game/{game}").page):
        expect(page.locator(".player", has_text="Ada")).to_contain_text(re.compile(r"White · 1500\? −\d+"))
        expect(page.locator(".player", has_text="Bora")).to_contain_text(re.compile(r"Black · 1500\? \+\d+"))
    told = re.search(r"Your rating: (\d+)", bora.page.get_by_role("main").inner_text())
    assert told
    bora.page.goto(f"{server.address}@/bora")
    expect(bora.page.locator("#ratings + .ratings")).to_contain_text(f"{told[1]}?")
