"""Guests, accounts and all one's data."""

from pathlib import Path

import pytest

from tests.online.conftest import Server, running

PASSPHRASE = "correct horse battery"


def test_a_guest_chooses_a_name_and_is_seen_under_it(server: Server) -> None:
    ada = server.someone()
    assert ada.do("PUT", "/api/v1/player", {"name": " Ada  L. "})["name"] == "Ada L."
    game = ada.do("POST", "/api/v1/games", {"color": "white"})["id"]
    server.someone().do("POST", f"/api/v1/games/{game}/join")
    assert ada.do("GET", f"/api/v1/games/{game}")["white"]["name"] == "Ada L."


def test_a_guest_who_signs_up_keeps_the_games(server: Server) -> None:
    game, white, _ = server.playing()
    assert white.do("POST", "/api/v1/account", {"name": "Hatice", "passphrase": PASSPHRASE})["account"] is True
    assert white.do("GET", f"/api/v1/games/{game}")["you"] == ["white"]
    elsewhere = server.someone()
    elsewhere.do("POST", "/api/v1/session", {"name": "hatice", "passphrase": PASSPHRASE})
    assert [each["id"] for each in elsewhere.do("GET", "/api/v1/games")["games"]] == [game]


def test_a_name_that_looks_like_an_accounts_is_taken(server: Server) -> None:
    server.someone().do("POST", "/api/v1/account", {"name": "Nazım", "passphrase": PASSPHRASE})
    for method, path, body in (("POST", "/api/v1/account", {"passphrase": PASSPHRASE}), ("PUT", "/api/v1/player", {})):
        answer = server.someone().send(method, path, {"name": "nazim."} | body)
        assert answer.json()["error"] == "name-taken"


@pytest.mark.parametrize(("name", "passphrase"), [("Nobody", PASSPHRASE), ("Kemal", "correct horse batterz")])
def test_a_wrong_name_and_a_wrong_passphrase_are_told_alike(server: Server, name: str, passphrase: str) -> None:
    if name == "Kemal":
        server.someone().do("POST", "/api/v1/account", {"name": "Kemal", "passphrase": PASSPHRASE})
    answer = server.someone().send("POST", "/api/v1/session", {"name": name, "passphrase": passphrase})
    assert answer.json() == {"error": "wrong-passphrase", "detail": "There is no account with that name and passphrase."}


def test_who_signs_out_is_nobody(server: Server) -> None:
    game, white, _ = server.playing()
    white.do("DELETE", "/api/v1/session")
    assert white.do("GET", f"/api/v1/games/{game}")["you"] == []


def test_the_operator_may_want_no_accounts(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        for path in ("/api/v1/account", "/api/v1/session"):
            answer = server.someone().send("POST", path, {"name": "Ada", "passphrase": PASSPHRASE})
            assert answer.json()["error"] == "no-accounts"


def test_a_short_passphrase_is_refused(server: Server) -> None:
    assert server.someone().send("POST", "/api/v1/account", {"name": "Ada", "passphrase": "short"}).status_code == 400


def test_all_that_is_kept_can_be_taken_along_and_forgotten(server: Server) -> None:
    game, white, black = server.playing()
    white.do("POST", "/api/v1/account", {"name": "Leyla", "passphrase": PASSPHRASE})
    everything = white.do("GET", "/api/v1/data")
    assert (everything["name"], list(everything["games"])) == ("Leyla", [game])
    white.do("DELETE", "/api/v1/data")
    assert white.send("GET", "/api/v1/player").json()["error"] == "nobody"
    assert black.do("GET", "/api/v1/games")["games"][0]["white"].get("name", "") == ""
    assert '[White "?"]' in black.send("GET", f"/api/v1/games/{game}/pdn").text
    assert server.someone().send("POST", "/api/v1/session", {"name": "Leyla", "passphrase": PASSPHRASE}).status_code == 403
