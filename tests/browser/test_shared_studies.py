"""A study on the server in real browsers: its owner invites a member, who writes in it; readers by link see it, and
others do not."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.table import Table
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_analysis import has_moves
from tests.browser.test_club import sign_up
from tests.browser.test_fit import cut
from tests.browser.test_studies import chapters, kept
from tests.online.process import Process, serving

LOOKS = 20_000
"""Milliseconds in which a page notices changes by others, also on a busy machine."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("studies"), DAMACI_ACCOUNTS="open") as server:
        yield server


def member(visit: Visit, server: Process, name: str, **options: object) -> Page:
    page: Page = visit(f"{server.address}studies", **options).page
    expect(page.locator("#needs-account")).to_be_visible()
    sign_up(page, name)
    page.reload()
    return page


def sound(page: Page) -> None:
    assert violations(page) == []
    assert cut(page) == []


def expect_refusals(visit: Visit, *statuses: str) -> None:
    """Removes the browser's messages about requests with these statuses."""
    visit.complaints[:] = [each for each in visit.complaints if not any(status in each for status in statuses)]


def begun(page: Page, title: str) -> str:
    """Creates a study, and returns its address."""
    page.get_by_role("textbox", name="Title", exact=True).fill(title)
    page.get_by_role("button", name="Begin the study").click()
    chapters(page, "1")
    return page.url


def test_owner_member_reader_and_stranger(server: Process, visit: Visit) -> None:
    ada = member(visit, server, "Ada Owner", viewport=DESK)
    bora = member(visit, server, "Bora Member", viewport=PHONE)
    sound(ada)
    address = begun(ada, "Openings")
    Table(ada).play("d3", "d4")
    has_moves(ada, "d3-d4")
    kept(ada)
    reader = visit(address, viewport=PHONE).page
    expect(reader.locator("h1")).to_have_text("There is nothing here")

    ada.get_by_role("button", name="About the study").click()
    ada.get_by_label("Player’s name").fill("nobody here")
    ada.get_by_role("button", name="Let write").click()
    expect(ada.locator("#not-shared")).to_contain_text("no player of that name")
    ada.get_by_label("Player’s name").fill("bora member")
    ada.get_by_role("button", name="Let write").click()
    expect(ada.locator("#members li")).to_have_text(["Ada Owner", "Bora Member"])
    ada.get_by_label("Whoever has the link").check()
    expect(ada.get_by_label("Link to this chapter")).to_have_value(re.compile("/studies/.+chapter="))
    sound(ada)
    link = ada.get_by_label("Link to this chapter").input_value()
    ada.keyboard.press("Escape")

    bora.reload()
    bora.get_by_role("link", name="Openings").first.click()
    has_moves(bora, "d3-d4")
    expect(bora.locator("#whose").get_by_role("link")).to_have_text("A study by Ada Owner")
    expect(bora.locator("#whose").get_by_role("link")).to_have_attribute("href", "/@/adaowner")
    bora.get_by_role("button", name="To the last move").click()
    bora.get_by_label("Comment on this move").fill("Why not?")
    kept(bora)
    sound(bora)
    expect(ada.locator("#moves")).to_contain_text("Why not?", timeout=LOOKS)

    reader.goto(link)
    has_moves(reader, "d3-d4")
    expect(reader.locator("#saved")).to_have_text("To read")
    expect(reader.locator("#moves")).to_contain_text("Why not?")
    for hidden in ("#new-chapter", "#pen", "#edit", "#engine", "#review", "#delete", "#invite"):
        expect(reader.locator(hidden)).not_to_be_visible()
    assert reader.get_by_label("Comment on this move").get_attribute("readonly") is not None
    reader.get_by_role("button", name="To the last move").click()
    Table(reader).play("a6", "a5")
    has_moves(reader, "d3-d4", "a6-a5")
    reader.keyboard.press("e")
    expect(reader.locator("#editor")).not_to_be_visible()
    sound(reader)
    reader.reload()
    has_moves(reader, "d3-d4")
    reader.get_by_role("button", name="About the study").click()
    sound(reader)
    reader.get_by_role("button", name="Report").click()
    sound(reader)
    reader.get_by_role("button", name="Send the report").click()
    expect(reader.get_by_text("Thank you.")).to_be_visible()

    bora.get_by_role("button", name="About the study").click()
    bora.get_by_role("button", name="Leave this study").click()
    expect(bora.get_by_role("heading", name="New study")).to_be_visible()
    expect(bora.locator("#shared")).to_have_count(0)
    expect_refusals(visit, "404")


def test_two_who_write_in_one_chapter_lose_nothing(server: Process, visit: Visit) -> None:
    ada = member(visit, server, "Ada Quick", viewport=DESK)
    address = begun(ada, "Race")
    other = ada.context.new_page()
    other.goto(address)
    chapters(other, "1")
    other.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")  # A hidden page does not ask.
    ada.get_by_label("Comment on this move").fill("First")
    kept(ada)
    other.get_by_label("Comment on this move").fill("Second")
    other.get_by_role("button", name="Keep mine as another chapter").click()
    chapters(other, "1", "1 (mine)")
    expect(other.get_by_label("Comment on this move")).to_have_value("Second")
    chapters(ada, "1", "1 (mine)")
    expect(ada.get_by_label("Comment on this move")).to_have_value("First")
    expect_refusals(visit, "409")


@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_it_fits_in_every_language(server: Process, visit: Visit, language: str) -> None:
    page = visit(f"{server.address}studies?lang=en", viewport=PHONE).page
    sign_up(page, f"Fit {language}")
    page.reload()
    begun(page, "Açmaz")
    study = page.url
    page.goto(f"{server.address}studies?lang={language}")
    sound(page)
    page.goto(study)
    chapters(page, "1")
    page.locator("#about-study").click()
    page.locator('[value="link"]').check()
    expect(page.locator("#study-link")).to_be_visible()
    sound(page)
