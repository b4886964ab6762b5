"""The tour of the page, and the help."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.table import inside
from tests.browser.test_game import at
from tests.home.process import App

SPEED = {"positions": 2_200_000, "strength": "longer"}


def test_the_tour_goes_round_and_is_offered_once(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.press("A short tour")
    dialog = table.page.get_by_role("dialog", name="A short tour")
    for word in ("board", "matters", "listed", "Take a move back", "Learn"):
        expect(dialog.locator("p:not([hidden])").filter(has_text=word)).to_be_visible()
        expect(table.page.locator(".shown")).to_have_count(1)
        expect(dialog.locator("#tour-next")).to_be_focused()
        if word != "Learn":
            table.page.keyboard.press("Enter")
    with table.page.expect_response("**/api/preferences"):
        table.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(table.page.locator(".shown")).to_have_count(0)
    expect(table.page.get_by_role("button", name="A short tour")).to_have_count(0)
    table.page.reload()
    table.is_ready()
    expect(table.page.get_by_role("button", name="A short tour")).to_have_count(0)
    table.press("Help")
    table.press("A short tour")
    expect(dialog).to_be_visible()


@pytest.mark.parametrize("way", ["Skip", "Escape"])
def test_the_tour_can_be_skipped(visit: Visit, app: App, way: str) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    with table.page.expect_response("**/api/preferences"):
        table.press("A short tour")
        if way == "Skip":
            table.press("Skip")
        else:
            expect(table.page.get_by_role("dialog", name="A short tour")).to_be_visible()
            table.page.keyboard.press("Escape")
    table.page.reload()
    table.is_ready()
    expect(table.page.get_by_role("button", name="A short tour")).to_have_count(0)


def test_who_just_plays_is_not_kept(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.play("d3", "d4")
    table.has_moves(1)
    expect(table.page.get_by_role("button", name="A short tour")).to_have_count(0)


def test_the_help_leads_to_the_rules_of_this_game(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", ruleset="bulgarian"))
    table.is_ready()
    table.page.keyboard.press("?")
    link = table.page.get_by_role("dialog", name="Help").get_by_role(
        "link", name="The rules of this game, with drawings"
    )
    expect(link).to_have_attribute("href", "/learn/rules/bulgarian")


@pytest.mark.parametrize("locale", LOCALES.values())
@pytest.mark.parametrize("address", ["", "learn", "games"])
def test_pages_fit_a_phone_in_every_language(visit: Visit, app: App, locale: str, address: str) -> None:
    page = visit(
        f"{app.address}{address}", locale=locale, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True
    ).page
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_language_is_chosen_in_the_settings_too(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"), viewport={"width": 360, "height": 640})
    table.is_ready()
    table.press("Settings")
    table.page.get_by_role("dialog").get_by_label("Language").select_option("tr")
    expect(table.page.get_by_role("button", name="Yeni oyun").first).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "told"),
    [("tr-TR", "Uzman 1,3 saniye ve Usta 4 saniye."), ("en-GB", "Uzman 1.3 seconds and Usta 4 seconds.")],
)
def test_how_long_the_levels_think_is_a_sentence(visit: Visit, app: App, locale: str, told: str) -> None:
    paces = [{"title": "Uzman", "seconds": 1.3}, {"title": "Usta", "seconds": 4}]
    page = visit(at(app, opponent="person"), locale=locale).page
    page.route("**/api/speed", lambda route: route.fulfill(json=SPEED | {"paces": paces}))
    page.locator("#settings").click()
    expect(page.locator("#speed")).to_contain_text(f": {told}")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (820, 1180), (1440, 900)])
@pytest.mark.parametrize("locale", by_day(*LOCALES.values()))
def test_the_tour_does_not_cover_what_it_explains(visit: Visit, app: App, width: int, height: int, locale: str) -> None:
    page = visit(at(app, opponent="person"), locale=locale, viewport={"width": width, "height": height}).page
    page.locator("[role=gridcell][aria-label]").first.wait_for()
    page.evaluate("document.querySelector('#tour').click()")
    dialog = page.locator("#tour-dialog")
    for _ in range(5):
        expect(dialog).to_be_visible()
        box = dialog.bounding_box()
        shown = page.locator(".shown").bounding_box()
        assert box
        assert shown
        assert inside(box, width, height)
        beside = box["x"] >= shown["x"] + shown["width"] or box["x"] + box["width"] <= shown["x"]
        above = box["y"] >= shown["y"] + shown["height"] or box["y"] + box["height"] <= shown["y"]
        assert beside or above, (box, shown)
        page.locator("#tour-next").click()
