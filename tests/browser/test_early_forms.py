"""Forms that are sent before the scripts of a page have been loaded: nothing is lost, and no secret gets into logs."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.home.process import App
from tests.online.process import Process, serving

PASSPHRASE = "a long enough one"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("early"), DAMACI_ACCOUNTS="open") as server:
        yield server


class Line:
    """Holds back the first script of a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[Route] = []

    def open(self, address: str) -> None:
        """Opens a page, whose first script is held back."""
        script = re.compile(r"/shell\b.*\.js")
        self._page.route(script, lambda route: self._held.append(route))
        with self._page.expect_request(script):
            self._page.goto(address, wait_until="commit")

    def go_on(self) -> None:
        """Lets the script be loaded."""
        self._held[0].continue_()
        self._page.unroute_all()


def fill_in(page: Page, name: str) -> None:
    form = page.locator("form#sign-up")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Passphrase").fill(PASSPHRASE)


def test_who_signs_up_too_early_is_signed_up(server: Process, visit: Visit) -> None:
    page = visit(f"{server.address}learn", fresh=True).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    line = Line(page)
    line.open(f"{server.address}account")
    fill_in(page, "Early Ada")
    page.keyboard.press("Enter")
    line.go_on()
    expect(page.get_by_role("dialog", name="Recovery words")).to_be_visible()
    page.goto(f"{server.address}account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Early Ada")
    assert [url for url in asked if "passphrase=" in url] == []


def test_without_scripts_no_passphrase_stands_in_an_address(server: Process, visit: Visit) -> None:
    page = visit(f"{server.address}account", java_script_enabled=False).page
    fill_in(page, "Scriptless Ada")
    page.route("**/account*", lambda route: route.abort("connectionrefused"))
    with page.expect_request("**/account*") as sent:
        page.keyboard.press("Enter")
    assert "?" not in sent.value.url


def test_a_tournament_that_is_made_too_early_is_made(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}learn", fresh=True).page
    line = Line(page)
    line.open(f"{app.address}tournaments")
    page.get_by_label("Name", exact=True).fill("Early Cup")
    page.locator("#create [type=submit]").click()
    line.go_on()
    expect(page.get_by_role("heading", level=1)).to_have_text("Early Cup")
