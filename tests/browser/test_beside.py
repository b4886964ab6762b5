"""`damaci serve` with the site without a server beside its own pages: finished games and chapters of studies are
analysed in the visitor's browser, at no cost to the server."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

from damaci import Game, Position
from tests.browser.conftest import Visit
from tests.browser.site_server import built_site
from tests.browser.table import until
from tests.browser.test_analysis import has_moves
from tests.browser.test_challenges import member
from tests.browser.test_daily import ask
from tests.browser.test_online import SHORT_GAME
from tests.browser.test_without_a_server import NEWER, newer
from tests.online.process import Client, Process, serving

NO_ENGINE = """
import damaci.online.services
def fail(**options):
    raise RuntimeError("an engine of the server is asked")
damaci.online.services.Engine = fail
"""
"""Code for the server's process: a test fails if it asks an engine of the server."""


@pytest.fixture(scope="module")
def site() -> Path:
    return built_site()


@pytest.fixture(scope="module")
def server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), NO_ENGINE, DAMACI_SITE=str(site), DAMACI_ACCOUNTS="open") as server:
        yield server


def play(server: Process, moves: str) -> str:
    """Plays a game of two guests, and returns its id."""
    white = Client(server.address)
    black = Client(server.address)
    game: str = white.send("POST", "/api/v1/games", {"color": "white"})["id"]
    black.send("POST", f"/api/v1/games/{game}/join")
    for number, move in enumerate(moves.split()):
        player = (white, black)[number % 2]
        request = {"type": "move", "id": f"{number}", "ply": number + 1, "move": move}
        player.send("POST", f"/api/v1/games/{game}/requests", request)
    return game


def test_a_finished_game_is_studied_in_the_visitors_browser(visit: Visit, server: Process) -> None:
    game = play(server, SHORT_GAME)
    table = visit(f"{server.address}game/{game}")
    page = table.page
    table.press("Analyse")
    page.wait_for_url(f"{server.address}app/en/analysis.html?game=*")
    assert page.evaluate("crossOriginIsolated")
    expect(page.locator("#moves button")).to_have_count(len(SHORT_GAME.split()))
    page.get_by_role("switch", name="Engine").check()
    expect(page.locator("#found li").first).to_be_visible()
    page.go_back()
    table.press("Review")
    page.wait_for_url(f"{server.address}app/en/analysis.html?game=*")
    expect(page.locator("#graph")).to_be_visible()
    page.goto(f"{server.address}app/en/games.html")
    expect(page.locator(".games li")).to_have_count(1)


def test_the_openings_show_own_games_those_of_the_server_and_the_engines(visit: Visit, server: Process) -> None:
    game = play(server, SHORT_GAME)
    first = SHORT_GAME.split()[0]
    explorer = f"/api/v1/explorer?fen={quote(Position.start().play(first).fen)}"
    table = visit(f"{server.address}game/{game}")
    page = table.page
    until(page, f"fetch('{explorer}').then((answer) => answer.text()).then((text) => text.includes('{game}'))")
    table.press("Analyse")
    page.wait_for_url(f"{server.address}app/en/analysis.html?game=*")
    page.goto(f"{server.address}app/en/analysis.html")
    page.get_by_text("Openings", exact=True).click()
    row = page.get_by_role("table", name="Moves in this position").get_by_role("row").filter(has_text=first)
    link = row.get_by_role("link", name=re.compile("game"))
    expect(link).to_be_visible()
    expect(row.get_by_role("button", name="1 game")).to_be_visible()
    expect(row).to_contain_text(re.compile("[0-9]{2},000 games"))
    link.click()
    page.wait_for_url(f"{server.address}openings?ruleset=turkish&line={first}")


RATED = {"color": "white", "rated": True, "clock": {"base": 300, "increment": 3}}
OWN = "c3-c4 b6-b5 d3-c3 b5-a5 g3-g4 f6-f5"


def test_the_engine_does_not_help_in_ones_own_rated_game(visit: Visit, server: Process) -> None:
    ada = member(server, visit, "Ada Fair")
    bora = member(server, visit, "Bora Fair")
    game = ask(ada.page, "POST", f"{server.address}api/v1/games", RATED)["id"]
    ask(bora.page, "POST", f"{server.address}api/v1/games/{game}/join")
    for number, move in enumerate(OWN.split()):
        request = {"type": "move", "id": f"{number}", "ply": number + 1, "move": move}
        ask((ada, bora)[number % 2].page, "POST", f"{server.address}api/v1/games/{game}/requests", request)
    looked_at = f"{server.address}app/en/analysis.html?fen={quote(Game(moves=OWN.split()).position.fen)}"
    for page, expected in ((ada.page, "You are playing this position"), (visit(server.address).page, "depth")):
        page.goto(looked_at)
        page.get_by_role("switch", name="Engine").check()
        expect(page.locator("#depth")).to_contain_text(expected, ignore_case=True)
    expect(ada.page.locator("#found li")).to_have_count(0)


GAME = '[StudyName "Ours"]\n[ChapterName "Game"]\n\n1. d3-d4 d6-d5 2. d4xd8 *\n'
PROBLEM = """
[ChapterName "Problem"]
[SetUp "1"]
[FEN "B:We6:Bg5,f2"]

{Black plays and wins.} 1... f2-f1 0-1
"""


@pytest.fixture(scope="module")
def study(server: Process) -> str:
    """The address of a study that everybody with the link may read."""
    ada = Client(server.address)
    ada.send("POST", "/api/v1/account", {"name": "Ada Writer", "passphrase": "a long enough one"})
    made = ada.send("POST", "/api/v1/studies", {"source": {"text": GAME + PROBLEM}})["id"]
    ada.send("PUT", f"/api/v1/studies/{made}/sharing", {"visibility": "link"})
    return f"{server.address}studies/{made}"


