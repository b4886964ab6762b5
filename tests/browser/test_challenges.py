"""Challenges in real browsers: by name, from a player's page, and answered on whatever page the other player is."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.table import Table, until
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.online.process import Process, serving

PASSPHRASE = "correct horse battery"

NEW_GAME = """async () => {
  const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? "";
  const headers = { "content-type": "application/json", "x-csrf-token": token };
  const body = JSON.stringify({ opponent: "engine", color: "white", level: "easy" });
  return (await (await fetch("/api/v1/games", { method: "POST", headers, body })).json()).id;
}"""
"""Begins a game against the computer, and returns its id."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open") as server:
        yield server


def member(server: Process, visit: Visit, name: str, **options: object) -> Table:
    """A player with an account, in the lobby."""
    table = visit(server.address, **options)
    made = table.page.request.post(
        f"{server.address}api/v1/account",
        data={"name": name, "passphrase": PASSPHRASE},
        headers={"cookie": "csrftoken=t", "x-csrf-token": "t"},
    )
    assert made.ok
    table.page.goto(server.address)
    return table


def challenge(page: Page, name: str) -> None:
    """Challenges a player by name in the lobby: two games, no clock, White."""
    page.get_by_role("radio", name="By name").check()
    page.get_by_label("Name of the player").fill(name)
    page.get_by_role("radio", name="White").check()
    page.get_by_label("Clock").select_option(label="No clock")
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("Two games, sides swapped").check()
    page.get_by_role("button", name="Start the game").click()


def test_a_challenge_goes_through_and_leads_to_two_games(server: Process, visit: Visit) -> None:
    ada = member(server, visit, "Ada")
    bora = member(server, visit, "Bora")
    challenge(ada.page, "bora")
    expect(ada.page.get_by_role("heading", name="You challenge Bora")).to_be_visible()
    row = bora.page.get_by_role("list", name="Challenges").get_by_role("listitem")
    expect(row).to_contain_text("Ada challenges you")
    expect(row).to_contain_text("Two games")
    row.get_by_role("button", name="Play").click()
    for table in (ada, bora):
        table.page.wait_for_url("**/game/*")
        table.is_ready()
    first = ada.page.url
    assert bora.page.url == first
    ada.press("Resign")
    ada.page.get_by_role("dialog").get_by_role("button", name=re.compile("Resign")).click()
    bora.hears("You win!")
    for table in (ada, bora):
        table.page.wait_for_url(lambda url: "/game/" in url and url != first)
        table.is_ready()
    expect(ada.page.get_by_role("region", name="Player below the board")).to_contain_text("Black")


@pytest.mark.parametrize(
    ("name", "path"), [("Oya", "puzzles"), ("Oylum", "openings"), ("Oytun", "games"), ("Oyku", "@/kartal")]
)
def test_a_challenge_comes_to_pages_that_have_no_connection(
    server: Process, visit: Visit, name: str, path: str
) -> None:
    umut = member(server, visit, f"Umut {name}")
    oya = member(server, visit, name)
    oya.page.goto(f"{server.address}{path}")
    challenge(umut.page, name)
    row = oya.page.get_by_role("list", name="Challenges").get_by_role("listitem")
    expect(row).to_contain_text(f"Umut {name} challenges you")
    expect(row).to_contain_text("Türk Daması (federation rules)")
    assert violations(oya.page) == []
    umut.page.goto(f"{server.address}learn")
    row.get_by_role("button", name="Play").click()
    for table in (umut, oya):
        table.page.wait_for_url("**/game/*")


def test_who_is_in_another_game_is_told_who_accepts(server: Process, visit: Visit) -> None:
    can = member(server, visit, "Can")
    cem = member(server, visit, "Cem")
    challenge(can.page, "cem")
    can.page.wait_for_url("**/game/*")
    can.page.goto(server.address)
    can.page.get_by_role("radio", name="The computer").check()
    can.page.get_by_role("button", name="Start the game").click()
    can.is_ready()
    cem.page.get_by_role("list", name="Challenges").get_by_role("button", name="Play").click()
    row = can.page.get_by_role("list", name="Challenges").get_by_role("listitem")
    told = row.get_by_role("link", name="Cem accepts: your game has begun")
    expect(told).to_have_attribute("href", "/@/cem")
    expect(row.get_by_role("link", name="To the game")).to_be_visible()


def test_who_has_signed_out_listens_no_more(server: Process, visit: Visit) -> None:
    page = member(server, visit, "Derya").page
    with page.expect_websocket(lambda socket: socket.url.endswith("/ws/challenges")):
        page.goto(f"{server.address}puzzles")
    page.context.clear_cookies(name="damaci-session")
    with page.expect_websocket(lambda socket: socket.url.endswith("/ws/challenges")):
        page.reload()
    until(page, "localStorage.getItem('damaci-member') === null")


