"""Every text fits into its place, in every language, on a small phone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES
from tests.browser.test_accessibility import PHONE
from tests.browser.test_game import at
from tests.home.process import App

CUT = """() => {
  const canvas = document.createElement("canvas").getContext("2d");
  const room = (field, style) => field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const box = (node) => { const range = document.createRange(); range.selectNodeContents(node);
    return [...range.getClientRects()]; };
  const found = innerWidth < document.documentElement.scrollWidth ? ["the page is wider than the window"] : [];
  for (const element of (document.querySelector("dialog[open]") ?? document.body).querySelectorAll("*")) {
    const style = getComputedStyle(element), { left, right, width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || style.visibility === "hidden") continue;
    if (element.matches("svg *, dama-board *, #found *, .visually-hidden, .language *, option")) continue;
    if (element.matches("select")) {
      canvas.font = style.font;
      const text = element.selectedOptions[0].text;
      if (canvas.measureText(text).width > room(element, style) + 1) found.push(`cut off: ${text}`);
      continue;
    }
    const lines = [...element.childNodes].filter(({ nodeType, data }) => nodeType === 3 && data.trim()).flatMap(box);
    const text = element.textContent.trim().slice(0, 60);
    if (lines.some((line) => line.right > right + 2 || line.left < left - 2)) found.push(`beyond its place: ${text}`);
    const rows = new Set(lines.map(({ top }) => Math.round(top / 4)));
    if (element.closest("button, .button, .pills span") && rows.size > 2) found.push(`three lines: ${text}`);
  }
  return found;
}"""


def cut(page: Page) -> list[str]:
    page.wait_for_load_state("networkidle")
    return list(page.evaluate(CUT))


@pytest.mark.parametrize("locale", LOCALES.values())
@pytest.mark.parametrize(
    "wish", [{"opponent": "person"}, {"opponent": "engine", "level": "beginner"}], ids=["two", "one"]
)
def test_no_text_is_cut_off_in_a_game(visit: Visit, app: App, wish: dict[str, Any], locale: str) -> None:
    page = visit(at(app, clock={"base": 300, "increment": 2}, **wish), viewport=PHONE, locale=locale).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    assert cut(page) == []
    for button in ("#new-game", "#settings"):
        page.locator(button).click()
        expect(page.locator("dialog[open] select:visible").first).to_be_visible()
        assert cut(page) == []
        page.keyboard.press("Escape")


BESIDE_BUTTONS = """() => [...document.querySelectorAll("#answers button")].filter((button) => {
  const text = document.createRange();
  text.selectNodeContents(button);
  const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
  return inner.left < outer.left || inner.right > outer.right;
}).map((button) => button.textContent)"""
"""The answers whose texts are wider than their buttons."""


@pytest.mark.parametrize("locale", LOCALES.values())
def test_the_offer_of_the_tour_has_its_text_within_the_button(visit: Visit, app: App, locale: str) -> None:
    page = visit(at(app, opponent="person"), viewport=PHONE, locale=locale).page
    expect(page.locator("#answers button")).to_have_count(1)
    for width in (320, 360, 390, 430, 520):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(BESIDE_BUTTONS) == [], width


@pytest.mark.parametrize("locale", LOCALES.values())
def test_no_text_is_cut_off_with_another_device(visit: Visit, app: App, locale: str) -> None:
    page = visit(at(app, level="beginner"), viewport=PHONE, locale=locale).page
    page.locator("#new-game").click()
    page.locator("#open-devices").click()
    expect(page.locator("#devices-name")).to_be_visible()
    page.locator("dialog[open] summary").click()
    assert cut(page) == []
    page.evaluate("for (const each of document.querySelectorAll('.devices > [hidden]')) each.hidden = false")
    assert cut(page) == []


@pytest.mark.parametrize("locale", LOCALES.values())
def test_no_text_is_cut_off_elsewhere(visit: Visit, app: App, locale: str) -> None:
    page = visit(f"{app.address}analysis", viewport=PHONE, locale=locale).page
    page.locator("#lines").select_option("3")
    page.locator("#engine").check()
    expect(page.locator("#depth")).not_to_be_empty()
    assert cut(page) == []
    page.locator("#edit").click()
    assert cut(page) == []
    for path in ("learn", "learn/most-1", "learn/rules/turkish", "games"):
        page.goto(app.address + path)
        assert cut(page) == []
