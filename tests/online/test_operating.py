"""The operator's page does what `damaci admin` does."""

import base64
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.online.conftest import Server, running

TOKEN = "a-token-of-the-operator"
SHOWN = {"authorization": "Basic " + base64.b64encode(f"zeynep:{TOKEN}".encode()).decode()}


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, operator_token=TOKEN, accounts="open") as server:
        yield server


def test_players_are_found_and_banned_on_the_page(watched: Server) -> None:
    somebody = watched.someone()
    operator = watched.someone()
    me = somebody.do("POST", "/api/v1/player")
    assert me["name"] in operator.send("GET", f"/operator?find={me['id']}", **SHOWN).text
    order = {"act": "ban", "who": me["id"], "text": "Be polite.", "why": "r1", "hours": 2}
    operator.do("POST", "/operator/acts", order, **SHOWN)
    page = operator.send("GET", "/operator", **SHOWN).text
    assert "page:zeynep" in page
    assert "Be polite." in page
    assert operator.send("POST", "/operator/acts", {"act": "ratings"}, **SHOWN).status_code == 400
    again = operator.send("POST", "/operator/acts", {"act": "unban", "who": "nobody"}, **SHOWN)
    assert (again.status_code, again.json()["error"]) == (400, "order-unknown-player")


def test_names_on_the_pages_are_links(watched: Server) -> None:
    somebody = watched.someone()
    operator = watched.someone()
    me = somebody.do("POST", "/api/v1/account", {"name": "Hoca", "passphrase": "a long enough one"})["id"]
    found = operator.send("GET", f"/operator?find={me}", **SHOWN).text
    assert f'<a href="/operator/players/{me}">Fair play: <bdi>Hoca</bdi></a>' in found
    shown = operator.send("GET", f"/operator/players/{me}", **SHOWN).text
    assert '<h1>Fair play: <a href="/@/hoca"><bdi>Hoca</bdi></a></h1>' in shown
    operator.do("POST", "/operator/acts", {"act": "ban", "who": me, "text": "Be polite.", "hours": 2}, **SHOWN)
    banned = operator.send("GET", "/operator", **SHOWN).text
    assert f'<a href="/operator?find={me}"><bdi>Hoca</bdi></a>' in banned


def test_a_link_is_shown_once(watched: Server) -> None:
    me = watched.someone().do("POST", "/api/v1/player")
    made = watched.someone().do("POST", "/operator/acts", {"act": "link", "who": me["id"]}, **SHOWN)["link"]
    secret = {"secret": made.removeprefix("/sign-in#")}
    assert watched.someone().do("POST", "/api/v1/sign-in-link/use", secret)["id"] == me["id"]


def test_acts_need_the_operator_s_token_and_that_of_the_page(watched: Server) -> None:
    order = {"act": "announce", "text": "x"}
    assert watched.someone().send("POST", "/operator/acts", order).status_code == 401
    refused = watched.someone().send("POST", "/operator/acts", order, **SHOWN, **{"x-csrf-token": ""})
    assert refused.status_code == 403
    origin = watched.someone().send("POST", "/operator/acts", order, **SHOWN, origin="https://elsewhere.example")
    assert origin.status_code == 403


def test_an_operator_s_browser_plays_like_any_other(watched: Server) -> None:
    assert watched.someone().send("GET", "/account", **SHOWN, accept="text/html").status_code == 200
    assert watched.someone().do("POST", "/api/v1/player", **SHOWN)["name"].startswith("Guest")


def test_a_report_of_a_tournament_is_shown_with_its_name(watched: Server) -> None:
    owner = watched.someone()
    other = watched.someone()
    owner.do("POST", "/api/v1/account", {"name": "Rude", "passphrase": "a long passphrase"})
    tournament = owner.do("POST", "/api/v1/tournaments", {"name": "Bad words", "starts": time.time() + 3600})["id"]
    other.do("POST", f"/api/v1/tournaments/{tournament}/report", {"reason": "name"})
    page = other.send("GET", "/operator", **SHOWN).text
    assert f'<a href="/tournaments/{tournament}">' in page
    assert '<pre dir="auto">Bad words</pre>' in page
