"""Two apps and their pages in one game: offered on one, joined on the other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_accessibility import DESK, violations
from tests.browser.test_accessibility import PHONE as SMALL
from tests.links.test_two_apps import LinkedApp

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}


@pytest.fixture
def apps(tmp_path: Path) -> Iterator[list[LinkedApp]]:
    made = [LinkedApp(tmp_path / name, "tcp") for name in ("host", "guest")]
    yield made
    for app in made:
        app.kill()


def open_dialog(page: Page, name: str) -> Any:
    page.click("#new-game")
    page.click("#open-devices")
    dialog = page.locator("#devices-dialog")
    expect(dialog).to_be_visible()
    page.fill("#devices-name", name)
    return dialog


def test_offered_joined_played_and_left(apps: list[LinkedApp], visit: Visit) -> None:
    host = visit(apps[0].address).page
    guest = visit(apps[1].address, **PHONE).page
    offering = open_dialog(host, "Ayşe")
    joining = open_dialog(guest, "Mehmet")
    expect(host.locator("#devices-bluetooth")).to_be_disabled()
    host.get_by_role("button", name="Offer the game").click()
    code = host.locator(".code")
    expect(offering.locator("#devices-waiting")).to_be_visible()
    guest.locator("#devices-dialog summary").click()
    guest.fill("#devices-address", "Ayşe's")
    guest.click("#devices-go")
    expect(joining.locator("#devices-error")).to_have_text("An address is written like 192.168.1.5:40000.")
    guest.fill("#devices-address", host.locator(".addresses").inner_text())
    guest.click("#devices-go")
    guest.fill("#devices-code-field", "wrong")
    joining.locator("#devices-code").get_by_role("button", name="Join").click()
    expect(joining.locator("#devices-error")).to_have_text("That is not the code. Please try again.")
    guest.click("#devices-go")
    expect(guest.locator("#devices-code-field")).to_have_value("")
    guest.fill("#devices-code-field", code.inner_text())
    joining.locator("#devices-code").get_by_role("button", name="Join").click()
    expect(joining.locator("#devices-joining")).to_contain_text("Ayşe")
    expect(joining.locator("#devices-error")).to_be_hidden()
    offering.get_by_role("button", name="Play white").click()
    for page in (host, guest):
        page.wait_for_url("**/game/*")
    expect(guest.locator("#player-top .name")).to_have_text("Ayşe")
    expect(guest.locator("#hint")).to_be_hidden()
    host.fill("#typed-move", "d3-d4")
    host.press("#typed-move", "Enter")
    expect(guest.locator("#headline")).to_have_text("Your turn")
    guest.click("#say")
    guest.get_by_role("button", name="Good luck!").click()
    expect(host.locator("#banner")).to_have_text("Mehmet: Good luck!")
    guest.click("#resign")
    guest.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Rematch").click()
    expect(guest.locator("#headline")).to_have_text("Your opponent asks for a rematch.")
    former = guest.url
    guest.get_by_role("button", name="Rematch").click()
    for page in (host, guest):
        page.wait_for_function("former => location.href.split('/').pop() !== former.split('/').pop()", arg=former)
    expect(guest.locator("#headline")).to_have_text("Your turn")
    apps[0].kill()
    expect(guest.locator("#partner")).to_contain_text("Ayşe's device is away")
    guest.click("#leave")
    guest.locator("#leave-dialog").get_by_role("button", name="Leave").click()
    expect(guest.locator("#partner")).to_contain_text("given up")
    # The host's own page has lost its app, as this test intends.
    visit.forgive()


@pytest.mark.parametrize(
    ("scheme", "window"),
    [
        pytest.param("light", DESK, id="light-desk", marks=pytest.mark.nightly),
        pytest.param("dark", SMALL, id="dark-phone"),
    ],
)
def test_the_dialog_is_accessible(apps: list[LinkedApp], visit: Visit, scheme: str, window: dict[str, int]) -> None:
    host, guest = (visit(app.address, color_scheme=scheme, viewport=window).page for app in apps)
    offering = open_dialog(host, "Ayşe")
    joining = open_dialog(guest, "Mehmet")
    found = {"dialog": violations(host)}
    host.get_by_role("button", name="Offer the game").click()
    expect(offering.locator("#devices-waiting")).to_be_visible()
    found["offer"] = violations(host)
    joining.locator("summary").click()
    guest.click("#devices-go")
    expect(joining.locator("#devices-error")).to_be_visible()
    found["error"] = violations(guest)
    guest.fill("#devices-address", host.locator(".addresses").inner_text())
    guest.click("#devices-go")
    expect(guest.locator("#devices-code-field")).to_be_visible()
    found["code"] = violations(guest)
    guest.fill("#devices-code-field", host.locator(".code").inner_text())
    joining.locator("#devices-code").get_by_role("button", name="Join").click()
    expect(joining.locator("#devices-joining")).to_contain_text("Ayşe")
    expect(offering.get_by_role("button", name="Play white")).to_be_visible()
    found |= {"asked": violations(host), "waiting": violations(guest)}
    offering.get_by_role("button", name="Play white").click()
    host.wait_for_url("**/game/*")
    apps[1].kill()
    expect(host.locator("#partner")).to_contain_text("Mehmet's device is away")
    found["away"] = violations(host)
    assert found == {state: [] for state in found}
    # The guest's own page has lost its app, as this test intends.
    visit.forgive()


def test_closing_the_dialog_takes_the_offer_back(apps: list[LinkedApp], visit: Visit) -> None:
    page = visit(apps[0].address).page
    dialog = open_dialog(page, "Ayşe")
    page.get_by_role("button", name="Offer the game").click()
    expect(dialog.locator("#devices-offer")).to_be_visible()
    page.keyboard.press("Escape")
    apps[0].until("api/devices", lambda state: state["offer"] is None)
