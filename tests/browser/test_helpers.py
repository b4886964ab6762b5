"""An arbiter and helpers with phones: invited, with results from several devices, without a connection, dismissed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.outage import offline
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_fit import cut
from tests.browser.test_tournaments import at, do, opened, tab_to
from tests.home.process import App, started


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with started(tmp_path) as app:
        yield app


@pytest.fixture
def club(app: App) -> str:
    """Creates a tournament, and pairs its first round."""
    id = opened(app)
    do(app, id, type="pair", round=1)
    return id


def link(app: App, id: str) -> str:
    """The link in the arbiter's QR code."""
    shared = app.send("POST", f"api/tournaments/{id}/helpers", {})
    return f"http://{shared['address']}/?code={shared['code']}"


def helper(visit: Visit, address: str, name: str, **options: object) -> Page:
    """A phone that has come in by the link."""
    page: Page = visit(address, viewport=PHONE, **options).page  # type: ignore[arg-type]
    page.locator("[name=name]").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#tournament")).to_be_visible()
    page.wait_for_load_state()  # its scripts have been loaded, also if the app is killed next
    return page


def enter(page: Page, board: int, result: str) -> None:
    page.locator(f"#board-{board}").click()
    page.locator(f"#dock [data-score='{result}']").click()


def test_a_helper_is_invited_by_keyboard_and_enters_a_result(visit: Visit, app: App, club: str) -> None:
    desk = visit(at(app, club)).page
    tab_to(desk, "#helpers")
    desk.keyboard.press("Enter")
    expect(desk.locator("#helpers-dialog")).to_be_visible()
    tab_to(desk, "#helpers-invite")
    desk.keyboard.press("Enter")
    expect(desk.locator("#helpers-none")).to_be_visible()
    code = desk.locator("#helpers-dialog .code")
    address = desk.locator("#helpers-dialog .browser-address")
    expect(code).not_to_be_empty()
    expect(address).not_to_be_empty()
    phone = visit(address.inner_text(), viewport=PHONE).page
    phone.locator("[name=code]").fill("AAAAAA")
    phone.locator("[name=name]").fill("Deniz")
    phone.keyboard.press("Enter")
    expect(phone.locator("#problem")).to_contain_text("That is not the code.")
    phone.locator("[name=code]").fill(code.inner_text().lower())
    phone.keyboard.press("Enter")
    expect(phone.locator("#boards")).to_be_visible()
    expect(desk.locator("#helpers-list")).to_contain_text("Deniz connected")
    phone.wait_for_load_state()  # its scripts have been loaded
    phone.keyboard.press("1")
    expect(phone.locator("#board-1")).to_have_text("1 – 0")
    desk.keyboard.press("Escape")
    expect(desk.locator("#board-1")).to_have_text("1 – 0")
    desk.goto(at(app, club, "log"))
    expect(desk.locator(".log li").first).to_contain_text("Deniz (helper)")
    visit.forgive()


def test_two_helpers_at_one_board(visit: Visit, app: App, club: str) -> None:
    address = link(app, club)
    one = helper(visit, address, "Deniz")
    two = helper(visit, address, "Elif")
    with offline(two):
        enter(two, 1, "0-1")
        expect(two.locator("#reach")).to_contain_text("1 result waits to be sent.")
        enter(one, 1, "1-0")
        expect(one.locator("#open")).to_have_text("1 result is missing.")
    expect(two.locator("#conflict")).to_be_visible()
    expect(two.locator("#conflict-text")).to_contain_text("1-0")
    two.get_by_role("button", name="Leave it").click()
    expect(two.locator("#board-1")).to_have_text("1 – 0")
    expect(two.locator(".unsent")).to_have_count(0)
    enter(two, 1, "1/2-1/2")
    expect(one.locator("#board-1")).to_have_text("½ – ½")
    visit.forgive()


def test_a_helper_takes_back_what_was_entered_last(visit: Visit, app: App, club: str) -> None:
    phone = helper(visit, link(app, club), "Deniz")
    expect(phone.locator("#take-back")).to_be_disabled()
    enter(phone, 1, "1-0")
    expect(phone.locator("#last")).to_contain_text("Your last result: Round 1, board 1")
    assert violations(phone) == []
    assert cut(phone) == []
    with offline(phone):
        enter(phone, 2, "0-1")
        expect(phone.locator("#last")).to_contain_text("It is not sent yet.")
        phone.locator("#take-back").click()
        expect(phone.locator("#board-2")).to_have_text("—")
        expect(phone.locator(".unsent")).to_have_count(0)
    expect(phone.locator("#reach")).to_be_empty()
    phone.locator("#take-back").click()
    expect(phone.locator("#board-1")).to_have_text("—")
    expect(phone.locator("#banner .good")).to_have_text("It is taken back.")
    expect(phone.locator("#take-back")).to_be_disabled()
    assert app.get(f"api/tournaments/{club}/version") == {"version": 5}
    visit.forgive()


