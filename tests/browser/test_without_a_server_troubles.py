"""The site without a server on a device that has no space, stores nothing, or has several tabs, and its export and
import. Each problem is told by a plain sentence, and no data is lost."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from damaci.engine.levels import LEVELS
from damaci.services.everything import Everything
from damaci.store import Store
from tests.browser.device import PHONE, Start, answered, expect_turn, play_something, visited
from tests.browser.site_server import PREFIX, SiteServer
from tests.browser.table import Table, until
from tests.browser.test_analysis import has_moves
from tests.support import PATIENCE

REFUSED = "throw new DOMException('The operation is insecure.', 'SecurityError')"
NOTHING_IN_WORKERS = f"""
for (const name of ["indexedDB", "caches"]) Object.defineProperty(self, name, {{ get() {{ {REFUSED} }} }});
"""
NOTHING_IN_PAGES = f"""
for (const name of ["indexedDB", "caches", "localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {{ get() {{ {REFUSED} }} }});
navigator.serviceWorker.register = () => Promise.reject(new DOMException("", "SecurityError"));
"""
"""The storage of pages where cookies are disabled: every access fails."""
GAME = '[White "Ada"]\n[Black "Bora"]\n[Result "*"]\n\n1. d3-d4 d6-d5 *\n'
SHARED = "1. e3-e4 e6-e5 2. e4xe6xe8 *"
MANIFEST = """async () => {
  const { href } = document.querySelector("link[rel=manifest]");
  const manifest = await (await fetch(href)).json();
  manifest.share_target.action = new URL(manifest.share_target.action, href).href;
  return manifest;
}"""
SHARE = """([{ action, method, enctype, params }, { file, text }]) => {
  const form = document.createElement("form");
  Object.assign(form, { action, method, enctype });
  const field = document.createElement("input");
  if (file) {
    Object.assign(field, { type: "file", name: params.files[0].name });
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(file)], "one.pdn", { type: "application/octet-stream" }));
    field.files = chosen.files;
  } else Object.assign(field, { name: params.text, value: text });
  form.append(field);
  document.body.append(form);
  form.submit();
}"""
"""Shares a text or a file as a phone does: it sends a form as the manifest describes it."""
FULL = """
new BroadcastChannel("room").onmessage = ({ data }) => {
  IDBObjectStore.prototype.put = data ? put : () => { throw new DOMException("no room", "QuotaExceededError"); };
};
const put = IDBObjectStore.prototype.put;
"""
DAMAGE = """async () => {
  const folder = await navigator.storage.getDirectory();
  const file = await folder.getFileHandle("damaci-memory");
  const { size } = await file.getFile();
  const stream = await file.createWritable({ keepExistingData: true });
  for (let position = size >> 2; position < size; position += 12288)
    await stream.write({ type: "write", position, data: crypto.getRandomValues(new Uint8Array(4096)) });
  await stream.close();
}"""
"""Damages a third of the later parts of Python's memory, as a failing disk does."""
DEEP = b'{"damaci": 1}\n{"setting":"preferences","value":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
"""An export whose values are nested so deeply that reading it ends Python in a browser."""
ROOM = "(room) => new BroadcastChannel('room').postMessage(room)"
"""Sets whether the device has space for more."""


def opened(chromium: Browser, address: str) -> Page:
    """A page of a private window, which stores nothing after it is closed."""
    context = chromium.new_context(viewport=PHONE, locale="en-GB")  # type: ignore[arg-type]
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.goto(address)
    return page


def test_a_full_device_refuses_a_move_and_the_game_goes_on_when_there_is_room(start: Start, served: SiteServer) -> None:
    served.before["worker.js"] = FULL
    page = visited(start, served)
    table = Table(page)
    table.play("d3", "d4")
    answered(table, 2)
    page.evaluate(ROOM, False)
    play_something(table)
    expect(page.get_by_text("This device has no room left to save that.").first).to_be_visible()
    expect(table.record).to_have_count(2)
    page.evaluate(ROOM, True)
    play_something(table)
    answered(table, 4)