def test_a_chapter_goes_to_the_readers_own_engine(visit: Visit, server: Process, study: str) -> None:
    page = visit(study).page
    page.get_by_role("link", name="Engine and review").click()
    page.wait_for_url(f"{server.address}app/en/analysis.html?game=*")
    has_moves(page, "d3-d4", "d6-d5", "d4xd8")
    page.get_by_role("switch", name="Engine").check()
    expect(page.locator("#found li").first).to_be_visible()
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#graph")).to_be_visible()
    expect(page.locator("#report")).to_be_visible()


def test_a_shared_problem_is_checked_again_by_the_readers_own_engine(visit: Visit, server: Process, study: str) -> None:
    page = visit(study).page
    page.get_by_role("link", name="Problem", exact=True).click()
    expect(page.get_by_label("Comment on this move")).to_have_value("Black plays and wins.")
    page.get_by_role("link", name="Engine and review").click()
    page.wait_for_url(f"{server.address}app/en/analysis.html?game=*")
    has_moves(page, "f2-f1")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_text("Check as a problem").click()
    page.get_by_role("button", name="Is it sound?").click()
    expect(page.locator("#verdict")).to_contain_text("It is sound: f2-f1 e6-e7 f1-f8.")


def test_a_game_between_people_offers_no_help(visit: Visit, server: Process) -> None:
    game = play(server, "d3-d4 d6-d5")
    table = visit(f"{server.address}game/{game}")
    expect(table.record).to_have_count(2)
    for name in ("Analyse", "Review", "Hint"):
        expect(table.page.get_by_role("button", name=name)).to_have_count(0)
    table.press("Position and game as text")
    expect(table.page.get_by_role("dialog")).to_be_visible()
    expect(table.page.get_by_role("link", name="Analyse this game")).to_have_count(0)
    table.page.goto(f"{server.address}analysis?game={game}")
    expect(table.page).to_have_url(f"{server.address}game/{game}")


def test_a_hint_against_the_computer_is_found_in_the_visitors_browser(visit: Visit, server: Process) -> None:
    table = visit(server.address)
    table.page.get_by_role("radio", name="The computer").check()
    table.page.get_by_role("radio", name="White").check()
    table.press("Start the game")
    table.is_ready()
    table.press("Hint")
    expect(table.page.locator("#headline")).to_have_text(re.compile(r"^Play [a-h][1-8]-[a-h][1-8]\.$"))


ASKS_TO_INSTALL = """(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    event.prompt = async () => { document.title = 'asked'; };
    dispatchEvent(event);
})()"""


def test_installing_is_offered_in_the_settings(visit: Visit, server: Process) -> None:
    page = visit(f"{server.address}learn").page
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("heading", name="On this device")).to_have_count(0)
    page.evaluate(ASKS_TO_INSTALL)
    page.get_by_role("button", name="Install Damacı").click()
    expect(page).to_have_title("asked")
    expect(page.get_by_role("heading", name="On this device")).to_have_count(0)


CONTROLLED = "navigator.serviceWorker.ready.then(() => null)"
WHOLE = """caches.keys().then(async (names) => {
    const name = names.find((each) => each.startsWith('damaci-site-'));
    return name && (await (await caches.open(name)).match('/app/contents.json')) !== undefined;
})"""
KEPT = """caches.keys().then(async (names) => {
    const all = await Promise.all(names.map((name) => caches.open(name)));
    const requests = await Promise.all(all.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
})"""
UPDATE = "navigator.serviceWorker.getRegistration('/app/').then((found) => found.update())"
IN_USE = "caches.keys().then((names) => names.includes('damaci-site-/app/-newer') && !names.includes('%s'))"


def test_without_the_server_the_local_game_is_played(visit: Visit, site: Path, tmp_path: Path) -> None:
    """A new version of the site then replaces all of the files, while the game stays."""
    with serving(tmp_path / "games", NO_ENGINE, DAMACI_SITE=str(site)) as server:
        table = visit(server.address)
        page = table.page
        page.evaluate(CONTROLLED)
        until(page, WHOLE)
        page.goto(f"{server.address}account")
        server.end()
    page.goto(f"{server.address}games")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    kept = page.evaluate(KEPT)
    assert [address for address in kept if not address.startswith(("/app/", "/static/", "/offline"))] == []
    page.get_by_role("link", name="Play here meanwhile").click()
    expect(page.locator("#headline")).to_have_text("Your turn")
    table.play("d3", "d4")
    expect(table.record).to_have_count(2)
    page.goto(f"{server.address}games")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    former = page.evaluate("caches.keys().then((names) => names.find((each) => each.startsWith('damaci-site-')))")
    later = newer(site, tmp_path / "newer")
    again = Process(tmp_path / "games", int(urlsplit(server.address).port or 0), DAMACI_SITE=str(later))
    try:
        expect(page.get_by_role("heading", level=1)).to_have_text("Games")  # the page tries again by itself
        page.evaluate(UPDATE)
        until(page, IN_USE % former)
        page.goto(f"{server.address}app/en/")
        expect(page.locator(NEWER)).to_have_count(1)
        expect(table.record).to_have_count(2)
        page.get_by_role("link", name="With others").click()
        expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    finally:
        again.kill()


def test_a_look_that_was_chosen_goes_along(visit: Visit, server: Process) -> None:
    page = visit(server.address).page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Colours").select_option("dark")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Analysis").click()
    page.wait_for_url(f"{server.address}app/en/analysis.html")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
