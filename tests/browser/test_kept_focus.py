"""The focus after a failed request: it stays on the button, which can be pressed again."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_devices import open_dialog
from tests.browser.test_game import at
from tests.browser.test_tournaments import at as tournament_at
from tests.browser.test_tournaments import opened
from tests.browser.test_unreachable import away
from tests.home.process import App


def press_by_key(page: Page, selector: str) -> None:
    page.locator(selector).focus()
    page.keyboard.press("Enter")


def test_after_a_new_game_that_was_not_begun(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    page = table.page
    table.is_ready()
    table.press("New game")
    button = "#new-game-dialog [type=submit]"
    with away(page, "**/api/games"):
        press_by_key(page, button)
        expect(page.locator("#new-game-error")).to_be_visible()
        expect(page.locator(button)).to_be_focused()
    former = page.url
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != former)


def test_after_a_search_for_other_devices(visit: Visit, app: App) -> None:
    page = visit(at(app, opponent="person")).page
    dialog = open_dialog(page, "Ada")
    dialog.locator("summary").click()
    with away(page, "**/api/devices/near"):
        press_by_key(page, "#devices-look")
        expect(dialog.locator("#devices-error")).to_be_visible()
        expect(dialog.locator("#devices-none")).to_have_text("")
        expect(dialog.locator("#devices-look")).to_be_focused()
    with page.expect_response("**/api/devices/near"):
        page.keyboard.press("Enter")


@pytest.mark.parametrize("refused", [True, False])
def test_after_a_round_that_was_not_paired(visit: Visit, app: App, refused: bool) -> None:
    page = visit(tournament_at(app, opened(app))).page
    pair = page.get_by_role("button", name="Pair round 1")
    no = {"status": 409, "json": {"error": "tournament-no-pairing"}}
    page.route("**/steps", lambda route: route.fulfill(**no) if refused else route.abort("connectionrefused"), times=1)
    pair.focus()
    page.keyboard.press("Enter")
    said = "No pairing is left that keeps all the rules" if refused else "The app does not answer"
    expect(page.locator("#done")).to_contain_text(said)
    expect(pair).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#boards tbody tr")).not_to_have_count(0)
    visit.complaints.clear()  # Chromium's message about the refusal
