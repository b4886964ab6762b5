"""The server for many players in real browsers: a whole game by link during which a connection is lost and somebody
watches; the lobby; accounts."""

import base64
import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER
from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.table import Table
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.wire import Wire
from tests.online.process import Process, serving
from tests.support import PATIENCE

SHORT_GAME = (
    "h3-h4 b6-b5 e3-e4 h6-h5 h4xh8 b5-a5 h8-d8 e6-e5 e4xe8 d6-e6 d8xb8 a7-b7 e8xe5 g6-g5 b8xg4 c7-d7 g4xg8 a5-b5 e5xg7"
)
"""White captures all pieces."""
OPENING = SHORT_GAME.split()[:4]
OPERATOR = "operator of these tests"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open", DAMACI_OPERATOR_TOKEN=OPERATOR) as server:
        yield server


def invite(table: Table, color: str = "White") -> str:
    """Creates a game with a friend, and returns its link."""
    page = table.page
    page.get_by_role("radio", name=color).check()
    page.get_by_role("button", name="Start the game").click()
    link = page.get_by_label("The link to this game")
    expect(link).to_have_value(re.compile("/game/"))
    return link.input_value()


def two(visit: Visit, address: str) -> tuple[Table, Table]:
    """Both players' pages of a game that has just begun, White first."""
    white = visit(address)
    black = visit(invite(white))
    black.press("Play")
    white.is_ready()
    black.is_ready()
    return white, black


def type_move(table: Table, move: str) -> None:
    field = table.page.get_by_label("Type a move")
    field.fill(move)
    field.press("Enter")


