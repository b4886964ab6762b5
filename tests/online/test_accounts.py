"""Guests, accounts, and all data of a player."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.online.conftest import Server, Someone, running

PASSPHRASE = "correct horse battery"
OTHER = "staple of another horse"


@pytest.fixture(autouse=True)
def not_too_many(server: Server) -> None:
    """All browsers of these tests have one address, and may sign in without limits."""
    vars(server.client.app.state.services.limits)["_buckets"].clear()


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
    assert answer.json() == {
        "error": "wrong-passphrase",
        "detail": "There is no account with that name and passphrase.",
    }


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
    assert white.send("DELETE", "/api/v1/data").json()["error"] == "not-your-passphrase"
    white.do("DELETE", "/api/v1/data", {"passphrase": PASSPHRASE})
    assert white.send("GET", "/api/v1/player").json()["error"] == "nobody"
    assert black.do("GET", "/api/v1/games")["games"][0]["white"].get("name", "") == ""
    assert '[White "?"]' in black.send("GET", f"/api/v1/games/{game}/pdn").text
    assert (
        server.someone().send("POST", "/api/v1/session", {"name": "Leyla", "passphrase": PASSPHRASE}).status_code == 403
    )
    assert server.someone().do("POST", "/api/v1/account", {"name": "Leyla", "passphrase": OTHER})["name"] == "Leyla"


def test_a_guest_is_forgotten_without_a_passphrase(server: Server) -> None:
    ada = server.someone()
    ada.do("POST", "/api/v1/player")
    ada.do("DELETE", "/api/v1/data")
    assert ada.send("GET", "/api/v1/player").json()["error"] == "nobody"


# ---- a new passphrase ------------------------------------------------------------------------------------------------


def signed_up(server: Server, name: str) -> tuple[Someone, Someone]:
    """An account that is signed in in two browsers."""
    here = server.someone()
    elsewhere = server.someone()
    here.do("POST", "/api/v1/account", {"name": name, "passphrase": PASSPHRASE})
    elsewhere.do("POST", "/api/v1/session", {"name": name, "passphrase": PASSPHRASE})
    return here, elsewhere


def error(someone: Someone, method: str, path: str, body: object = None, **headers: str) -> str:
    return str(someone.send(method, path, body, **headers).json()["error"])


def test_who_changes_the_passphrase_is_signed_in_there_only(server: Server) -> None:
    here, elsewhere = signed_up(server, "Cahide")
    before = here.cookies.copy()
    here.do("PUT", "/api/v1/account/passphrase", {"current": PASSPHRASE, "passphrase": OTHER})
    assert here.do("GET", "/api/v1/player")["name"] == "Cahide"
    assert error(elsewhere, "GET", "/api/v1/player") == "nobody"
    after = here.cookies
    here.cookies = before
    assert error(here, "GET", "/api/v1/player") == "nobody"
    assert before != after
    assert (
        error(elsewhere, "POST", "/api/v1/session", {"name": "Cahide", "passphrase": PASSPHRASE}) == "wrong-passphrase"
    )
    assert elsewhere.do("POST", "/api/v1/session", {"name": "Cahide", "passphrase": OTHER})["account"] is True


@pytest.mark.parametrize(("tokens", "status"), [("keep", 200), ("revoke", 401)])
def test_with_the_passphrase_programs_end_if_so_wished(server: Server, tokens: str, status: int) -> None:
    here, _ = signed_up(server, f"Owner {tokens}")
    secret = here.do("POST", "/api/v1/tokens", {"name": "bot"})["secret"]
    here.do("PUT", "/api/v1/account/passphrase", {"current": PASSPHRASE, "passphrase": OTHER, "tokens": tokens})
    assert server.someone().send("GET", "/api/v1/player", authorization=f"Bearer {secret}").status_code == status


def test_only_who_knows_the_passphrase_changes_it(server: Server) -> None:
    here, elsewhere = signed_up(server, "Bedia")
    wish = {"current": OTHER, "passphrase": OTHER}
    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(lambda _: error(here, "PUT", "/api/v1/account/passphrase", wish), range(12)))
    assert set(answers) == {"not-your-passphrase", "too-many"}
    assert answers.count("not-your-passphrase") < 8
    assert elsewhere.do("GET", "/api/v1/player")["name"] == "Bedia"
    assert error(server.someone(), "PUT", "/api/v1/account/passphrase", wish) == "nobody"


def test_who_tries_at_an_account_keeps_its_owner_from_nothing_there(server: Server) -> None:
    here, _ = signed_up(server, "Semiha")
    with ThreadPoolExecutor(12) as threads:
        wrong = {"name": "Semiha", "passphrase": OTHER}
        answers = list(threads.map(lambda _: error(server.someone(), "POST", "/api/v1/session", wrong), range(12)))
    assert "too-many" in answers
    here.do("PUT", "/api/v1/account/passphrase", {"current": PASSPHRASE, "passphrase": OTHER})


def test_a_guest_has_no_passphrase_to_change(server: Server) -> None:
    guest = server.someone()
    guest.do("POST", "/api/v1/player")
    assert (
        error(guest, "PUT", "/api/v1/account/passphrase", {"current": PASSPHRASE, "passphrase": OTHER}) == "no-account"
    )
    assert error(guest, "DELETE", "/api/v1/sessions") == "no-account"


def test_signing_out_everywhere_leaves_the_programs(server: Server) -> None:
    here, elsewhere = signed_up(server, "Muazzez")
    secret = here.do("POST", "/api/v1/tokens", {"name": "bot"})["secret"]
    here.do("DELETE", "/api/v1/sessions")
    for browser in (here, elsewhere):
        assert error(browser, "GET", "/api/v1/player") == "nobody"
    assert server.someone().do("GET", "/api/v1/player", authorization=f"Bearer {secret}")["name"] == "Muazzez"
