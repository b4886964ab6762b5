"""The site without a server, as files in a sub-folder of a plain host, in a phone's window: one visit is enough, games
are never lost, and a new version waits until it may be used."""

import gzip
import json
import re
import shutil
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from damaci.puzzles import puzzles
from tests.browser.device import Start, answered, expect_turn, play_something, visited
from tests.browser.site_server import SiteServer
from tests.browser.table import Table, until
from tools.site.installer import sha256
from tools.site.puzzles import MOST, some

CACHES = "caches.keys().then((names) => names.filter((name) => name.startsWith('damaci-site-')))"
KEPT = "self.KEPT = "
NEWER = "meta[name=newer]"
STORED = "(plies) => JSON.parse(localStorage.getItem('damaci-last')).played.length > plies"
"""Whether the worker has stored more moves: it informs the page only then."""


def test_one_visit_is_enough_and_a_game_survives(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    assert page.url == f"{served.address}en/"
    served.stop()
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.reload()
    table = Table(page)
    table.play("d3", "d4")
    answered(table, 2)
    assert page.evaluate("crossOriginIsolated")
    play_something(table)
    page.wait_for_function(STORED, arg=2)  # the page shows the move before it is stored
    page.context.close()  # while the computer is thinking

    page = start()
    page.goto(served.address)
    table = Table(page)
    expect(table.record).to_have_count(4)
    page.get_by_role("button", name="Continue").click()
    play_something(table)
    answered(table, 6)
    everything_else(page, served)


def test_the_service_worker_takes_the_modules_that_the_page_has_fetched(start: Start, served: SiteServer) -> None:
    visited(start, served)
    modules = [path for path in served.asked if path.endswith(".wasm")]
    assert len(modules) == len({*modules}) == 2, "Chromium loses the machine code of a module that is asked for again"


def everything_else(page: Page, served: SiteServer) -> None:
    """Uses a lesson, the list of games and the analysis, which work without a network too."""
    page.goto(f"{served.address}en/games.html")
    expect(page.locator(".games li")).to_have_count(1)
    expect(page.locator(".games img")).to_have_js_property("complete", True)
    expect(page.locator(".games time")).to_have_text(re.compile(r"^\d\d/\d\d/\d{4}, "))
    expect(page.locator("#kept")).to_contain_text("Your browser")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as PDN").click()
    assert "1. d3-d4" in download.value.path().read_text()
    page.get_by_role("link", name="Analyse", exact=False).first.click()
    table = Table(page)
    page.get_by_role("switch", name="Engine").check()
    expect(page.locator("#found li").first).to_be_visible()
    page.goto(f"{served.address}en/lesson-give-one-take-two.html")
    table = Table(page)
    table.choose("a3", "b3")
    table.hears("Black answers b4xb2")
    table.press("Next")
    table.choose("a2", "e2")
    table.hears("One given, two taken")
    page.goto(f"{served.address}en/learn.html")
    expect(page.get_by_role("link", name="Give one, take two finished")).to_be_visible()
    page.goto(f"{served.address}en/nothing/here.html")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    expect(page.get_by_role("link", name="To the game")).to_have_attribute("href", "/games/dama/en/")
    page.goto(f"{served.address}en/puzzles.html")
    page.get_by_role("link", name="Solve As hard as you are strong").click()
    table = Table(page)
    table.press("Hint")
    table.hears("Look at [a-h][1-8]")
    table.press("Solution")
    table.hears("The solution")
    page.goto(f"{served.address}en/puzzles.html")
    expect(page.get_by_text("Solved 0 of 1.")).to_be_visible()


def test_all_puzzles_and_openings_come_when_they_are_wanted_and_stay(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    assert not any("/whole/" in path for path in served.asked)
    all_puzzles_and_openings(page, served)
    served.stop()
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    all_puzzles_and_openings(page, served)


def all_puzzles_and_openings(page: Page, served: SiteServer) -> None:
    """Opens a puzzle and the games of the engine, which are not among the files of the first visit."""
    shipped = {line.split("\t")[0] for line in gzip.decompress(some("turkish", MOST["turkish"])).decode().splitlines()}
    puzzle = next(each for each in puzzles() if each.id not in shipped)
    page.goto(f"{served.address}en/puzzle.html?puzzle={puzzle.id}")
    Table(page).hears(f"The last move was {puzzle.last}")
    page.goto(f"{served.address}en/analysis.html")
    page.get_by_text("Openings", exact=True).click()
    row = page.get_by_role("table", name="Moves in this position").get_by_role("row").filter(has_text="d3-d4")
    expect(row).to_contain_text("35,000 games: White won 42%")


def test_a_problem_is_given_to_others_by_link(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    page.goto(f"{served.address}en/analysis.html?fen=B:We6:Bg5,f2")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_text("Check as a problem").click()
    page.get_by_role("button", name="Is it sound?").click()
    others = "After f2-f1 e6-d6 there is more than one way: f1-f7, g5-g4, f1-f8, …."
    expect(page.locator("#verdict")).to_have_text(f"It is sound: f2-f1 e6-e7 f1-f8. {others}")
    link = page.get_by_label("For others, by link:").input_value()
    page.get_by_role("button", name="Copy", exact=True).filter(visible=True).click()
    expect(page.locator("#problem [data-copied]")).to_have_text("Copied.")
    assert link.startswith(f"{served.address}en/analysis.html#problem=")
    page.goto(f"{served.address}en/games.html")
    page.goto(link)
    moves = page.locator("#moves button")  # the solution, and 16 others in its variations
    expect(moves).to_have_count(19)
    expect(moves.first).to_have_text("f2-f1")
    expect(moves.last).to_have_text("f1-f8")
    expect(page.get_by_label("Comment on this move")).to_have_value(re.compile("Black plays and wins. It is sound"))
    assert page.url == f"{served.address}en/analysis.html"


def test_a_new_version_waits_and_a_game_goes_on(
    start: Start, served: SiteServer, site_folder: Path, tmp_path: Path
) -> None:
    page = visited(start, served)
    table = Table(page)
    table.play("d3", "d4")
    answered(table, 2)
    (before,) = page.evaluate(CACHES)
    served.folder = newer(site_folder, tmp_path / "newer")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    expect(page.locator("#notice")).to_contain_text("A new version of Damacı is here.")
    play_something(table)
    answered(table, 4)
    expect(page.locator(NEWER)).to_have_count(0)
    page.get_by_role("button", name="Use it now").click()
    expect(page.locator(NEWER)).to_have_count(1)
    expect(table.record).to_have_count(4)
    page.wait_for_function(f"{CACHES}.then((names) => names.length === 1 && names[0] !== '{before}')")


def test_a_version_that_has_half_arrived_at_the_host_waits_for_the_rest(
    start: Start, served: SiteServer, site_folder: Path, tmp_path: Path
) -> None:
    page = visited(start, served)
    (before,) = page.evaluate(CACHES)
    later = newer(site_folder, tmp_path / "newer")
    (later / "en" / "index.html").rename(tmp_path / "later.html")
    shutil.copy(site_folder / "en" / "index.html", later / "en")
    served.folder = later
    update = "navigator.serviceWorker.getRegistration().then((found) => void found.update().catch(() => null))"
    page.evaluate(update)
    until(page, f"{CACHES}.then((names) => names.length === 2)")
    until(page, "navigator.serviceWorker.getRegistration().then((found) => !found.installing)")
    assert page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.waiting)") is None
    (tmp_path / "later.html").rename(later / "en" / "index.html")
    page.evaluate(update)
    page.get_by_role("button", name="Use it now").click()
    expect(page.locator(NEWER)).to_have_count(1)
    until(page, f"{CACHES}.then((names) => names.length === 1 && names[0] !== '{before}')")


def test_a_version_of_two_tabs_lets_the_one_before_go_in_the_end(
    start: Start, served: SiteServer, site_folder: Path, tmp_path: Path
) -> None:
    page = visited(start, served)
    (before,) = page.evaluate(CACHES)
    other = second_tab(page.context, served)
    served.folder = newer(site_folder, tmp_path / "newer")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    page.get_by_role("button", name="Use it now").click()
    expect(page.locator(NEWER)).to_have_count(1)
    assert before in page.evaluate(CACHES)
    other.close()
    page.reload()
    until(page, f"{CACHES}.then((names) => !names.includes('{before}'))")


def test_a_link_that_cannot_be_read_says_so(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    page.goto(f"{served.address}en/games.html")
    page.goto(f"{served.address}en/#pdn=1.%20a1-a9")
    expect(page.get_by_role("heading", name="This cannot be read.")).to_be_visible()


def test_nothing_of_an_analysis_is_left_when_everything_is_deleted(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    page.goto(f"{served.address}en/analysis.html")
    Table(page).play("d3", "d4")
    page.get_by_label("Comment on this move").fill("Mine")
    page.goto(f"{served.address}en/games.html")
    assert "Mine" in page.evaluate("localStorage.getItem('damaci-analyses')")
    page.get_by_role("button", name="Delete everything").click()
    page.locator("#forget-dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("#headline")).to_be_visible()
    assert page.evaluate("localStorage.getItem('damaci-analyses')") is None


def test_the_last_game_has_the_names_that_it_was_given(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    Table(page).play("d3", "d4")
    answered(Table(page), 2)
    game = page.evaluate("JSON.parse(localStorage.getItem('damaci-last')).game")
    page.goto(f"{served.address}en/analysis.html?game={game}")
    page.get_by_role("button", name="About the game").click()
    dialog = page.get_by_role("dialog", name="About the game")
    dialog.get_by_label("White").fill("Ada Lovelace")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    for address in (f"{served.address}en/?game={game}", f"{served.address}en/"):
        page.goto(address)
        expect(page.get_by_text("Ada Lovelace")).to_be_visible()


def newer(folder_now: Path, folder: Path) -> Path:
    """A later version of the site, whose first page contains `NEWER`."""
    shutil.copytree(folder_now, folder)
    page = folder / "en" / "index.html"
    page.write_text(page.read_text().replace("<title>", '<meta name="newer">\n<title>', 1))
    worker = folder / "sw.js"
    kept, rest = worker.read_text().removeprefix(KEPT).split(";\n", 1)
    contents = json.loads(kept)
    contents["version"] = "newer"
    contents["files"]["en/index.html"] = sha256(page.read_bytes())
    worker.write_text(f"{KEPT}{json.dumps(contents)};\n{rest}")
    return folder


def test_two_tabs_are_at_the_same_game(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    other = second_tab(page.context, served)
    Table(page).play("d3", "d4")
    answered(Table(page), 2)
    expect(Table(other).record).to_have_count(2)
    play_something(Table(other))
    answered(Table(other), 4)
    expect(Table(page).record).to_have_count(4)


def second_tab(context: BrowserContext, served: SiteServer) -> Page:
    other = context.new_page()
    other.goto(served.address)
    other.locator("#headline").filter(has_text="Your").wait_for()
    return other


def test_what_does_not_exist_is_said(start: Start, served: SiteServer) -> None:
    page = start()
    page.goto(f"{served.address}en/?game=nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    page.get_by_role("link", name="To the game").click()
    expect_turn(page)


def test_the_language_and_the_colours_are_remembered(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Colours").select_option("dark")
    page.locator("#set-language").select_option("bg")
    expect(page.locator("html")).to_have_attribute("lang", "bg")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto(served.address)
    expect(page.locator("html")).to_have_attribute("lang", "bg")
