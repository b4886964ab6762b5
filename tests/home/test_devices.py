"""The requests of the dialog for other devices."""

import time
from typing import Any

import pytest

from damaci.links.desk import Desk
from tests.home.conftest import Browser
from tests.support import PATIENCE

WISH: dict[str, Any] = {"name": "Ayşe", "transports": ["tcp"]}


def state(browser: Browser) -> Any:
    return browser.get("/api/devices").json()


def test_nothing_happens_by_itself(newcomer: Browser) -> None:
    found = state(newcomer)
    assert (found["name"], found["offer"], found["newcomers"], found["joining"]) == ("", None, [], None)
    assert found["missing"]["tcp"] == ""
    assert set(found["missing"]) == {"browser", "tcp", "bluetooth"}


def test_an_offer_is_made_and_taken_back(browser: Browser) -> None:
    answer = browser.send(
        "POST", "/api/devices/offer", WISH | {"color": "black", "game": {"opponent": "person", "ruleset": "armenian"}}
    )
    assert answer.status_code == 201, answer.text
    offer = answer.json()["offer"]
    assert (offer["color"], offer["ruleset"], offer["codes"], len(offer["code"])) == ("black", "armenian", ["tcp"], 6)
    assert offer["addresses"]["tcp"]
    assert state(browser)["name"] == "Ayşe"
    assert browser.send("DELETE", "/api/devices/offer", {}).status_code == 204
    assert state(browser)["offer"] is None


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        (WISH | {"name": ""}, "bad-request"),
        (WISH | {"name": "x" * 41}, "bad-request"),
        (WISH | {"transports": []}, "bad-request"),
        (WISH | {"transports": ["pigeon"]}, "no-link"),
        (WISH | {"color": "red"}, "bad-request"),
        (WISH | {"game": {"ruleset": "chess"}}, "unknown-ruleset"),
        (WISH | {"game": {"fen": "rubbish"}}, "bad-fen"),
    ],
)
def test_what_cannot_be_offered_is_refused(browser: Browser, wish: dict[str, Any], word: str) -> None:
    answer = browser.send("POST", "/api/devices/offer", wish)
    assert (answer.status_code, answer.json()["error"]) == (400, word)
    assert state(browser)["offer"] is None


@pytest.mark.parametrize(
    "join", [{"transport": "pigeon", "address": "x"}, {"transport": "tcp"}, {"transport": "tcp", "address": "x" * 201}]
)
def test_who_cannot_be_joined(browser: Browser, join: dict[str, Any]) -> None:
    assert browser.send("POST", "/api/devices/join", {"name": "Mehmet"} | join).status_code == 400


def test_an_address_that_is_none_ends_the_attempt(browser: Browser) -> None:
    assert (
        browser.send(
            "POST", "/api/devices/join", {"name": "Mehmet", "transport": "tcp", "address": "nowhere"}
        ).status_code
        == 201
    )
    deadline = time.monotonic() + PATIENCE
    while (joining := state(browser)["joining"])["state"] != "over":
        assert time.monotonic() < deadline
    assert joining["problem"] == "lost"
    assert "expected one like" in joining["detail"]
    assert browser.send("DELETE", "/api/devices/join", {}).status_code == 204
    assert state(browser)["joining"] is None


def test_a_newcomer_who_is_not_there(browser: Browser) -> None:
    assert browser.send("POST", "/api/devices/newcomers/nobody", {"accept": True}).json()["error"] == "no-link"
    assert browser.send("POST", "/api/devices/newcomers/nobody", {"accept": False}).json() == {"game": ""}


def test_a_game_without_another_device(browser: Browser) -> None:
    game = browser.new_game()
    assert browser.get(f"/api/devices/links/{game}").json() == {"link": "", "peer": ""}
    assert browser.send("DELETE", f"/api/devices/links/{game}", {}).status_code == 404


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "offer"), ("DELETE", "offer"), ("POST", "join"), ("POST", "newcomers/x")]
)
def test_other_sites_cannot_ask(browser: Browser, method: str, path: str) -> None:
    assert browser.send(method, f"/api/devices/{path}", WISH, **{"x-csrf-token": "guessed"}).status_code == 403


def test_secrets_stay_here(browser: Browser) -> None:
    """The exported data may be shown to others, so it contains no token, with which anybody could continue a game."""
    from damaci.links.bonds import Bond

    services = browser.client.app.state.services
    assert isinstance(services.desk, Desk)
    bond = Bond(
        game="abc", token="0123456789abcdef", role="guest", color="white", transport="none", address="", peer="Eve"
    )
    with browser.client.portal() as portal:
        portal.call(services.desk.bonds.add, bond)
    assert bond.token not in browser.get("/api/data").text
    assert browser.get("/api/devices/links/abc").json() == {"link": "down", "peer": "Eve"}