def test_two_browsers_play_a_whole_game_by_link_and_a_third_watches(server: Process, visit: Visit) -> None:
    white = visit(server.address)
    link = invite(white)
    black = visit(link)
    wire = Wire()
    black.page.route_web_socket(re.compile("/ws/game/"), wire.connect)
    black.press("Play")
    black.is_ready()
    watcher = visit(link)
    white.is_ready()
    watcher.is_ready()
    expect(white.page.get_by_text("1 watching")).to_be_visible()
    for name in ("Take back", "Offer draw", "Resign", "Say…"):
        expect(white.page.get_by_role("button", name=name, exact=True)).to_be_visible()
        expect(watcher.page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    for table, told in ((white, 1), (watcher, 0)):
        table.page.keyboard.press("?")
        expect(table.page.get_by_text("Two discs with a star")).to_be_visible()
        expect(table.page.get_by_text("A move can be typed as well").filter(visible=True)).to_have_count(told)
        expect(table.page.locator("#tour").filter(visible=True)).to_have_count(told)
        table.page.keyboard.press("Escape")
    for ply, move in enumerate(SHORT_GAME.split()):
        mover, other = (white, black) if ply % 2 == 0 else (black, white)
        if ply == 6:
            wire.cut()
        type_move(mover, move)
        mover.has_moves(ply + 1)
        if ply == 6:
            expect(mover.page.get_by_text("Your opponent has left.")).to_be_visible()
            wire.mend()
        other.has_moves(ply + 1)
        watcher.has_moves(ply + 1)
    white.hears("You win!")
    black.hears("You lose")
    watcher.hears("White wins")


def test_a_connection_that_dies_without_a_word_is_replaced(server: Process, visit: Visit) -> None:
    white = visit(server.address)
    black = visit(invite(white))
    wire = Wire()
    black.page.route_web_socket(re.compile("/ws/game/"), wire.connect)
    black.press("Play")
    black.is_ready()
    white.play("d3", "d4")
    black.has_moves(1)
    wire.silence()
    black.play("h6", "h5")
    white.has_moves(2)
    wire.silence()
    white.play("e3", "e4")
    black.has_moves(3)


def test_a_move_planned_while_a_person_thinks_is_played_at_once(server: Process, visit: Visit) -> None:
    white, black = two(visit, server.address)
    black.choose("h6", "h5")
    expect(black.square("h5")).to_have_accessible_name(re.compile("planned"))
    white.play("d3", "d4")
    for table in (white, black):
        table.has_moves(2)
        table.stands("h5", "black man")


def test_a_move_made_while_the_server_is_down_arrives_once(tmp_path: Path, visit: Visit) -> None:
    with serving(tmp_path) as server:
        white, black = two(visit, server.address)
        server.kill()
        white.play("d3", "d4")
        white.has_moves(1)
        expect(white.page.get_by_text("The connection is lost. Trying again…")).to_be_visible()
        with again(tmp_path, server.address):
            black.has_moves(1)
            type_move(black, "d6-d5")
            white.has_moves(2)
            white.hears("Your turn")
            expect(white.page.get_by_text("The connection is lost. Trying again…")).to_have_count(0)


def test_the_server_is_restarted_in_the_middle_of_a_game(tmp_path: Path, visit: Visit) -> None:
    lost = "The connection is lost. Trying again…"
    with serving(tmp_path) as server:
        white, black = two(visit, server.address)
        for ply, move in enumerate(OPENING[:3]):
            mover = black if ply % 2 else white
            mover.has_moves(ply)
            type_move(mover, move)
        black.has_moves(3)
        assert server.end() == 0
        for table in (white, black):
            expect(table.page.get_by_text(lost)).to_be_visible()
        with again(tmp_path, server.address):
            for table in (white, black):
                expect(table.page.get_by_text(lost)).to_have_count(0)
            assert white.moves() == black.moves() == ["White: h3-h4", "Black: b6-b5", "White: e3-e4"]
            black.hears("Your turn")
            type_move(black, OPENING[3])
            white.has_moves(4)
            black.press("Resign")
            black.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
            white.hears("You win!")


@contextmanager
def again(folder: Path, address: str) -> Iterator[Process]:
    """The server, started again at its old address."""
    server = Process(folder, int(address.rstrip("/").rpartition(":")[2]))
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server on which a player who is away may lose the game after two seconds."""
    impatience = "from damaci.online import claims; claims.SHORTEST = claims.LONGEST = 2.0"
    with serving(tmp_path_factory.mktemp("impatient"), first=impatience) as server:
        yield server


def timed_game(server: Process, visit: Visit) -> tuple[Table, Table]:
    """The pages of two players who have found each other in the lobby, White first."""
    ada = visit(server.address)
    bob = visit(server.address)
    ada.page.get_by_role("button", name="5 + 3").click()
    bob.page.get_by_role("listitem").get_by_role("button", name=re.compile("5 \\+ 3")).click()
    for table in (ada, bob):
        table.page.wait_for_url("**/game/*")
        table.is_ready()
    below = ada.page.get_by_role("region", name="Player below the board").text_content() or ""
    return (ada, bob) if "White" in below else (bob, ada)


def test_a_game_whose_other_player_has_left_is_claimed(impatient: Process, visit: Visit) -> None:
    white, black = timed_game(impatient, visit)
    game = black.page.url
    type_move(white, "d3-d4")
    black.has_moves(1)
    type_move(black, "d6-d5")
    white.has_moves(2)
    black.page.goto("about:blank")
    expect(white.page.get_by_text("Your opponent has left.")).to_be_visible()
    white.press("Claim the win")
    white.hears("You win!")
    white.hears("Black left the game.")
    expect(white.page.get_by_text("Your opponent has left.")).to_have_count(0)
    black.page.goto(game)
    black.hears("You lose")


def test_a_game_that_has_not_begun_is_called_a_draw(impatient: Process, visit: Visit) -> None:
    white, black = timed_game(impatient, visit)
    black.page.goto("about:blank")
    white.press("Call it a draw")
    white.hears("Draw")


def test_a_game_is_claimed_in_zen_mode(impatient: Process, visit: Visit) -> None:
    white, black = timed_game(impatient, visit)
    white.page.keyboard.press("z")
    expect(white.page.get_by_role("button", name="Leave zen mode")).to_be_visible()
    black.page.goto("about:blank")
    white.press("Call it a draw")
    white.hears("Draw")


def test_who_comes_back_in_time_plays_on(impatient: Process, visit: Visit) -> None:
    white, black = timed_game(impatient, visit)
    game = black.page.url
    black.page.goto("about:blank")
    expect(white.page.get_by_role("button", name="Call it a draw")).to_be_visible()
    black.page.goto(game)
    expect(white.page.get_by_role("button", name="Call it a draw")).to_have_count(0)
    type_move(white, "d3-d4")
    black.has_moves(1)


def test_a_game_is_open_in_two_tabs(server: Process, visit: Visit) -> None:
    white, black = two(visit, server.address)
    twin = visit.beside(white)
    twin.is_ready()
    type_move(twin, OPENING[0])
    for table in (white, twin, black):
        table.has_moves(1)
    type_move(black, OPENING[1])
    white.has_moves(2)
    type_move(white, OPENING[2])
    for table in (white, twin, black):
        table.has_moves(3)
    expect(black.page.get_by_text("watching")).to_have_count(0)
    white.page.goto("about:blank")
    type_move(black, OPENING[3])
    twin.has_moves(4)
    expect(black.page.get_by_text("Your opponent has left.")).to_have_count(0)
    twin.page.goto("about:blank")
    expect(black.page.get_by_text("Your opponent has left.")).to_be_visible()


def test_players_talk_and_go_on_to_a_rematch_with_sides_swapped(server: Process, visit: Visit) -> None:
    white, black = two(visit, server.address)
    white.press("Say…")
    white.press("Good luck!")
    expect(black.page.get_by_text(re.compile(r"Guest \d+: Good luck!"))).to_be_visible()
    white.press("Resign")
    white.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    black.hears("You win!")
    black.press("Rematch")
    white.hears("Your opponent asks for a rematch.")
    first = white.page.url
    white.press("Rematch")
    for table, color in ((white, "Black"), (black, "White")):
        table.page.wait_for_url(lambda url: url != first)
        table.is_ready()
        expect(table.page.get_by_role("region", name="Player below the board")).to_contain_text(color)


def test_the_lobby_brings_two_together(server: Process, visit: Visit) -> None:
    ada = visit(server.address)
    bob = visit(server.address)
    ada.page.get_by_role("button", name="5 + 3").click()
    expect(ada.page.get_by_text("Waiting for somebody")).to_be_visible()
    bob.page.get_by_role("listitem").get_by_role("button", name=re.compile("5 \\+ 3")).click()
    for table in (ada, bob):
        table.page.wait_for_url("**/game/*")
        table.is_ready()
    assert ada.page.url == bob.page.url


def test_who_is_away_while_the_invitation_is_accepted_comes_to_the_game(server: Process, visit: Visit) -> None:
    """The same happens on a phone that sleeps meanwhile."""
    ada = visit(server.address)
    wire = Wire()
    ada.page.route_web_socket(re.compile("/ws/lobby"), wire.connect)
    bob = visit(invite(ada))
    watcher = visit(server.address)
    expect(watcher.page.locator("#here")).to_have_text("2 visitors here")
    wire.cut()
    expect(watcher.page.locator("#here")).to_have_text("1 visitor here")
    bob.press("Play")
    bob.is_ready()
    wire.mend()
    ada.is_ready()


def test_who_is_away_while_the_seek_is_accepted_comes_to_the_game(server: Process, visit: Visit) -> None:
    ada = visit(server.address)
    wire = Wire()
    ada.page.route_web_socket(re.compile("/ws/lobby"), wire.connect)
    ada.page.goto(server.address)
    bob = visit(server.address)
    ada.page.get_by_role("button", name="10 + 5").click()
    expect(ada.page.get_by_text("Waiting for somebody")).to_be_visible()
    accept = bob.page.get_by_role("listitem").get_by_role("button", name=re.compile("10 \\+ 5"))
    expect(accept).to_be_visible()
    wire.cut()
    accept.click()
    bob.page.wait_for_url("**/game/*")
    wire.mend()
    ada.page.wait_for_url(bob.page.url)


def test_a_finished_game_is_looked_through_and_taken_along_on_a_phone(server: Process, visit: Visit) -> None:
    white = visit(server.address)
    link = invite(white)
    black = visit(link)
    black.press("Play")
    white.is_ready()
    type_move(white, "d3-d4")
    black.has_moves(1)
    type_move(black, "d6-d5")
    white.has_moves(2)
    watcher = visit(link, viewport=PHONE)
    watcher.is_ready()
    white.press("Resign")
    white.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    for table in (white, black, watcher):
        with table.page.expect_download() as download:
            table.press("Download PDN")
        assert "1. d3-d4 d6-d5 0-1" in download.value.path().read_text()
    watcher.press("One move back")
    watcher.hears("After move 1")
    watcher.stands("d6", "black man")
    assert watcher.page.get_by_role("button", name="One move back").evaluate(ON_TOP)


ON_TOP = """button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether no element covers a button."""


def test_the_lobby_and_the_game_are_light(server: Process, visit: Visit) -> None:
    """The pages are in Bulgarian, whose fonts are the largest."""
    lobby = visit(server.address, locale="bg-BG", fresh=True).page
    lobby.wait_for_load_state("networkidle")
    assert len(visit.responses) > 10
    assert visit.weight(lobby) < 150_000
    ada = visit(server.address)
    link = invite(ada)
    visit(link).press("Play")
    ada.is_ready()
    watcher = visit(link, locale="bg-BG", fresh=True)
    watcher.stands("e8", "празно")
    watcher.page.wait_for_load_state("networkidle")
    assert visit.weight(watcher.page) < 150_000


@pytest.mark.parametrize("locale", by_day(*LOCALES.values()))
def test_the_lobby_fits_a_phone(server: Process, visit: Visit, locale: str) -> None:
    page = visit(server.address, viewport=PHONE, locale=locale).page
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_guest_is_called_one_in_the_readers_language(server: Process, visit: Visit) -> None:
    page = visit(server.address, locale="tr-TR").page
    page.get_by_role("button", name="Oyunu başlat").click()
    page.get_by_text("Arkadaşın bekleniyor").wait_for()
    elsewhere = visit(page.url).page
    expect(elsewhere.get_by_role("heading")).to_have_text(re.compile(r"Guest \d{4} invites you"))
    bulgarian = visit(page.url, locale="bg-BG").page
    expect(bulgarian.get_by_role("heading")).to_have_text(re.compile(r"Гост \d{4} те кани"))
    elsewhere.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text(re.compile(r"^Misafir \d{4}$"))).to_have_count(2)


@pytest.mark.parametrize("lost_by", ["network", "proxy"])
def test_an_invitation_whose_answer_was_lost_is_asked_for_again_and_made_once(
    server: Process, visit: Visit, lost_by: str
) -> None:
    page = visit(server.address).page
    page.request.post(f"{server.address}/api/v1/player", headers={"Origin": server.address, TOKEN_HEADER: token(page)})
    answers: list[str] = []

    def lose_the_first(route: Route) -> None:
        answer = route.fetch()
        answers.append(answer.json()["id"])
        if len(answers) > 1:
            route.fulfill(response=answer)
        elif lost_by == "network":
            route.abort("connectionreset")
        else:
            route.fulfill(status=502, body="Bad Gateway")

    page.route("**/api/v1/games", lose_the_first)
    start = page.get_by_role("button", name="Start the game")
    with page.expect_event("requestfailed" if lost_by == "network" else "response"):
        start.click()
    expect(page.locator("#banner")).not_to_be_empty()
    start.click()
    page.wait_for_url(re.compile("/game/"))
    assert answers == [answers[0]] * 2
    visit.forgive()


def token(page: Page) -> str:
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == TOKEN_COOKIE)


def test_a_seek_goes_when_its_player_goes(server: Process, visit: Visit) -> None:
    ada = visit(server.address)
    bob = visit(server.address)
    ada.page.get_by_role("button", name="15 + 10").click()
    seek = bob.page.get_by_role("listitem").get_by_role("button", name=re.compile("15 \\+ 10"))
    expect(seek).to_be_visible()
    expect(ada.page.get_by_text("Waiting for somebody…")).to_be_visible()
    ada.page.close()
    expect(seek).to_have_count(0)


def test_an_account_keeps_its_games_on_another_device(server: Process, visit: Visit) -> None:
    ada = visit(server.address)
    invite(ada)
    ada.page.goto(f"{server.address}account")
    sign(ada.page, "Sign up")
    expect(ada.page.get_by_role("heading", name="Ada L.")).to_be_visible()
    elsewhere = visit(f"{server.address}account")
    sign(elsewhere.page, "Sign in")
    expect(elsewhere.page.get_by_role("heading", name="Ada L.")).to_be_visible()
    elsewhere.press("Sign out")
    expect(elsewhere.page.get_by_role("heading", name="Guest", exact=True)).to_be_visible()


def test_a_new_passphrase_signs_out_elsewhere_and_the_account_goes_with_it(server: Process, visit: Visit) -> None:
    ada = visit(f"{server.address}account")
    sign(ada.page, "Sign up", "Cahit A.")
    expect(ada.page.get_by_role("heading", name="Cahit A.")).to_be_visible()
    elsewhere = visit(f"{server.address}account")
    sign(elsewhere.page, "Sign in", "Cahit A.")
    expect(elsewhere.page.get_by_role("heading", name="Cahit A.")).to_be_visible()
    for current in ("a wrong passphrase", PASSPHRASE):
        ada.page.get_by_label("Passphrase until now").fill(current)
        ada.page.get_by_label("New passphrase").fill("staple of another horse")
        ada.page.get_by_role("button", name="Change", exact=True).click()
        said = "Nothing was changed." if current != PASSPHRASE else "Your passphrase has been changed"
        expect(ada.page.get_by_text(said)).to_be_visible()
    visit.complaints.remove(FORBIDDEN)
    elsewhere.page.reload()
    expect(elsewhere.page.get_by_role("heading", name="Guest", exact=True)).to_be_visible()
    ada.press("Delete my data")
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label("Passphrase").fill("staple of another horse")
    dialog.get_by_role("button", name="Delete my data").click()
    expect(ada.page.get_by_role("heading", name="Guest", exact=True)).to_be_visible()
    sign(elsewhere.page, "Sign up", "Cahit A.")
    expect(elsewhere.page.get_by_role("heading", name="Cahit A.")).to_be_visible()
    elsewhere.press("Sign out everywhere")
    expect(elsewhere.page.get_by_role("heading", name="Guest", exact=True)).to_be_visible()


FORBIDDEN = "console: Failed to load resource: the server responded with a status of 403 (Forbidden)"
PASSPHRASE = "correct horse battery"


def sign(page: Page, how: str, name: str = "Ada L.") -> None:
    page.get_by_role("radio", name=how).check()
    form = page.get_by_role("region", name=how)
    expect(page.get_by_label("Passphrase").filter(visible=True)).to_have_count(1)
    form.get_by_label("Name").fill(name)
    form.get_by_label("Passphrase").fill(PASSPHRASE)
    form.get_by_role("button", name=how).click()
    if how == "Sign up":
        page.get_by_role("button", name="I have written them down").click()


def sign_up(server: Process, page: Page, name: str) -> None:
    """Creates an account for the browser of the page."""
    wanted = {"name": name, "passphrase": PASSPHRASE}
    made = page.request.post(f"{server.address}api/v1/account", data=wanted, headers={TOKEN_HEADER: token(page)})
    assert made.ok, made.text()


@pytest.mark.parametrize("locale", by_day(*LOCALES.values()))
def test_the_account_fits_a_phone_and_is_accessible(server: Process, visit: Visit, locale: str) -> None:
    page = visit(server.address, viewport=PHONE, locale=locale).page
    sign_up(server, page, f"Ece {locale[:2]}")
    page.goto(f"{server.address}account")
    page.locator("#sign-out-everywhere").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    found = violations(page)
    page.locator("#forget").click()
    assert found + violations(page) == []


LOOKS = [
    pytest.param("light", DESK, id="light-desk"),
    pytest.param("dark", PHONE, id="dark-phone"),
    pytest.param("light", PHONE, id="light-phone", marks=pytest.mark.nightly),
    pytest.param("dark", DESK, id="dark-desk", marks=pytest.mark.nightly),
]
"""By day, each colour scheme and each size once; at night, every combination."""


@pytest.mark.parametrize(("scheme", "window"), LOOKS)
def test_every_page_is_accessible(server: Process, visit: Visit, window: dict[str, int], scheme: str) -> None:
    ada = visit(server.address, viewport=window, color_scheme=scheme)
    found = {"lobby": violations(ada.page)}
    link = invite(ada)
    found["waiting"] = violations(ada.page)
    bob = visit(link, viewport=window, color_scheme=scheme)
    found["invited"] = violations(bob.page)
    bob.press("Play")
    bob.is_ready()
    found["game"] = violations(bob.page)
    watcher = visit(link, viewport=window, color_scheme=scheme)
    watcher.is_ready()
    found["watching"] = violations(watcher.page)
    bob.press("Say…")
    found["phrases"] = violations(bob.page)
    bob.press("Hello!")
    expect(ada.page.get_by_text(re.compile(r"Guest \d+: Hello!"))).to_be_visible()
    found["said"] = violations(ada.page)
    ada.press("Resign")
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    bob.hears("You win!")
    found["over"] = violations(bob.page)
    bob.press("Rematch")
    ada.hears("Your opponent asks for a rematch.")
    found["rematch"] = violations(ada.page)
    for path in ("account", "games", "learn", "tournaments/over", "@/kartal/games"):
        bob.page.goto(server.address + path)
        found[path] = violations(bob.page)
    sign_up(server, bob.page, f"Bob {scheme} {window['width']}")
    bob.page.goto(f"{server.address}account")
    bob.page.get_by_label("Name of the program").fill("A bot")
    bob.press("Make a token")
    expect(bob.page.locator("#secret")).to_be_visible()
    found["token"] = violations(bob.page)
    bob.page.reload()
    bob.press("Delete my data")
    found["deleting"] = violations(bob.page)
    credentials = {"username": "operator", "password": OPERATOR}
    operator = visit(f"{server.address}operator", viewport=window, color_scheme=scheme, http_credentials=credentials)
    expect(operator.page.get_by_role("heading", name="This process")).to_be_visible()
    found["operator"] = violations(operator.page)
    assert found == {path: [] for path in found}


def test_the_operator_is_asked_who_it_is_also_with_the_app_installed(visit: Visit, server: Process) -> None:
    credentials = {"username": "operator", "password": OPERATOR}
    page = visit(server.address, fresh=True, http_credentials=credentials).page
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.goto(f"{server.address}operator")
    expect(page.get_by_role("heading", name="This process")).to_be_visible()


def test_an_announcement_is_dismissed_in_this_browser_until_the_next(visit: Visit, server: Process) -> None:
    operate(server, {"act": "announce", "text": "Tournament tonight"})
    page = visit(server.address).page
    notice = page.get_by_text("Tournament tonight")
    expect(notice).to_be_visible()
    page.locator("#notice").get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading").first).to_be_visible()
    expect(notice).to_have_count(0)
    operate(server, {"act": "announce", "text": "Tournament tomorrow"})
    expect(page.get_by_text("Tournament tomorrow")).to_be_visible()
    assert violations(page) == []
    operate(server, {"act": "unannounce"})
    expect(page.locator("#notice")).to_have_text("")


def test_an_announcement_that_is_taken_back_meanwhile_goes_with_the_next_connection(
    visit: Visit, server: Process
) -> None:
    operate(server, {"act": "announce", "text": "Tournament at noon"})
    page = visit(server.address).page
    wire = Wire()
    page.route_web_socket(re.compile("/ws/lobby"), wire.connect)
    page.reload()
    notice = page.get_by_text("Tournament at noon")
    expect(notice).to_be_visible()
    expect(page.locator("#here")).to_have_text("1 visitor here")
    wire.cut()
    operate(server, {"act": "unannounce"})
    expect(notice).to_be_visible()
    wire.mend()
    expect(page.locator("#notice")).to_have_text("")


def operate(server: Process, order: dict[str, str]) -> None:
    shown = base64.b64encode(f"operator:{OPERATOR}".encode()).decode()
    headers = {"Authorization": f"Basic {shown}", "Cookie": f"{TOKEN_COOKIE}=x", TOKEN_HEADER: "x"}
    address = f"{server.address}operator/acts"
    headers["Content-Type"] = "application/json"
    request = urllib.request.Request(address, json.dumps(order).encode(), headers)
    urllib.request.urlopen(request, timeout=PATIENCE).close()