def test_a_player_in_a_game_declines_with_a_reason(server: Process, visit: Visit) -> None:
    eda = member(server, visit, "Eda")
    efe = member(server, visit, "Efe")
    efe.page.get_by_role("radio", name="The computer").check()
    efe.page.get_by_role("button", name="Start the game").click()
    efe.is_ready()
    eda.page.goto(f"{server.address}@/efe")
    eda.page.get_by_role("link", name="Challenge").click()
    expect(eda.page.get_by_label("Name of the player")).to_have_value("efe")
    eda.page.get_by_role("button", name="Start the game").click()
    efe.page.get_by_label("Decline the challenge of Eda").select_option(label="I would like another clock.")
    expect(efe.page.get_by_text("Eda challenges you")).to_have_count(0)
    expect(eda.page.get_by_text("I would like another clock.")).to_be_visible()
    eda.page.get_by_role("button", name="Withdraw the challenge").click()
    expect(eda.page.get_by_role("heading", name="Play now")).to_be_visible()
    expect(eda.page.get_by_text("Efe declines")).to_have_count(0)


@pytest.mark.parametrize(
    ("scheme", "window"),
    [
        pytest.param("light", DESK, id="light-desk", marks=pytest.mark.nightly),
        pytest.param("dark", PHONE, id="dark-phone"),
    ],
)
def test_challenges_are_accessible(server: Process, visit: Visit, window: dict[str, int], scheme: str) -> None:
    names = [f"Ali {scheme}", f"Oya {scheme}"]
    ali, oya = (member(server, visit, name, viewport=window, color_scheme=scheme) for name in names)
    ali.page.get_by_role("radio", name="By name").check()
    ali.page.get_by_text("Options", exact=True).click()
    found = {"lobby": violations(ali.page)}
    ali.page.get_by_text("Options", exact=True).click()
    challenge(ali.page, names[1])
    expect(ali.page.get_by_text("Waiting for the answer…")).to_be_visible()
    found["waiting"] = violations(ali.page)
    row = oya.page.get_by_role("list", name="Challenges").get_by_role("listitem")
    expect(row).to_be_visible()
    found["notice"] = violations(oya.page)
    assert oya.page.evaluate("document.documentElement.scrollWidth") == window["width"]
    oya.page.goto(ali.page.url)
    expect(oya.page.get_by_role("heading", name=f"{names[0]} challenges you")).to_be_visible()
    found["challenged"] = violations(oya.page)
    assert not any(found.values()), found


@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_in_a_game_on_a_phone_a_challenge_covers_no_men(server: Process, visit: Visit, language: str) -> None:
    ada = member(server, visit, f"Karaosmanoğlu Yıld {language}")
    oya = member(server, visit, f"Oya {language}", viewport=PHONE, locale=LOCALES[language])
    game = oya.page.evaluate(NEW_GAME)
    oya.page.goto(f"{server.address}game/{game}")
    expect(oya.page.locator(".player .name").first).not_to_be_empty()
    challenge(ada.page, f"Oya {language}")
    row = oya.page.locator("#challenges li")
    expect(row).to_be_visible()
    shown, board = (place.bounding_box() for place in (row, oya.page.locator("dama-board")))
    assert shown
    assert board
    assert shown["y"] + shown["height"] <= board["y"] + board["height"] / 8


UNDER_A_CHALLENGE = """() => {
  const challenge = document.querySelector("#challenges li").getBoundingClientRect();
  const kept = ["#player-top .name", "#player-top .clock", "#player-bottom .name", "#player-bottom .clock", "#card"];
  const places = document.querySelector("[data-zen]") ? kept : ["dama-board", ...kept];
  return places.filter((place) => {
    const { left, right, top, bottom } = document.querySelector(place).getBoundingClientRect();
    const beside = right <= challenge.left || challenge.right <= left;
    return !beside && top < challenge.bottom && challenge.top < bottom;
  });
}"""
"""What a challenge covers of the players, the message and, except in zen mode, the board."""

WHOLE = """() => {
  const list = document.querySelector("#challenges");
  const parts = [list, ...list.querySelectorAll("li, p, b, span, button, select")];
  const { left, right } = list.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && list.scrollHeight <= list.clientHeight &&
    parts.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth || clientWidth === 0);
}"""
"""Whether all of a challenge can be read without scrolling."""

ACROSS = [(640, 360), (667, 375), (844, 390)]


@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_in_a_game_held_across_a_challenge_covers_no_name(server: Process, visit: Visit, language: str) -> None:
    ada = member(server, visit, f"Karaosmanoğlu Yılde {language}")
    oya = member(server, visit, f"Oya across {language}", locale=LOCALES[language]).page
    game = oya.evaluate(NEW_GAME)
    oya.goto(f"{server.address}game/{game}")
    expect(oya.locator(".player .name").first).not_to_be_empty()
    challenge(ada.page, f"Oya across {language}")
    expect(oya.locator("#challenges li")).to_be_visible()
    for width, height in ACROSS:
        oya.set_viewport_size({"width": width, "height": height})
        for zen in (False, True):
            oya.evaluate("(zen) => document.documentElement.toggleAttribute('data-zen', zen)", zen)
            assert oya.evaluate(UNDER_A_CHALLENGE) == [], (width, height, zen)
            assert oya.evaluate(WHOLE), (width, height, zen)
            board, row = (oya.locator(place).bounding_box() for place in ("dama-board", "#challenges li"))
            assert board
            assert row
            beside = row["x"] >= board["x"] + board["width"] or row["x"] + row["width"] <= board["x"]
            assert beside or row["y"] + row["height"] <= board["height"] / 6
