"""The operator's page in every language: it fits, it is accessible, and it says what was done or why not."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from damaci.languages import LANGUAGES
from damaci.store import Store
from damaci.store.audit import Act
from damaci.store.comparisons import ComparisonResult
from damaci.store.ratings import RatingKey
from damaci.store.reports import PlayerReport
from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.online.fair_play.games import fill
from tests.online.process import Client, Process, serving

TOKEN = "operator of these tests"
SHOWN = {"username": "zeynep", "password": TOKEN}
WIDER = "() => document.documentElement.scrollWidth > innerWidth"
REFUSED = {
    "en": "There is no such ban.",
    "tr": "Böyle bir yasak yok.",
    "bg": "Няма такава забрана.",
    "ar": "لا حظر كهذا.",
}
HELLO = {"en": "Hello!", "tr": "Merhaba!", "bg": "Здравей!", "ar": "مرحبًا!"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("operator"), DAMACI_ACCOUNTS="open", DAMACI_OPERATOR_TOKEN=TOKEN) as server:
        yield server


@pytest.fixture(scope="module")
def reported(server: Process) -> str:
    """The id of a player who was reported for his phrases in a game, and for his name in the lobby."""
    white = Client(server.address)
    black = Client(server.address)
    game = white.send("POST", "/api/v1/games", {"color": "white"})["id"]
    black.send("POST", f"/api/v1/games/{game}/join")
    black.send("POST", f"/api/v1/games/{game}/requests", {"type": "say", "phrase": "hello"})
    white.send("POST", f"/api/v1/games/{game}/report", {"reason": "phrases", "text": "again and again"})
    seek = black.send("POST", "/api/v1/seeks", {})["id"]
    white.send("POST", f"/api/v1/seeks/{seek}/report", {"reason": "name"})
    return str(black.send("GET", "/api/v1/player")["id"])


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server on which Ada (`a`) was compared and reported, and that makes no more comparisons."""
    folder = tmp_path_factory.mktemp("compared")
    with ThreadPoolExecutor(1) as elsewhere:  # The browser's event loop runs in this thread.
        elsewhere.submit(lambda: asyncio.run(compare(folder))).result()
    nothing = "import damaci.online.fair_play.driver as driver; driver.LOOK_SECONDS = 1e6"
    with serving(folder, nothing, DAMACI_ACCOUNTS="open", DAMACI_OPERATOR_TOKEN=TOKEN) as server:
        yield server


async def compare(folder: Path) -> None:
    key = RatingKey("a", "turkish", "blitz")
    figures = {"agreement": {"value": 41.5, "low": 35.0, "high": 48.3}, "loss": {"value": 4.1, "low": 2.3, "high": 7.2}}
    text = json.dumps({"games": 2, "moves": 214, **figures})
    async with Store(folder) as store:
        await fill(store, 2)
        await store.comparisons.ask(key, 2.0, Act(at=2.0, who="operator", what="compare", on="a"))
        await store.comparisons.put(key, ComparisonResult(3.0, 1500.0, "1.0/150000", 214, text))
        await store.reports.add(
            PlayerReport(id="r", created=1.0, about="a", by="b", reason="cheating", text="too good")
        )


def opened(visit: Visit, address: str, language: str, viewport: ViewportSize = DESK, scheme: str = "light") -> Page:
    """The operator's page with all sections unfolded."""
    page = visit(
        address,
        viewport=viewport,
        color_scheme="dark" if scheme == "dark" else "light",
        locale=LOCALES[language],
        http_credentials=SHOWN,
    ).page
    for summary in page.locator(".operator summary").all():
        summary.click()
    return page


@pytest.mark.parametrize("language", by_day(*LANGUAGES))
@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone", "desk"])
def test_the_page_is_in_the_operator_s_language(
    visit: Visit, server: Process, reported: str, language: str, viewport: ViewportSize, scheme: str
) -> None:
    page = opened(visit, f"{server.address}operator?find={reported}", language, viewport, scheme)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if LANGUAGES[language].right_to_left else "ltr")
    expect(page.locator(".operator")).not_to_have_attribute("lang", "en")
    expect(page.locator("[data-phrase]")).to_have_text(HELLO[language])
    assert violations(page) == []
    assert not page.evaluate(WIDER)


@pytest.mark.parametrize("language", by_day(*LANGUAGES))
@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone", "desk"])
def test_fair_play_is_in_the_operator_s_language(
    visit: Visit, compared: Process, language: str, viewport: ViewportSize, scheme: str
) -> None:
    page = opened(visit, f"{compared.address}operator/players/a", language, viewport, scheme)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if LANGUAGES[language].right_to_left else "ltr")
    expect(page.locator("dl.state dd").first).to_contain_text("41.5")
    expect(page.locator("h1 bdi")).to_have_text("Ada")
    assert violations(page) == []
    assert not page.evaluate(WIDER)


def test_a_comparison_is_asked_for_and_waits(visit: Visit, compared: Process) -> None:
    page = opened(visit, f"{compared.address}operator/players/b", "en")
    page.get_by_role("button", name="Compare the last games").click()
    expect(page.locator("#banner")).to_have_text("Done.")
    expect(page.get_by_role("button", name="Compare the last games")).to_have_count(0)
    expect(page.get_by_text("Waited for since")).to_be_visible()


@pytest.mark.parametrize("language", by_day(*LANGUAGES))
def test_what_cannot_be_done_is_said_in_the_operator_s_language(
    visit: Visit, server: Process, reported: str, language: str
) -> None:
    page = opened(visit, f"{server.address}operator?find={reported}", language)
    page.locator("[data-act=ban] [name=who][type=hidden]").first.evaluate("field => field.form.dataset.act = 'unban'")
    page.locator("[data-act=unban] button").first.click()
    expect(page.locator("#banner")).to_have_text(REFUSED[language])
    visit.forgive()


def test_an_act_is_carried_out_and_said(visit: Visit, server: Process, reported: str) -> None:
    page = opened(visit, f"{server.address}operator?find={reported}", "en")
    page.get_by_label("New name").fill("Player 17")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#banner")).to_have_text("Done.")
    expect(page.locator("summary").filter(has_text="Player 17").first).to_be_visible()
    expect(page.locator("#acts-title + ul li").first).to_contain_text("page:zeynep · Renamed")


def test_a_report_is_closed_and_opened_again(visit: Visit, server: Process, reported: str) -> None:
    page = opened(visit, f"{server.address}operator", "en")
    count = page.locator("[data-act=close-report]").count()
    page.get_by_label("Verdict").first.fill("renamed")
    page.get_by_role("button", name="Close the report").first.click()
    expect(page.locator("[data-act=close-report]")).to_have_count(count - 1)
    page.get_by_role("heading", name="Closed reports").locator("+ details summary").click()
    page.get_by_role("button", name="Reopen the report").click()
    expect(page.locator("[data-act=close-report]")).to_have_count(count)


def test_a_sign_in_link_is_shown_with_the_site_s_address(visit: Visit, server: Process, reported: str) -> None:
    page = opened(visit, f"{server.address}operator?find={reported}", "en")
    page.get_by_role("button", name="Make a sign-in link").click()
    expect(page.locator("#link")).to_contain_text(f"{server.address}sign-in#")
    assert violations(page) == []
