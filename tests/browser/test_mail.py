"""Notices by mail in a real browser: an address is confirmed, each kind has a switch, and buttons in mails end one kind
or all."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_challenges import member
from tests.online.mail.smtp import MailServer, listening
from tests.online.process import Process, serving
from tests.support import free_port


@pytest.fixture(scope="module")
def smtp() -> Iterator[MailServer]:
    with listening() as server:
        yield server


@pytest.fixture(scope="module")
def server(smtp: MailServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    settings = {"HOST": "127.0.0.1", "PORT": str(smtp.port), "TLS": "off", "FROM": "dama@dama.example"}
    chosen = {f"DAMACI_MAIL_{name}": value for name, value in settings.items()}
    # Links in mails have this public address; the tests open them at the address on which this server listens.
    address = f"http://127.0.0.1:{free_port()}"
    with serving(
        tmp_path_factory.mktemp("mail"), DAMACI_ACCOUNTS="open", DAMACI_PUBLIC_URL=address, **chosen
    ) as server:
        yield server


def path_in(text: str, what: str) -> str:
    found = re.search(rf"http\S+/mail/{what}/\S+", text)
    assert found, text
    return urlsplit(found[0]).path.lstrip("/")


@pytest.mark.parametrize(("window", "language"), [(PHONE, "en"), (DESK, "ar")])
def test_an_address_is_confirmed_and_each_kind_switched(
    server: Process, smtp: MailServer, visit: Visit, window: dict[str, int], language: str
) -> None:
    page = member(server, visit, f"Mail {language}", viewport=window, locale=LOCALES[language]).page
    page.goto(f"{server.address}account")
    page.locator("#mail-address input").fill(f"{language}@example.org")
    page.locator("#mail-address button").click()
    expect(page.locator("#mail .address")).to_have_text(f"{language}@example.org")
    assert violations(page) == []
    to, mail = smtp.next()
    assert to == f"{language}@example.org"
    press_the_button(page, f"{server.address}{path_in(mail.get_content(), 'confirm')}")
    page.goto(f"{server.address}account")
    switch = page.locator("#mail-challenge")
    expect(switch).to_be_checked()
    with page.expect_response("**/api/v1/mail/notices"):
        switch.uncheck()
    page.reload()
    expect(switch).not_to_be_checked()
    expect(page.locator("#mail-turn")).to_be_checked()
    assert violations(page) == []
    end = f"{server.address}{path_in(mail.get_content(), 'end')}"
    press_the_button(page, f"{end}/turn-hurry")
    page.goto(f"{server.address}account")
    for kind, comes in (("turn", False), ("hurry", False), ("ended", True)):
        expect(page.locator(f"#mail-{kind}")).to_be_checked(checked=comes)
    press_the_button(page, end)
    page.goto(f"{server.address}account")
    expect(page.locator("#mail-address")).to_be_visible()
    expect(page.locator("#mail .address")).to_have_count(0)


def press_the_button(page: Page, address: str) -> None:
    """Opens a link and clicks the one button of its page."""
    page.goto(address)
    assert violations(page) == []
    page.locator("main form button").click()
    expect(page.locator("main [role=status]")).to_be_visible()
