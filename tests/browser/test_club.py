"""A tournament of the server in real browsers: it is announced, a player joins it on a phone and is called to a game,
and the standings are shown."""

import asyncio
import re
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from damaci.online.moderation import Moderation
from damaci.store import Store
from damaci.store.store import FILE
from tests.browser.conftest import Visit
from tests.browser.table import Table, until
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_fit import cut
from tests.browser.wire import Wire
from tests.online.process import Process, serving

REPORT = {
    "en-GB": "Report this tournament",
    "tr-TR": "Bu turnuvayı şikâyet et",
    "bg-BG": "Докладвай този турнир",
    "ar-EG": "الإبلاغ عن هذه البطولة",
}
SOON = 60_000
"""Milliseconds in which the server takes the next step, also on a busy machine."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("club")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Process]:
    with serving(folder, DAMACI_ACCOUNTS="open") as server:
        yield server


def sign_up(page: Page, name: str) -> None:
    """Signs up as the account page does."""
    status = page.evaluate(
        """async (body) => {
            const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? "";
            const headers = { "content-type": "application/json", "x-csrf-token": token };
            return (await fetch("/api/v1/account", { method: "POST", headers, body: JSON.stringify(body) })).status;
        }""",
        {"name": name, "passphrase": "a long enough one"},
    )
    assert status < 300


def member(visit: Visit, server: Process, name: str, **options: object) -> Page:
    page: Page = visit(f"{server.address}/tournaments", **options).page
    sign_up(page, name)
    page.reload()
    return page


def start_now(folder: Path) -> None:
    """Lets the tournament start now, however long it took the players to join."""
    with closing(sqlite3.connect(folder / FILE, timeout=30)) as database, database:
        database.execute("UPDATE announced SET starts = ?", (time.time(),))


def test_announced_joined_called_and_ranked(server: Process, folder: Path, visit: Visit) -> None:
    arbiter = member(visit, server, "Ada Arbiter", viewport=DESK)
    assert violations(arbiter) == []
    arbiter.get_by_label("Name", exact=True).fill("Sunday Cup")
    arbiter.get_by_label("Rounds", exact=True).fill("2")
    arbiter.get_by_role("button", name="Announce it").click()
    expect(arbiter.locator("h1")).to_have_text("Sunday Cup")
    arbiter.get_by_role("button", name="Take part").click()
    expect(arbiter.locator("#leave")).to_be_visible()
    phone = member(visit, server, "Bora Phone", viewport=PHONE)
    phone.locator("#open a").first.click()
    phone.get_by_role("button", name="Take part").click()
    expect(phone.locator("#leave")).to_be_visible()
    expect(phone.locator(".news")).to_contain_text("2 players have joined.")
    assert violations(phone) == []
    assert cut(phone) == []
    arbiter.goto(f"{server.address}/learn")
    start_now(folder)
    for page in (phone, arbiter):
        expect(page).to_have_url(re.compile("/game/"), timeout=SOON)
    expect(phone.locator("#resign")).not_to_have_attribute("aria-disabled", "true")
    phone.get_by_role("button", name="Resign", exact=True).click()
    phone.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    phone.goto(f"{server.address}/tournaments")
    phone.locator("#open a").first.click()
    phone.get_by_role("link", name="Standings").click()
    expect(phone.locator(".standings tbody tr").first).to_contain_text("Ada Arbiter", timeout=SOON)
    expect(phone.locator(".standings tbody tr").first).to_contain_text("1", timeout=SOON)
    assert violations(phone) == []
    assert cut(phone) == []


def test_the_projector_says_that_it_has_lost_the_connection(server: Process, visit: Visit) -> None:
    page = member(visit, server, "Wall Arbiter", viewport=DESK)
    page.get_by_label("Name", exact=True).fill("Monday Cup")
    page.get_by_role("button", name="Announce it").click()
    expect(page.locator("h1")).to_have_text("Monday Cup")
    line = Wire()
    page.route_web_socket("**/ws/tournaments/**", line.connect)
    page.add_init_script("document.addEventListener('reached', () => { window.reached = true; });")
    page.goto(f"{page.url}?view=wall&round=0")
    lost = page.get_by_text("The connection is lost. Trying again…")
    until(page, "window.reached === true")
    expect(lost).to_be_hidden()
    line.cut()
    expect(lost).to_be_visible()
    line.mend()
    expect(lost).to_be_hidden(timeout=SOON)


def paired_with_the_arbiter(
    server: Process, folder: Path, visit: Visit, names: tuple[str, str]
) -> tuple[str, Page, Page]:
    """The address of a tournament, and the pages of an arbiter who also plays and of the other player. Both pages show
    their game, in which each has moved."""
    arbiter = member(visit, server, names[0], viewport=DESK)
    arbiter.get_by_label("Name", exact=True).fill("Friday Cup")
    arbiter.get_by_role("button", name="Announce it").click()
    arbiter.get_by_role("button", name="Take part").click()
    expect(arbiter.locator("#leave")).to_be_visible()
    cup = arbiter.url
    player = member(visit, server, names[1], viewport=PHONE)
    player.goto(cup)
    player.get_by_role("button", name="Take part").click()
    expect(player.locator("#leave")).to_be_visible()
    start_now(folder)
    for page in (player, arbiter):
        expect(page).to_have_url(re.compile("/game/"), timeout=SOON)
    play_a_move_each(Table(player), Table(arbiter))
    for page in (arbiter, player):
        expect(page.get_by_role("link", name="Tournament", exact=True)).to_have_attribute("href", urlsplit(cup).path)
        assert cut(page) == []
    return cup, arbiter, player


def test_who_comes_back_to_an_annulled_game_reads_why(server: Process, folder: Path, visit: Visit) -> None:
    cup, arbiter, player = paired_with_the_arbiter(server, folder, visit, ("Eda Arbiter", "Filiz Player"))
    game = player.url
    player.goto(f"{server.address}/learn")
    arbiter.goto(cup)
    arbiter.get_by_role("button", name="Undo this pairing…").click()
    dialog = arbiter.get_by_role("dialog", name="Undo the pairing of round 1?")
    expect(dialog).to_contain_text("Games that are being played end at once and count nothing")
    assert violations(arbiter) == []
    dialog.get_by_role("button", name="Undo the pairing").click()
    expect(arbiter.get_by_role("button", name="Pair round 1", exact=True)).to_be_visible()
    player.goto(game)
    expect(player.get_by_text("Annulled").first).to_be_visible()
    expect(player.get_by_text("The arbiter has undone the pairing of this round").first).to_be_visible()
    assert cut(player) == []


def test_a_game_ends_when_its_result_is_entered_and_the_question_answered(
    server: Process, folder: Path, visit: Visit
) -> None:
    cup, arbiter, player = paired_with_the_arbiter(server, folder, visit, ("Gül Arbiter", "Hasan Player"))
    arbiter.goto(cup)
    win = arbiter.locator("[data-score='1-0']")
    dialog = arbiter.get_by_role("dialog", name="This game is still being played. End it?")
    win.click()
    expect(dialog).to_contain_text("The game of board 1 ends at once, with 1 – 0.")
    assert violations(arbiter) == []
    dialog.get_by_role("button", name="Let them play").click()
    expect(arbiter.locator("#board-1")).to_have_text("—")
    win.click()
    dialog.get_by_role("button", name="End the game").click()
    expect(arbiter.locator("#board-1")).to_have_text("1 – 0")
    expect(player.get_by_text("The arbiter has decided the game.").first).to_be_visible()
    assert cut(player) == []


def play_a_move_each(*tables: Table) -> None:
    for table in tables:
        table.hears("Your turn|is thinking")
    white, black = sorted(tables, key=lambda table: table.status("Your turn").count(), reverse=True)
    white.play("d3", "d4")
    black.play("d6", "d5")
    white.has_moves(2)
    black.has_moves(2)


def test_a_player_asks_for_a_bye(server: Process, visit: Visit) -> None:
    page = member(visit, server, "Away Player", viewport=PHONE)
    page.get_by_label("Name", exact=True).fill("Tuesday Cup")
    page.get_by_role("button", name="Announce it").click()
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("button", name="Ask for a bye…").click()
    dialog = page.get_by_role("dialog", name="Ask for a bye")
    expect(dialog).to_contain_text("You may have 2 more byes for half a point.")
    assert violations(page) == []
    assert cut(page) == []
    dialog.get_by_label("Bye in round").fill("3")
    dialog.get_by_role("button", name="Half a point").click()
    expect(page.locator(".news")).to_contain_text("You have a bye for half a point in round 3.")
    assert violations(page) == []
    assert cut(page) == []
    page.get_by_role("link", name="Players").last.click()
    expect(page.locator(".people")).to_contain_text("bye ½ in round 3")
    page.get_by_role("button", name="Play after all").click()
    expect(page.locator(".people")).not_to_contain_text("bye ½")


def announced(page: Page, name: str) -> str:
    """Announces a tournament, and returns its address."""
    page.locator("#announce [name=name]").fill(name)
    page.locator("#announce [type=submit]").click()
    page.wait_for_url("**/tournaments/*")
    return page.url


@pytest.mark.parametrize("locale", ["en-GB", "tr-TR", "bg-BG", "ar-EG"])
def test_a_visitor_reports_a_tournament(server: Process, visit: Visit, locale: str) -> None:
    place = announced(member(visit, server, f"Rude {locale}"), f"Bad words {locale}")
    page: Page = visit(place, viewport=PHONE, locale=locale).page
    page.locator("#report").click()
    expect(page.locator("#report-dialog")).to_contain_text(REPORT[locale])
    assert violations(page) == []
    assert cut(page) == []
    page.locator("#report-text").fill("These are no names.")
    with page.expect_response("**/report") as answered:
        page.locator("#report-form .primary").click()
    assert answered.value.status == 204
    expect(page.locator("#banner")).to_be_visible()
    assert cut(page) == []


def test_who_has_announced_a_tournament_does_not_report_it(server: Process, visit: Visit) -> None:
    page = member(visit, server, "Polite Player")
    announced(page, "Good words")
    expect(page.locator("#print")).to_be_visible()
    expect(page.locator("#report, #report-dialog")).to_have_count(0)


def test_an_open_page_says_that_its_tournament_was_removed(server: Process, folder: Path, visit: Visit) -> None:
    place = announced(member(visit, server, "Removed Player"), "To be removed")
    page: Page = visit(place).page
    until(page, "performance.now() > 6000")  # A page that was loaded less than this ago does not load itself again.
    remove(folder, urlsplit(place).path.rpartition("/")[2])
    expect(page.locator("#tournament")).to_have_count(0, timeout=SOON)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    visit.complaints[:] = [each for each in visit.complaints if "404" not in each]


def remove(folder: Path, tournament: str) -> None:
    """Removes a tournament as `damaci admin` does beside the running server."""

    async def run() -> None:
        store = await Store(folder).open_existing()
        try:
            await Moderation(store, "operator@test").remove_tournament(tournament, "offensive")
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as thread:  # Playwright's event loop runs in this thread.
        thread.submit(asyncio.run, run()).result()


def test_on_a_small_phone_the_shown_tab_is_in_sight_and_no_buttons_overlap(server: Process, visit: Visit) -> None:
    page = member(visit, server, "Deniz Phone", viewport={"width": 360, "height": 640}, locale="tr-TR")
    rated = page.locator("label.check")
    box, label = (place.bounding_box() for place in (rated.locator("input"), rated))
    assert box
    assert label
    assert box["x"] - label["x"] < 4
    page.locator("#announce [name=name]").fill("Phone Cup")
    page.locator("#announce [type=submit]").click()
    page.wait_for_url("**/tournaments/*")
    for view in ("crosstable", "log", "papers"):
        page.goto(f"{page.url.partition('?')[0]}?view={view}")
        expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)
    boxes = [each.bounding_box() for each in page.locator(".papers .button").all()]
    tops = [(each["y"], each["y"] + each["height"]) for each in boxes if each]
    assert all(end <= start for (_, end), (start, _) in pairwise(tops))