def test_a_damaged_memory_of_python_is_made_again(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    page.evaluate(DAMAGE)
    page.reload()
    table = Table(page)
    table.play("d3", "d4")
    answered(table, 2)


def test_where_nothing_is_kept_it_is_said_and_can_be_played(chromium: Browser, served: SiteServer) -> None:
    served.before["worker.js"] = NOTHING_IN_WORKERS
    page = chromium.new_page(viewport=PHONE, locale="en-GB")  # type: ignore[arg-type]
    page.set_default_timeout(1000 * PATIENCE)
    page.add_init_script(NOTHING_IN_PAGES)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{served.address}en/")
    expect_turn(page)
    expect(page.locator("#notice")).to_contain_text("Games last only as long as this window")
    table = Table(page)
    table.play("d3", "d4")
    answered(table, 2)
    page.goto(f"{served.address}en/games.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("Games")
    expect(page.locator("#notice")).to_contain_text("Games last only as long as this window")
    expect(page.locator("#kept")).to_have_count(0)
    file = {"name": "one.pdn", "mimeType": "text/plain", "buffer": GAME.encode()}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    expect(Table(page).record).to_have_count(2)
    page.goto(f"{served.address}en/")
    expect(page.locator("#headline")).to_have_text("Your game goes on")
    expect(table.record).to_have_count(2)
    page.locator("#new-game").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile("game="))
    expect(page.locator("#headline")).to_have_text(re.compile("Your turn|White to move"))
    expect(table.record).to_have_count(0)
    page.locator("#settings").click()
    page.locator("#set-language").select_option("bg")
    page.wait_for_url("**/bg/?game=*")
    expect(page.locator("html")).to_have_attribute("lang", "bg")
    page.goto(f"{served.address}en/games.html")
    page.wait_for_url("**/bg/games.html")
    assert complaints == []
    page.context.close()


def test_a_file_is_taken_however_early_it_is_chosen(chromium: Browser, served: SiteServer) -> None:
    page = opened(chromium, f"{served.address}en/games.html")
    file = {"name": "one.pdn", "mimeType": "text/plain", "buffer": GAME.encode()}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    expect(Table(page).record).to_have_count(2)
    page.context.close()


def test_a_file_that_python_does_not_survive_is_refused_and_the_next_one_is_read(
    chromium: Browser, served: SiteServer
) -> None:
    page = opened(chromium, f"{served.address}en/games.html")
    page.locator("#file").set_input_files({"name": "deep.jsonl", "mimeType": "text/plain", "buffer": DEEP})
    expect(page.locator("#banner")).to_contain_text("The app does not answer.")
    page.locator("#file").set_input_files({"name": "one.pdn", "mimeType": "text/plain", "buffer": GAME.encode()})
    expect(Table(page).record).to_have_count(2)
    page.context.close()


def test_a_first_visit_whose_line_breaks_says_so(chromium: Browser, served: SiteServer) -> None:
    page = opened(chromium, "about:blank")
    page.route("**/texts/**", lambda route: route.abort())
    page.goto(f"{served.address}en/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Something went wrong")
    page.unroute_all()
    page.get_by_role("link", name="To the game").click()
    expect_turn(page)
    page.context.close()


@pytest.mark.parametrize(
    ("files", "there"), [("**/pocket/boot.js*", False), ("**/pocket/boot.js*", True), ("**/*-*.js", True)]
)
def test_a_page_whose_scripts_do_not_come_or_are_cut_off_says_so(
    chromium: Browser, served: SiteServer, files: str, there: bool
) -> None:
    def spoil(route: Route) -> None:
        path = urlsplit(route.request.url).path.removeprefix(PREFIX)
        script = (served.folder / path.lstrip("/")).read_bytes()
        if there:
            route.fulfill(body=script[: len(script) // 2], content_type="text/javascript")
        else:
            route.abort()

    page = opened(chromium, "about:blank")
    page.route(files, spoil)
    page.goto(f"{served.address}tr/analysis.html")
    expect(page.locator("#banner")).to_have_text("Sayfa tam yüklenemedi. Lütfen yeniden yükle.")
    page.unroute_all()
    page.reload()
    expect(page.locator("#banner")).to_be_empty()
    expect(page.locator("main")).not_to_have_attribute("inert", "")
    page.context.close()


def test_what_another_app_shares_is_taken_once(start: Start, served: SiteServer) -> None:
    page = visited(start, served)
    manifest = page.evaluate(MANIFEST)
    page.goto(f"{served.address}en/games.html")
    for shared, half_moves in (({"file": [*GAME.encode("utf-16")]}, 2), ({"text": SHARED}, 3)):
        with page.expect_navigation(url=re.compile("game=")):
            page.evaluate(SHARE, [manifest["share_target"], shared])
        expect(Table(page).record).to_have_count(half_moves)
    page.goto(f"{served.address}en/games.html?shared")
    expect(page.locator(".games li")).to_have_count(2)
    page.wait_for_url("**/games.html")
    until(page, "caches.has('damaci-shared').then((there) => !there)")


def test_every_level_plays_and_what_was_played_is_reviewed_and_read_at_home(
    start: Start, served: SiteServer, tmp_path: Path
) -> None:
    page = visited(start, served)
    table = Table(page)
    for level in LEVELS.values():
        page.locator("#new-game").click()
        dialog = page.get_by_role("dialog", name="New game")
        dialog.get_by_role("radio", name=level.title, exact=True).check()
        with page.expect_navigation():
            dialog.get_by_role("button", name="Start the game").click()
        expect_turn(page)
        play_something(table)
        answered(table, 2)
    page.goto(f"{served.address}en/games.html")
    expect(page.locator(".games li")).to_have_count(len(LEVELS))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    file = download.value.path()
    with ThreadPoolExecutor(1) as elsewhere:  # Playwright's event loop runs in this thread
        reading = elsewhere.submit(lambda: asyncio.run(read_at_home(file, tmp_path)))
        assert len(reading.result()) >= len(LEVELS)
    page.get_by_role("link", name="Analyse", exact=False).first.click()
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("slider", name="Course of the game")).to_be_visible()


def test_analyses_go_along_in_the_file_with_everything(start: Start, served: SiteServer, tmp_path: Path) -> None:
    page = visited(start, served)
    page.goto(f"{served.address}en/analysis.html")
    Table(page).play("d3", "d4")
    has_moves(page, "d3-d4")
    page.goto(f"{served.address}en/games.html")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    file = tmp_path / "damaci.jsonl"
    download.value.save_as(file)
    page.evaluate("localStorage.clear()")
    with page.expect_navigation(url=re.compile("game=")):  # the file has one game only
        page.locator("#file").set_input_files(file)
    page.goto(f"{served.address}en/analysis.html")
    has_moves(page, "d3-d4")


async def read_at_home(file: Path, folder: Path) -> list[str]:
    """The ids of the games that `damaci` imports from the file."""
    async with Store(folder / "home") as store:
        with file.open("rb") as text:
            steps = [step async for step in Everything(store, asyncio.to_thread).read(text)]
    return [game for step in steps for game in step.games]
