"""Texts that the analysis gets from files and from the clipboard, and texts that it gives out."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_analysis import has_moves
from tests.home.process import App

OLDER = '[White "Şükrü Ağa"]\n[Black "İzzet"]\n\n1. d3-d4 *'.encode("cp1254")


def choose_file(page: Page, content: bytes) -> None:
    page.get_by_role("button", name="PDN and FEN").click()
    page.locator("#file").set_input_files({"name": "game.pdn", "mimeType": "text/plain", "buffer": content})


def drop_file(page: Page, content: bytes) -> None:
    page.evaluate(
        """(bytes) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([new Uint8Array(bytes)], 'game.pdn'));
            document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
        }""",
        list(content),
    )


@pytest.mark.parametrize("bring", [choose_file, drop_file])
def test_a_file_in_turkish_windows_keeps_its_letters(
    visit: Visit, app: App, bring: Callable[[Page, bytes], None]
) -> None:
    page = visit(f"{app.address}analysis").page
    bring(page, OLDER)
    has_moves(page, "d3-d4")
    expect(page.get_by_text("Şükrü Ağa").first).to_be_visible()


def test_an_empty_file_is_told_to_hold_no_game(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    choose_file(page, b"")
    expect(page.get_by_role("alert")).to_contain_text("no game in this text")
    visit.forgive()  # Chromium's message about the answer with status 400


def test_the_moves_of_an_earlier_opening_do_not_stay_without_an_answer(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    page = table.page
    pdn = page.get_by_label("(PDN):").first
    link = page.get_by_role("link", name="Download")
    table.play("d3", "d4")
    has_moves(page, "d3-d4")
    page.get_by_role("button", name="PDN and FEN").click()
    expect(pdn).to_have_value(re.compile("1. d3-d4"))
    page.get_by_role("button", name="Close").click()
    page.route("**/api/analysis/pdn", lambda route: route.abort())
    page.get_by_role("button", name="PDN and FEN").click()
    expect(page.get_by_role("dialog").get_by_text("The app does not answer.")).to_be_visible()
    expect(pdn).to_have_value("")
    expect(link).to_have_count(0)
    page.get_by_role("button", name="Close").click()
    page.unroute_all()
    page.get_by_role("button", name="PDN and FEN").click()
    expect(pdn).to_have_value(re.compile("1. d3-d4"))
    expect(link).to_be_visible()
    visit.forgive()  # Chromium's message about the request that was aborted


def test_an_empty_field_is_not_said_to_be_copied(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    page.route("**/api/analysis/pdn", lambda route: route.abort())
    page.get_by_role("button", name="PDN and FEN").click()
    said = page.locator("#text-dialog #copied")
    expect(said).not_to_be_empty()
    page.get_by_role("button", name="Copy the game").click()
    expect(said).to_have_text("There is nothing to copy yet.")
    page.get_by_role("button", name="Copy", exact=True).filter(visible=True).first.click()
    expect(said).to_have_text("Copied.")
    visit.forgive()
