"""Games by the day in real browsers: agreed in the lobby, counted in the header, one after the other."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES
from tests.browser.table import Table
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_challenges import member
from tests.online.process import Process, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open") as server:
        yield server


def ask(page: Page, method: str, address: str, data: object = None) -> dict[str, str]:
    """A request as the page's scripts make it."""
    answer = page.request.fetch(address, method=method, data=data, headers={"x-csrf-token": token(page)})
    assert answer.ok, answer.text()
    found: dict[str, str] = answer.json()
    return found


def token(page: Page) -> str:
    return next(each["value"] for each in page.context.cookies() if each["name"] == "csrftoken")


def begin(server: Process, white: Table, black: Table, days: int) -> str:
    game = ask(white.page, "POST", f"{server.address}api/v1/games", {"color": "white", "days": days})["id"]
    ask(black.page, "POST", f"{server.address}api/v1/games/{game}/join")
    return game


@pytest.mark.parametrize(("scheme", "window"), [("light", DESK), ("dark", PHONE)], ids=["desk", "phone"])
def test_one_game_leads_to_the_next(server: Process, visit: Visit, window: dict[str, int], scheme: str) -> None:
    options = {"viewport": window, "color_scheme": scheme}
    ada, bora = (member(server, visit, f"{name} {scheme}", **options) for name in ("Ada", "Bora"))
    later = begin(server, ada, bora, 7)
    first = begin(server, ada, bora, 2)
    page = ada.page
    page.goto(server.address)
    expect(page.locator("#clock optgroup option")).to_have_count(7)
    waiting = page.locator("#turns-waiting")
    expect(waiting).to_have_text("2")
    waiting.click()
    rows = page.locator("#waiting-games li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("1 d 23 h left")
    assert violations(page) == []
    rows.first.get_by_role("link").first.click()
    page.wait_for_url(f"**/game/{first}")
    ada.is_ready()
    expect(page.locator("#player-bottom .clock")).to_contain_text("1 d 23 h")
    ada.play("d3", "d4")
    expect(waiting).to_have_text("1")
    assert violations(page) == []
    page.locator("#next-game").click()
    page.wait_for_url(f"**/game/{later}")


@pytest.mark.parametrize("language", [*LOCALES])
def test_days_are_offered_in_every_language(server: Process, visit: Visit, language: str) -> None:
    page = visit(f"{server.address}?lang={language}").page
    page.locator("#clock").select_option("3d")
    page.get_by_role("radio").and_(page.locator("[value=anyone]")).check(force=True)
    page.locator("#new [type=submit]").click()
    expect(page.locator("#waiting")).not_to_be_empty()
