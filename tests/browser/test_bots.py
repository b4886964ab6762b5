"""The house's players in real browsers: found from the lobby, challenged by a guest, and marked in the game and on
their pages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_club import sign_up
from tests.online.process import Client, Process, serving

TITLES = {"en": "Computers", "tr": "Bilgisayarlar", "bg": "Компютри", "ar": "أجهزة الكمبيوتر"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open") as server:
        yield server


def test_a_guest_challenges_one_and_sees_that_it_is_a_computer(server: Process, visit: Visit) -> None:
    table = visit(server.address)
    page = table.page
    page.get_by_role("link", name="Play one of our computers").click()
    page.get_by_role("link", name="Challenge Serçe").click()
    expect(page.get_by_label("Name of the player")).to_have_value("serce")
    page.get_by_role("radio", name="White").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/game/*")
    table.is_ready()
    bar = page.locator("#player-top")
    expect(bar).to_contain_text("Serçe")
    expect(bar).to_contain_text("Computer · Black · Beginner · 830")
    bar.get_by_role("link", name="Serçe").click()
    expect(page.get_by_role("main")).to_contain_text("The sparrow hops from square to square")


@pytest.mark.parametrize(("window", "scheme"), [(PHONE, "light"), (DESK, "dark")])
@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_the_page_fits_and_is_accessible_in_every_language(
    server: Process, visit: Visit, window: dict[str, int], scheme: str, language: str
) -> None:
    page = visit(server.address, viewport=window, color_scheme=scheme, locale=LOCALES[language]).page
    for address in ("bots", "@/kartal"):
        page.goto(server.address + address)
        expect(page.get_by_role("heading", level=1)).to_have_text("Kartal" if "@" in address else TITLES[language])
        assert violations(page) == []
        badge = page.locator(".badge").first.bounding_box()
        assert badge
        assert badge["width"] > 2 * badge["height"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_program_is_taken_off_the_list_and_listed_again_by_buttons(server: Process, visit: Visit) -> None:
    page = visit(f"{server.address}account", viewport=PHONE).page
    sign_up(page, "Buton")
    page.reload()
    page.get_by_label("Name of the program").fill("bot")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator("#secret")).to_be_visible()
    Client(server.address, page.locator("#secret").inner_text()).send("PUT", "/api/v1/bot")
    page.reload()
    programs = page.get_by_role("region", name="Programs among the computers")
    expect(programs.get_by_role("link", name="Buton")).to_be_visible()
    programs.get_by_role("button", name="Take the listing back").click()
    expect(programs).to_contain_text("not listed")
    assert violations(page) == []
    programs.get_by_role("button", name="List: Buton").click()
    expect(programs.get_by_role("button", name="Take the listing back")).to_be_visible()
