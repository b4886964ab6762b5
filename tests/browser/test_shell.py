"""What every page has: languages, themes, and a small size."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import SLOW_LINE, Visit
from tests.browser.test_accessibility import violations
from tests.browser.test_game import at
from tests.home.process import App, started
from tests.support import PATIENCE


@pytest.mark.parametrize(
    ("locale", "new_game", "man"), [("tr-TR", "Yeni oyun", "beyaz yoz"), ("bg-BG", "Нова игра", "бял пул")]
)
def test_the_browsers_language_is_spoken(visit: Visit, app: App, locale: str, new_game: str, man: str) -> None:
    table = visit(at(app, level="beginner"), locale=locale)
    expect(table.page.get_by_role("button", name=new_game).first).to_be_visible()
    table.stands("d3", man)
    expect(table.page.locator("html")).to_have_attribute("lang", locale[:2])


def test_the_language_is_chosen_and_stays(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.is_ready()
    table.page.get_by_role("combobox", name="Language").select_option("tr")
    expect(table.page.get_by_role("button", name="Yeni oyun").first).to_be_visible()
    table.stands("d3", "beyaz yoz")
    table.page.goto(at(app, level="beginner"))
    table.stands("d3", "beyaz yoz")


def test_the_theme_is_chosen_and_stays(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.is_ready()
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    seen = {}
    for _ in range(3):
        with table.page.expect_response("**/api/preferences"):
            table.page.get_by_role("button", name=re.compile("^Theme")).click()
        seen[table.page.locator("html").get_attribute("data-theme")] = table.page.evaluate(paper)
    assert set(seen) == {"light", "dark", "system"}
    assert seen["light"] != seen["dark"]
    with table.page.expect_response("**/api/preferences"):
        table.page.get_by_role("button", name=re.compile("^Theme")).click()
    chosen = table.page.locator("html").get_attribute("data-theme")
    table.page.reload()
    expect(table.page.locator("html")).to_have_attribute("data-theme", str(chosen))


def test_what_another_tab_has_changed_stays(visit: Visit, app: App) -> None:
    """The tab saves one preference, and does not overwrite another one that has been changed since it was loaded."""
    table = visit(at(app, level="beginner"))
    table.is_ready()
    app.send("PATCH", "api/preferences", {"typed_moves": False})
    with table.page.expect_response("**/api/preferences"):
        table.page.get_by_role("button", name=re.compile("^Theme")).click()
    chosen = table.page.locator("html").get_attribute("data-theme")
    kept = app.get("api/preferences")
    assert (kept["theme"], kept["typed_moves"]) == (chosen, False)


FIRST_PAGES = ("", "game", "analysis", "learn", "learn/rules", "learn/rules/turkish", "games", "nowhere")
"""The pages to which a link or a bookmark may lead first."""


@pytest.mark.parametrize("path", FIRST_PAGES)
def test_every_first_page_is_light(visit: Visit, app: App, path: str) -> None:
    """The pages are in Bulgarian, whose fonts are the largest."""
    address = at(app, level="beginner") if path == "game" else app.address + path
    page = visit(address, locale="bg-BG", fresh=True).page
    page.wait_for_load_state("networkidle")
    assert len(visit.responses) > 5
    assert visit.weight(page) < 150_000
    visit.complaints.clear()  # Chromium's message about the page that does not exist


def test_the_policy_forbids_scripts_styles_and_requests_from_elsewhere(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.is_ready()
    blocked = table.page.evaluate(
        """async () => {
            const seen = [];
            document.addEventListener('securitypolicyviolation',
                ({ effectiveDirective }) => seen.push(effectiveDirective));
            const script = document.createElement('script');
            script.textContent = 'window.broken = true';
            document.head.append(script);
            document.head.append(Object.assign(
                document.createElement('style'), { textContent: 'body { color: red }' }));
            document.body.setAttribute('style', 'color: red');
            await fetch('http://127.0.0.1:9/').catch(() => {});
            while (new Set(seen).size < 4) await new Promise(resolve => setTimeout(resolve, 20));
            return [...new Set(seen)].sort().concat(String(window.broken));
        }"""
    )
    assert blocked == ["connect-src", "script-src-elem", "style-src-attr", "style-src-elem", "undefined"]
    assert visit.complaints
    visit.complaints.clear()


def test_the_app_is_ended_in_its_settings(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        page = visit(at(app, level="beginner"), latency=SLOW_LINE).page
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Quit Damacı").click()
        ended = "Damacı has ended. Your games are kept, and you can close this page."
        expect(page.get_by_role("dialog", name=ended)).to_be_visible()
        assert app.process.wait(PATIENCE) == 0
        app.close()


def test_a_page_says_that_the_app_is_not_running_and_goes_on_by_itself(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        page = visit(f"{app.address}learn").page
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.goto(f"{app.address}games")
    expect(page.get_by_role("heading", level=1)).to_have_text("Damacı is not running")
    assert violations(page) == []
    with started(tmp_path, "--port", str(app.port), "--no-browser"):
        expect(page.get_by_role("heading", level=1)).to_have_text("Games")


@pytest.mark.parametrize("path", ["learn", "tournaments"])
def test_what_is_clicked_before_the_scripts_are_there_is_done_once_they_are(visit: Visit, app: App, path: str) -> None:
    page = visit(f"{app.address}learn", fresh=True).page
    script = re.compile(r"/shell\b.*\.js")
    held: list[Route] = []
    page.route(script, lambda route: held.append(route))
    with page.expect_request(script):
        page.goto(f"{app.address}{path}", wait_until="commit")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    held[0].continue_()
    expect(page.get_by_role("dialog")).to_be_visible()
