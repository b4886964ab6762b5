"""Notices by Web Push in a real browser: switched on and off on the account page. What the service worker shows is
tested in tests/js/offline_worker.test.js, because the headless Chromium shows no notices."""

import json
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Page, expect

from damaci.online.push_keys import encode, uncompressed
from damaci.store.mail_addresses import KINDS
from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_challenges import member
from tests.online.process import Process, serving

KEYS = {"p256dh": encode(uncompressed(ec.generate_private_key(ec.SECP256R1()).public_key())), "auth": encode(bytes(16))}
SUBSCRIBES = f"""
const made = {{
  endpoint: "https://push.example/one",
  toJSON: () => ({{ endpoint: made.endpoint, keys: {json.dumps(KEYS)} }}),
  unsubscribe: async () => localStorage.removeItem("subscribed"),
}};
PushManager.prototype.getSubscription = async () => localStorage.getItem("subscribed") && made;
PushManager.prototype.subscribe = async () => (localStorage.setItem("subscribed", "yes"), made);
"""
"""A push service, which the headless Chromium lacks."""

LATER = ("hurry", "tournament", "holiday", "ended", "absence")
"""Kinds of notices that are sent some time after the event."""

COVERED = """[...document.querySelectorAll("header a, header button")].filter((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return width && !document.elementFromPoint(x + width / 2, y + height / 2)?.closest("header");
}).map((each) => each.textContent.trim() || each.title)"""
"""The links and buttons of the header that are covered by something else."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open") as server:
        yield server


def wishes(server: Process, page: Page) -> list[set[str]]:
    """The kinds of notices of each of the player's browsers, as the server has stored them."""
    answer = page.request.get(f"{server.address}api/v1/data")
    assert answer.ok
    return [{kind for kind in KINDS if each[kind]} for each in answer.json()["notices"]]


@pytest.mark.parametrize(("window", "language"), [(PHONE, "en"), (DESK, "ar")])
def test_each_kind_is_switched_by_itself(server: Process, visit: Visit, window: dict[str, int], language: str) -> None:
    page = member(server, visit, f"Ada {language}", viewport=window, locale=LOCALES[language]).page
    page.add_init_script(SUBSCRIBES)
    page.goto(f"{server.address}account")
    turn = page.locator("#notice-turn")
    challenge = page.locator("#notice-challenge")
    expect(turn).to_be_enabled()
    assert violations(page) == []
    assert page.evaluate(COVERED) == []
    with page.expect_response("**/api/v1/push"):
        turn.check()
    assert wishes(server, page) == [{"turn"}]
    for kind in LATER:
        with page.expect_response("**/api/v1/push"):
            page.locator(f"#notice-{kind}").check()
    assert wishes(server, page) == [{"turn", *LATER}]
    for kind in LATER:
        with page.expect_response("**/api/v1/push"):
            page.locator(f"#notice-{kind}").uncheck()
    assert wishes(server, page) == [{"turn"}]
    page.reload()
    expect(challenge).to_be_enabled()
    expect(challenge).not_to_be_checked()
    expect(turn).to_be_checked()
    muted = page.request.post(
        f"{server.address}api/v1/push/mute", data={"endpoint": "https://push.example/one", "kind": "turn"}
    )
    assert muted.status == 204
    page.reload()
    expect(turn).to_be_enabled()
    expect(turn).not_to_be_checked()  # The button in a notice has switched it off.
    with page.expect_response("**/api/v1/push"):
        turn.check()
    with page.expect_response("**/api/v1/push/end"):
        turn.uncheck()
    assert wishes(server, page) == []
    expect(page.locator("#notices-status")).to_be_empty()
