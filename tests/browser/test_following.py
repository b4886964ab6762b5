"""Following players in real browsers: a button on a player's page, the list of followed players, and the lobby."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_challenges import member
from tests.browser.test_fit import cut
from tests.home.process import command
from tests.online.process import Process, serving

TITLES = {
    "en": "Players you follow",
    "tr": "Takip ettiklerin",
    "bg": "Играчи, които следваш",
    "ar": "لاعبون تتابعهم",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("online")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Process]:
    with serving(folder, DAMACI_ACCOUNTS="open") as server:
        yield server


GONE = "fetch('/api/v1/following').then((answer) => answer.json()).then(({ players }) => !players[0].here)"
"""The server may not have noticed yet that the only followed player has left."""


def test_by_keyboard_somebody_is_followed_seen_in_the_lobby_and_challenged(server: Process, visit: Visit) -> None:
    ada = member(server, visit, "Ada").page
    ada.goto(f"{server.address}@/kartal")
    button = ada.get_by_role("button", name="Follow", exact=True)
    expect(button).to_have_attribute("aria-pressed", "false")
    button.focus()
    ada.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_be_focused()
    ada.goto(server.address)
    section = ada.get_by_role("region", name="Players you follow")
    row = section.get_by_role("listitem")
    expect(row).to_contain_text("Computer · Here now")
    expect(row.get_by_role("link", name="Kartal", exact=True)).to_be_visible()
    row.get_by_role("link", name="Challenge Kartal").click()
    expect(ada.get_by_label("Name of the player")).to_have_value("kartal")
    ada.get_by_role("link", name="Players you follow").click()
    mine = ada.get_by_role("button", name="Follow Kartal")
    mine.press("Space")
    expect(mine).to_have_attribute("aria-pressed", "false")
    ada.reload()
    expect(ada.get_by_role("main")).to_contain_text("You follow nobody yet.")
    ada.goto(server.address)
    expect(ada.get_by_role("heading", name="Play now")).to_be_visible()
    expect(section).to_have_count(0)


def test_the_game_of_a_followed_player_can_be_watched(server: Process, visit: Visit) -> None:
    eda = member(server, visit, "Eda").page
    efe = member(server, visit, "Efe")
    eda.goto(f"{server.address}@/efe")
    eda.get_by_role("button", name="Follow", exact=True).click()
    expect(eda.locator("[data-follow][aria-pressed=true]")).to_be_visible()
    eda.goto(server.address)
    row = eda.get_by_role("region", name="Players you follow").get_by_role("listitem")
    expect(row).to_contain_text("Here now")
    efe.page.get_by_role("radio", name="The computer").check()
    efe.page.get_by_role("radio", name="White").check()
    efe.page.get_by_role("button", name="Start the game").click()
    efe.is_ready()
    efe.play("d3", "d4")
    expect(row).to_contain_text("Playing now")
    row.get_by_role("link", name="Watch Efe").click()
    expect(eda).to_have_url(efe.page.url)
    efe.page.goto("about:blank")
    eda.wait_for_function(GONE)
    eda.goto(f"{server.address}following")
    expect(eda.get_by_role("main")).to_contain_text("Not here now")


def test_the_list_follows_who_comes_and_goes(server: Process, visit: Visit) -> None:
    ada = member(server, visit, "Asya").page
    bora = member(server, visit, "Yaman")
    for account in ("alev", "yaman"):
        if account == "alev":
            member(server, visit, "Alev").page.goto("about:blank")
        ada.goto(f"{server.address}@/{account}")
        ada.get_by_role("button", name="Follow", exact=True).click()
        expect(ada.locator("[data-follow][aria-pressed=true]")).to_be_visible()
    bora.page.goto("about:blank")
    ada.goto(f"{server.address}following")
    ada.mouse.move(0, 0)
    rows = ada.locator(".followed li")
    expect(rows).to_contain_text(["AlevNot here now", "YamanNot here now"])
    bora.page.goto(server.address)
    expect(rows).to_contain_text(["YamanHere now", "AlevNot here now"])
    bora.page.get_by_role("radio", name="The computer").check()
    bora.page.get_by_role("radio", name="White").check()
    bora.page.get_by_role("button", name="Start the game").click()
    bora.is_ready()
    watch = ada.get_by_role("link", name="Watch Yaman")
    expect(watch).to_have_count(0)
    bora.play("d3", "d4")
    expect(rows).to_contain_text(["YamanPlaying now", "AlevNot here now"])
    expect(watch).to_have_attribute("href", bora.page.url.removeprefix(server.address.removesuffix("/")))
    assert violations(ada) == []
    watch.focus()
    bora.page.goto("about:blank")
    expect(ada.get_by_role("link", name="Challenge Yaman")).to_be_focused()
    expect(rows).to_contain_text(["YamanNot here now", "AlevNot here now"])
    ada.get_by_role("link", name="Challenge Yaman").blur()
    expect(rows).to_contain_text(["AlevNot here now", "YamanNot here now"])


def test_an_open_list_has_who_was_renamed_or_followed_elsewhere(server: Process, folder: Path, visit: Visit) -> None:
    ada = member(server, visit, "Aslı").page
    member(server, visit, "Cem Eski")
    for account in ("cem eski", "kartal"):
        ada.goto(f"{server.address}@/{account}")
        ada.get_by_role("button", name="Follow", exact=True).click()
        expect(ada.locator("[data-follow][aria-pressed=true]")).to_be_visible()
    ada.goto(f"{server.address}following")
    rows = ada.locator(".followed li")
    expect(rows).to_contain_text(["Cem EskiHere now", "Kartal"])
    renamed = [*command(), "admin", "rename", "cem eski", "Cem Yeni"]
    subprocess.run(renamed, env=os.environ | {"DAMACI_DATABASE": str(folder)}, check=True, capture_output=True)
    expect(rows).to_contain_text(["Cem YeniHere now", "Kartal"])
    expect(rows).to_have_count(2)
    expect(rows.get_by_role("link", name="Cem Yeni", exact=True)).to_have_attribute("href", "/@/cemyenl")
    assert violations(ada) == []
    button = ada.get_by_role("button", name="Follow Cem Yeni")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    ada.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(rows).to_contain_text(["Kartal"])
    expect(rows).to_have_count(1)


def test_a_guest_is_led_to_the_account_by_a_link_in_the_colour_of_the_page(server: Process, visit: Visit) -> None:
    page = visit(f"{server.address}following", color_scheme="dark").page
    expect(page.get_by_role("main").get_by_role("link", name="Account")).to_have_css("color", "rgb(62, 174, 187)")


def test_a_guest_has_no_button(server: Process, visit: Visit) -> None:
    page = visit(f"{server.address}@/kartal").page
    expect(page.get_by_role("heading", name="Kartal")).to_be_visible()
    expect(page.get_by_role("button", name="Follow")).to_have_count(0)


@pytest.mark.parametrize(("window", "scheme"), [(PHONE, "light"), (DESK, "dark")])
@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_the_pages_fit_and_are_accessible_in_every_language(
    server: Process, visit: Visit, window: dict[str, int], scheme: str, language: str
) -> None:
    name = f"Oya {language} {scheme}"
    page = member(server, visit, name, viewport=window, color_scheme=scheme, locale=LOCALES[language]).page
    for account in ("kartal", "serce"):
        page.goto(f"{server.address}@/{account}")
        page.locator("[data-follow]").click()
        expect(page.locator("[data-follow][aria-pressed=true]")).to_be_visible()
    assert violations(page) == []
    assert cut(page) == []
    page.goto(f"{server.address}following")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[language])
    assert violations(page) == []
    assert cut(page) == []
    page.goto(server.address)
    expect(page.locator("#followed li")).to_have_count(2)
    assert violations(page) == []
    assert cut(page) == []


LONG = "Karaosmanoğluyıldırımtür"

IN_ONE_LINE = """(name) => [...document.querySelectorAll(".list bdi, .player .name")]
  .filter(({ textContent }) => textContent === name).map((place) => {
    const style = getComputedStyle(place), lines = place.getBoundingClientRect().height / parseFloat(style.fontSize);
    return place.title === name && style.textOverflow === "ellipsis" && lines < 2;
  })"""
"""For each place with this name, whether it has one line, ends with an ellipsis, and shows the name to the pointer."""


def test_a_long_name_ends_with_an_ellipsis(server: Process, visit: Visit) -> None:
    host = member(server, visit, LONG).page
    guest = visit(server.address, PHONE).page
    host.get_by_role("button", name="5 + 3").click()
    expect(guest.locator("#seeks li").filter(has_text=LONG)).to_be_visible()
    assert guest.evaluate(IN_ONE_LINE, LONG) == [True]
    assert guest.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    guest.get_by_role("button", name=f"Play: {LONG}").click()
    guest.wait_for_url("**/game/*")
    expect(guest.locator(".player").filter(has_text=LONG)).to_be_visible()
    for width, height in ((360, 640), (640, 360)):
        guest.set_viewport_size({"width": width, "height": height})
        assert guest.evaluate(IN_ONE_LINE, LONG) == [True]