def test_without_a_connection_results_wait_and_are_entered_once(visit: Visit, app: App, club: str) -> None:
    phone = helper(visit, link(app, club), "Deniz")
    with offline(phone):
        enter(phone, 1, "1-0")
        enter(phone, 2, "0-1")
        expect(phone.locator("#reach")).to_contain_text("2 results wait to be sent.")
        expect(phone.locator(".unsent #board-1")).to_have_text("1 – 0")
    expect(phone.locator("#open")).to_have_text("All results are in.")
    expect(phone.locator("#reach")).to_be_empty()
    assert app.get(f"api/tournaments/{club}/version") == {"version": 5}
    visit.forgive()


def test_an_answer_that_is_lost_is_asked_for_again(visit: Visit, app: App, club: str) -> None:
    phone = helper(visit, link(app, club), "Deniz")
    lost: list[str] = []

    def lose(route: object) -> None:
        if not lost:
            lost.append(route.fetch().text())  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    phone.route("**/results", lose)
    enter(phone, 1, "1-0")
    expect(phone.locator("#open")).to_have_text("1 result is missing.")
    expect(phone.locator("#reach")).to_be_empty()
    assert lost == ['{"version":4}']
    assert app.get(f"api/tournaments/{club}/version") == {"version": 4}
    visit.forgive()


def test_the_phone_goes_on_when_the_program_was_killed(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as first:
        id = opened(first)
        do(first, id, type="pair", round=1)
        phone = helper(visit, link(first, id), "Deniz")
        first.kill()
    enter(phone, 2, "1-0")
    expect(phone.locator("#reach")).to_contain_text("1 result waits to be sent.")
    with started(tmp_path) as second:
        expect(phone.locator("#board-2")).to_have_text("1 – 0")
        expect(phone.locator("#reach")).to_be_empty()
        assert second.get(f"api/tournaments/{id}/version") == {"version": 4}
    visit.forgive()


def test_who_is_dismissed_is_told_so(visit: Visit, app: App, club: str) -> None:
    phone = helper(visit, link(app, club), "Deniz")
    desk = visit(at(app, club)).page
    desk.locator("#helpers").click()
    desk.locator("#helpers-list").get_by_role("button").click()
    expect(desk.locator("#helpers-none")).to_be_visible()
    expect(phone.locator("#reach")).to_contain_text("You do not help in this tournament.")
    phone.get_by_role("link", name="Type the code").click()
    expect(phone.locator("[name=code]")).to_be_visible()
    desk.locator("#helpers-end").click()
    expect(desk.locator("#helpers-there")).to_be_hidden()
    visit.forgive()


@pytest.mark.parametrize(
    ("locale", "scheme"),
    by_day(("en-GB", "light"), ("tr-TR", "dark"), ("bg-BG", "light"), ("ar-KW", "dark")),
)
def test_every_page_is_whole_and_can_be_read(
    visit: Visit, app: App, club: str, locale: str, scheme: Literal["light", "dark"]
) -> None:
    assert locale in LOCALES.values()
    address = link(app, club)
    page = visit(address, viewport=PHONE, color_scheme=scheme, locale=locale).page
    assert cut(page) == []
    assert violations(page) == []
    page.locator("[name=name]").fill("Deniz")
    page.keyboard.press("Enter")
    expect(page.locator("#tournament")).to_be_visible()
    for view in ("round", "standings"):
        page.goto(f"{address.partition('?')[0]}tournaments/{club}?view={view}")
        page.set_viewport_size(PHONE)
        expect(page.locator("#tournament")).to_be_visible()
        assert cut(page) == [], view
        assert violations(page) == [], view
        page.set_viewport_size(DESK)
        assert violations(page) == [], view
    page.goto(f"{address.partition('?')[0]}tournaments/{club}?view=round")
    enter(page, 1, "1-0")
    expect(page.locator("#board-1")).to_have_text("1 – 0")
    expect(page.locator(".unsent")).to_have_count(0)
    digits = "٥" if locale.startswith("ar") else "5"
    expect(page.locator("header [data-counts]")).to_contain_text(digits)  # also after the page has been updated
    desk = visit(at(app, club), viewport=PHONE, color_scheme=scheme, locale=locale).page
    desk.locator("#helpers").click()
    expect(desk.locator("#helpers-list li")).to_have_count(1)
    assert cut(desk) == []
    assert violations(desk) == []
