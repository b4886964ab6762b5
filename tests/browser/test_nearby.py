"""A phone without the app in a game that is offered nearby: it uses the network's address, so that its page was loaded
over plain HTTP."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.table import until
from tests.browser.test_devices import PHONE, open_dialog
from tests.home.process import App, started


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with started(tmp_path) as app:
        yield app


def offered(host: Page) -> str:
    """Offers a game, and returns the address in its QR code."""
    open_dialog(host, "Ayşe")
    host.get_by_role("button", name="Offer the game").click()
    expect(host.locator(".qr")).to_be_visible()
    until(host, "document.querySelector('.qr').naturalWidth > 0")
    return f"{host.locator('.browser-address').inner_text()}?code={host.locator('.code').inner_text()}"


def test_joined_by_the_link_played_resigned_and_once_more(app: App, visit: Visit) -> None:
    host = visit(app.address)
    link = offered(host.page)
    phone = visit(link, **PHONE)
    phone.page.get_by_label("Your name").fill("Mehmet")
    phone.press("Play")
    expect(phone.page.locator("#asked")).to_contain_text("Ayşe has been asked")
    host.page.get_by_role("button", name="Play black").evaluate("button => (button.dataset.former = 'yes')")
    phone.page.reload()
    expect(phone.page.locator("#asked")).to_contain_text("Ayşe has been asked")
    expect(host.page.locator("[data-former]")).to_have_count(0)  # the request now comes from the reloaded page
    host.press("Play black")
    for table in (host, phone):
        table.page.wait_for_url("**/game/*")
    phone.hears("Your turn")
    expect(phone.page.locator("#player-top .name")).to_have_text("Ayşe")
    for absent in (".doors", "#new-game", "#hint"):
        expect(phone.page.locator(absent)).to_be_hidden()
    phone.play("d3", "d4")
    host.play("h6", "h5")
    phone.stands("h5", "black man")
    phone.page.reload()
    phone.stands("h5", "black man")
    phone.play("a3", "a4")
    host.has_moves(3)
    phone.press("Say…")
    phone.press("Good luck!")
    expect(host.page.locator("#banner")).to_have_text("Mehmet: Good luck!")
    host.press("Offer draw")
    phone.press("Decline")
    late = visit(link)
    expect(late.page.get_by_role("heading")).to_have_text("No game is offered there any more.")
    phone.press("Resign")
    phone.page.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    host.hears("You win")
    phone.press("Rematch")
    former = phone.page.url.rpartition("/")[2]
    host.press("Rematch")
    for table in (host, phone):
        table.page.wait_for_function("former => !location.href.endsWith(former)", arg=former)
    host.hears("Your turn")
    host.play("e3", "e4")
    phone.hears("Your turn")


def test_who_has_not_got_the_code_stays_outside(app: App, visit: Visit) -> None:
    host = visit(app.address)
    phone = visit(offered(host.page).partition("?")[0], locale="tr-TR", **PHONE)
    phone.page.get_by_label("Kod").fill("AAAAAA")
    phone.page.get_by_label("Adın").fill("Mehmet")
    phone.press("Oyna")
    expect(phone.page.get_by_role("alert")).to_have_text("Kod bu değil. Lütfen yeniden dene.")
    (refusal,) = visit.complaints
    assert "403" in refusal
    visit.complaints.clear()
    expect(host.page.locator("#devices-newcomers li")).to_have_count(0)
