"""The arbiter's desk in a browser: whole tournaments by keyboard, two arbiters at once, and a program that is killed
meanwhile."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.outage import offline
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_fit import cut
from tests.home.process import App, started

VIEWS = ("round", "players", "standings", "crosstable", "log", "papers", "wall", "sheets")


def opened(app: App, players: int = 5, rounds: int = 3) -> str:
    id = str(app.send("POST", "api/tournaments", {"name": "Club", "rounds": rounds, "initial": "white"})["id"])
    names = "\n".join(f"Player {number} {2300 - number}" for number in range(1, players + 1))
    app.send("POST", f"api/tournaments/{id}/players", {"text": names})
    return id


def do(app: App, id: str, **command: object) -> None:
    app.send("POST", f"api/tournaments/{id}/steps", {"command": command})


def at(app: App, id: str, view: str = "round") -> str:
    return f"{app.address}tournaments/{id}?view={view}"


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until an element has the focus."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_second_press_on_a_slow_line_opens_no_second_tournament(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}tournaments", viewport=PHONE).page
    held: list[Route] = []
    page.route("**/api/tournaments", lambda route: held.append(route))
    page.locator("#create [name=name]").fill("Twice")
    button = page.locator("#create [type=submit]")
    button.dblclick()
    button.click()
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_url("**/tournaments/*")
    expect(page.locator("h1").first).to_contain_text("Twice")
    assert len(held) == 1


def test_two_arbiters_at_once(visit: Visit, app: App) -> None:
    id = opened(app)
    do(app, id, type="pair", round=1)
    one = visit(at(app, id)).page
    two = visit(at(app, id), viewport=PHONE).page
    one.keyboard.press("1")
    expect(two.locator("#board-1")).to_have_text("1 – 0")
    two.locator("#board-2").click()
    with offline(two):
        do(app, id, type="score", round=1, board=2, result="1/2-1/2")
        two.evaluate("document.querySelector('[data-board=\"2\"]').dataset.result = ''")
    two.locator("#dock [data-score='0-1']").click()
    expect(two.locator("#conflict")).to_be_visible()
    expect(two.locator("#conflict-text")).to_contain_text("1/2-1/2")
    two.keyboard.press("Escape")
    expect(one.locator("#board-2")).to_have_text("½ – ½")
    two.locator("#dock [data-score='0-1']").click()
    expect(one.locator("#board-2")).to_have_text("0 – 1")
    visit.forgive()


def test_nothing_is_lost_when_the_program_is_killed(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as first:
        id = opened(first)
        do(first, id, type="pair", round=1)
        page = visit(at(first, id)).page
        page.keyboard.press("2")
        expect(page.locator("#board-1")).to_have_text("0 – 1")
        expect(page.locator(".entering")).to_have_count(0)  # the result is stored
        page.close()
        first.kill()
    with started(tmp_path) as second:
        page = visit(at(second, id)).page
        expect(page.locator("#board-1")).to_have_text("0 – 1")
        expect(page.locator("#last")).to_contain_text("board 1")
    visit.forgive()


def test_a_player_is_changed_and_pairs_are_made_by_hand(visit: Visit, app: App) -> None:
    id = opened(app)
    page = visit(at(app, id, "players")).page
    page.locator("#change-2").click()
    page.locator("#amend [name=name]").fill("Somebody Else")
    page.keyboard.press("Enter")
    expect(page.locator(".people")).to_contain_text("Somebody Else")
    page.locator("#change-5").click()
    page.locator("#withdraw").click()
    expect(page.locator("tr.out")).to_contain_text("Player 5")
    page.goto(at(app, id))
    page.locator(".hand summary").click()
    page.locator(".hand textarea").fill("4 - 1\n3 2")
    page.get_by_role("button", name="Make these pairs").click()
    expect(page.locator("#boards tbody tr").first).to_contain_text("Player 4")


def test_players_are_kept_apart(visit: Visit, app: App) -> None:
    id = opened(app)
    page = visit(at(app, id, "players"), viewport=PHONE).page
    page.get_by_text("Players who do not meet").click()
    page.locator("#apart textarea").fill("1 3 9\n5")
    page.locator("#apart button").click()
    expect(page.locator("#banner")).to_contain_text("There is no such player")
    page.locator("#apart textarea").fill("3 1 2\n")
    assert violations(page) == []
    assert cut(page) == []
    page.locator("#apart button").click()
    expect(page.get_by_text("Players who do not meet (3)")).to_be_visible()
    page.goto(at(app, id, "log"))
    expect(page.locator(".log li").first).to_contain_text("These do not meet: Player 1 – Player 2")
    do(app, id, type="pair", round=1)
    page.goto(at(app, id))
    expect(page.locator("#boards tbody tr").first).not_to_contain_text("Player 3")
    visit.forgive()


def test_a_pairing_is_undone_with_its_results(visit: Visit, app: App) -> None:
    id = opened(app)
    do(app, id, type="pair", round=1)
    do(app, id, type="start", round=1)
    do(app, id, type="score", round=1, board=1, result="1-0")
    page = visit(at(app, id), viewport=PHONE).page
    page.get_by_role("button", name="Undo this pairing…").click()
    dialog = page.get_by_role("dialog", name="Undo the pairing of round 1?")
    expect(dialog).to_contain_text("1 result of this round is undone with it. Then the round can be paired again.")
    assert violations(page) == []
    assert cut(page) == []
    dialog.get_by_role("button", name="Keep it").click()
    expect(page.locator("#board-1")).to_have_text("1 – 0")
    page.get_by_role("button", name="Undo this pairing…").click()
    dialog.get_by_role("button", name="Undo the pairing").click()
    expect(page.get_by_role("button", name="Pair round 1", exact=True)).to_be_visible()


def test_a_correction_upon_which_a_round_was_paired_says_which(visit: Visit, app: App) -> None:
    wish = {"name": "Cup", "system": "knockout"}
    id = str(app.send("POST", "api/tournaments", wish)["id"])
    app.send("POST", f"api/tournaments/{id}/players", {"text": "A 1900\nB 1800\nC 1700\nD 1600"})
    for round, result in ((1, "1-0"), (2, "0-1")):
        do(app, id, type="pair", round=round)
        for board in (1, 2):
            do(app, id, type="score", round=round, board=board, result=result)
    do(app, id, type="pair", round=3)
    page = visit(f"{at(app, id)}&round=1").page
    page.locator("#board-1").click()
    page.keyboard.press("2")
    told = "Board 1, 0 – 1: not entered. Round 3 was paired upon this result. Undo its pairing first"
    expect(page.locator("#banner")).to_contain_text(told)
    page.keyboard.press("=")
    expect(page.locator("#board-1")).to_have_text("½ – ½")
    visit.forgive()


def test_the_order_of_the_tie_breaks_is_changed(visit: Visit, app: App) -> None:
    id = opened(app)
    do(app, id, type="pair", round=1)
    page = visit(at(app, id, "standings"), viewport=PHONE).page
    page.get_by_role("button", name="Order of the tie-breaks…").click()
    expect(page.get_by_label("Tie-break 1")).to_have_value("BH-C1")
    assert violations(page) == []
    assert cut(page) == []
    page.get_by_label("Tie-break 1").select_option("WON")
    page.get_by_label("Tie-break 4").select_option("")
    page.get_by_role("button", name="Save").click()
    heads = page.locator(".standings thead th")
    expect(heads).to_have_text(["Place", "Name", "Rating", "Points", "Games won", "Buchholz cut 2", "Sonneborn-Berger"])
    expect(page.locator("#last")).to_contain_text("Games won, Buchholz cut 2, Sonneborn-Berger")
    page.get_by_role("button", name="Undo").click()
    expect(heads.nth(4)).to_have_text("Buchholz cut 1")


@pytest.mark.parametrize("window", [DESK, {"width": 1920, "height": 1080}], ids=lambda size: str(size["width"]))
def test_thirty_boards_fit_on_the_projector(visit: Visit, app: App, window: ViewportSize) -> None:
    id = opened(app, players=60)
    do(app, id, type="pair", round=1)
    page = visit(at(app, id, "wall"), viewport=window).page
    expect(page.locator(".wall-boards li:visible")).to_have_count(30)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("""[...document.querySelectorAll('.wall-boards li')].every(
        (line) => line.getBoundingClientRect().bottom <= document.querySelector('.wall-bar').getBoundingClientRect().top
    )""")
    expect(page.locator("#wall-page")).to_have_text("1 / 3")


def test_the_projector_turns_pages_and_follows_the_results(visit: Visit, app: App) -> None:
    id = opened(app, players=60)
    do(app, id, type="pair", round=1)
    page = visit(f"{app.address}tournaments").page
    page.clock.install()
    page.goto(at(app, id, "wall"))
    expect(page.locator("#wall-page")).to_have_text("1 / 3")
    do(app, id, type="score", round=1, board=7, result="1-0")
    page.clock.run_for(3_000)
    expect(page.locator(".wall-boards li").nth(6)).to_contain_text("1 – 0")
    page.clock.run_for(10_000)
    expect(page.locator("#wall-page")).to_have_text("2 / 3")
    expect(page.locator("#wall-standings")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator("#wall-turn")).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(30_000)
    expect(page.locator("#wall-page")).to_have_text("2 / 3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#wall-page")).to_have_text("1 / 3")
    page.locator("#wall-back").click()
    expect(page.locator("#wall-page")).to_have_text("3 / 3")


def test_the_projector_says_that_it_has_lost_the_connection(visit: Visit, app: App) -> None:
    id = opened(app)
    do(app, id, type="pair", round=1)
    page = visit(at(app, id, "wall")).page
    lost = page.get_by_text("The connection is lost. Trying again…")
    expect(lost).to_be_hidden()
    page.keyboard.press("f")
    page.route("**/api/tournaments/**", lambda route: route.abort("connectionrefused"))
    expect(lost).to_be_visible(timeout=20_000)
    expect(page.locator(".wall-bar")).to_have_css("opacity", "1")
    page.unroute_all()
    expect(lost).to_be_hidden(timeout=20_000)


def test_the_projector_fills_the_screen_by_one_key(visit: Visit, app: App) -> None:
    id = opened(app)
    page = visit(at(app, id, "wall")).page
    page.keyboard.press("f")
    expect(page.locator("#wall-full")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.fullscreenElement === document.documentElement")
    page.locator("#wall-full").click()
    expect(page.locator("#wall-full")).to_have_attribute("aria-pressed", "false")
    page.locator("#wall-close").click()
    expect(page.locator(".tabs")).to_be_visible()


def test_who_wants_no_motion_turns_the_pages_by_hand(visit: Visit, app: App) -> None:
    id = opened(app)
    do(app, id, type="pair", round=1)
    page = visit(at(app, id), reduced_motion="reduce").page
    page.goto(at(app, id, "wall"))
    expect(page.locator("#wall-turn")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(
    ("locale", "scheme"),
    by_day(("en-GB", "light"), ("tr-TR", "dark"), ("bg-BG", "light"), ("ar-KW", "dark")),
)
def test_every_view_is_whole_and_can_be_read(
    visit: Visit, app: App, locale: str, scheme: Literal["light", "dark"]
) -> None:
    assert locale in LOCALES.values()
    id = opened(app, players=9)
    do(app, id, type="pair", round=1)
    do(app, id, type="start", round=1)
    do(app, id, type="ask-bye", player=3, round=2, mark="H")
    page = visit(f"{app.address}tournaments", viewport=PHONE, color_scheme=scheme, locale=locale).page
    assert cut(page) == []
    for view in VIEWS:
        page.set_viewport_size(PHONE)
        page.goto(at(app, id, view))
        expect(page.locator("#tournament")).to_be_visible()
        assert cut(page) == [], view
        page.set_viewport_size(DESK)
        assert violations(page) == [], view
