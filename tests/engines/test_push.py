"""In a real Firefox, a notice is switched on; it is sent through a push service of the tests to Firefox's service
worker, which shows it."""

import time
from pathlib import Path
from typing import Any

from tests.engines.drivers import firefox
from tests.engines.page import Page
from tests.engines.push_service import PushService, push_service
from tests.online.process import Client, serving
from tests.support import PATIENCE

PASSPHRASE = "a long passphrase"
SIGN_UP = f"""
const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? "";
const headers = {{ "content-type": "application/json", "x-csrf-token": token }};
const body = JSON.stringify({{ name: "Bora Push", passphrase: "{PASSPHRASE}" }});
return (await fetch("/api/v1/account", {{ method: "POST", headers, body }})).status;
"""
SWITCH = "document.querySelector('#notices [name=challenge]:not([disabled])')"
STORED = """
const { endpoint } = (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) ?? {};
if (!endpoint) return false;
const body = JSON.stringify({ endpoint });
const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
const headers = { "content-type": "application/json", "x-csrf-token": token };
return (await (await fetch("/api/v1/push/browser", { method: "POST", headers, body })).json()).challenge;
"""
SHOWN = """
const [notice] = await (await navigator.serviceWorker.ready).getNotifications();
return notice && { title: notice.title, body: notice.body, url: notice.data.url };
"""


def preferences(service: PushService) -> dict[str, str | int | bool]:
    """Preferences of a Firefox that uses this push service and in which notices are allowed."""
    return {
        "dom.push.serverURL": service.browser_address,
        "dom.push.connection.enabled": True,
        "dom.push.testing.allowInsecureServerURL": True,
        "permissions.default.desktop-notification": 1,
        "alerts.useSystemBackend": False,
    }


def found(page: Page, script: str) -> Any:
    """The result of a script, as soon as it is a true value."""
    deadline = time.monotonic() + PATIENCE
    while not (answer := page.run(script)):
        assert time.monotonic() < deadline, script
        time.sleep(0.1)
    return answer


def test_a_challenge_is_shown_in_a_real_browser(tmp_path: Path) -> None:
    with (
        push_service() as service,
        serving(tmp_path, DAMACI_ACCOUNTS="open", DAMACI_PUSH_HOSTS=service.host) as server,
        firefox(preferences(service)) as browser,
    ):
        page = Page(browser)
        page.open(server.address)
        assert page.run(SIGN_UP) == 201
        page.open(f"{server.address}account")
        page.has(SWITCH)
        page.run(f"{SWITCH}.click()")
        assert service.registered.wait(PATIENCE)
        assert found(page, STORED)
        ada = Client(server.address)
        ada.send("POST", "/api/v1/account", {"name": "Ada Push", "passphrase": PASSPHRASE})
        wish = {"to": "Bora Push", "color": "white", "days": 2}
        game = ada.send("POST", "/api/v1/challenges", wish)["id"]
        assert service.acknowledged.wait(PATIENCE)
        shown = found(page, SHOWN)
        assert "Ada Push" in shown["title"] + shown["body"]
        assert shown["url"] == f"/game/{game}"
