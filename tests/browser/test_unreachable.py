"""The messages of pages when the app does not answer: each action has its own message, and can be repeated. An error
that nothing catches fails each of these tests."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_game import at
from tests.home.process import App

UNSAVED = "That could not be saved. Please try again."


@contextmanager
def away(page: Page, requests: str) -> Iterator[None]:
    """Aborts these requests while the context lasts."""
    page.route(requests, lambda route: route.abort("connectionrefused"))
    yield
    page.unroute(requests)


def opened(visit: Visit, app: App, **wish: object) -> Table:
    table = visit(at(app, opponent="person", **wish))
    table.is_ready()
    return table


@pytest.mark.parametrize("button", ["Picture (SVG)", "Picture (PNG)"])
def test_a_picture_that_is_not_made(visit: Visit, app: App, button: str) -> None:
    table = opened(visit, app)
    table.press("Position and game as text")
    dialog = table.page.get_by_role("dialog")
    with away(table.page, "**/api/picture*"):
        table.press(button)
        expect(dialog.get_by_role("status")).to_have_text("That did not work. Please try again.")
    with table.page.expect_download():
        table.press(button)
    expect(dialog.get_by_role("status")).to_have_text("")


def test_a_rematch_that_does_not_begin(visit: Visit, app: App) -> None:
    table = opened(visit, app, fen="W:Wd2,h2:Bd3")
    page = table.page
    table.play("d2", "d4")
    with away(page, "**/api/games"):
        table.press("Once more")
        expect(page.locator("#banner")).to_have_text("The game could not be started. Please try again.")
        expect(page.get_by_role("button", name="Once more")).to_be_focused()
    former = page.url
    table.press("Once more")
    page.wait_for_url(lambda url: url != former)


def test_a_theme_that_is_not_kept(visit: Visit, app: App) -> None:
    page = opened(visit, app).page
    theme = page.get_by_role("button", name=re.compile("^Theme"))
    with away(page, "**/api/preferences"):
        theme.click()
        expect(page.locator("#banner")).to_have_text(UNSAVED)
    with page.expect_response("**/api/preferences"):
        theme.click()


def test_a_language_that_is_not_kept(visit: Visit, app: App) -> None:
    page = opened(visit, app).page
    language = page.get_by_role("banner").get_by_label("Language")
    with away(page, "**/api/preferences"):
        language.select_option("tr")
        expect(page.locator("#banner")).to_have_text(UNSAVED)
        expect(language).to_have_value("en")
    language.select_option("tr")
    expect(page.locator("html")).to_have_attribute("lang", "tr")


def test_settings_that_are_not_kept(visit: Visit, app: App) -> None:
    page = opened(visit, app).page
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    with away(page, "**/api/preferences"):
        dialog.get_by_label("Zen mode: only the game").check()
        expect(dialog.get_by_role("alert")).to_have_text(UNSAVED)
        expect(dialog.get_by_role("alert")).to_be_in_viewport()
    with page.expect_response("**/api/preferences"):
        dialog.get_by_label("Zen mode: only the game").uncheck()
    expect(dialog.get_by_role("alert")).to_have_count(0)


def test_a_language_in_the_settings_that_is_not_kept(visit: Visit, app: App) -> None:
    page = opened(visit, app).page
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    language = dialog.get_by_label("Language")
    before = language.input_value()
    with away(page, "**/api/preferences"):
        language.select_option("tr")
        expect(dialog.get_by_role("alert")).to_have_text(UNSAVED)
        expect(language).to_have_value(before)
    language.select_option("tr")
    expect(page.locator("html")).to_have_attribute("lang", "tr")


def test_an_app_that_is_not_there_to_be_ended(visit: Visit, app: App) -> None:
    page = opened(visit, app).page
    page.get_by_role("button", name="Settings").click()
    with away(page, "**/api/quit"):
        page.get_by_role("button", name="Quit Damacı").click()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("That did not work. Please try again.")


def test_a_tour_that_cannot_be_fetched(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"), fresh=True)
    with away(table.page, "**/game/tour.js"):
        table.press("A short tour")
        expect(table.page.locator("#banner")).to_have_text("That did not work. Please try again.")


def test_openings_that_cannot_be_fetched_are_opened_once_they_can(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis", fresh=True).page
    with away(page, "**/analysis/explorer.js"):
        page.locator("#openings summary").click()
        expect(page.locator("#banner")).to_have_text("That did not work. Please try again.")
    page.locator("#openings summary").click()
    page.locator("#openings summary").click()
    expect(page.locator("#openings tbody button").first).to_be_visible()
