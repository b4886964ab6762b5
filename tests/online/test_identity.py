"""Which player a visitor is, if a browser sends its first requests twice."""

import pytest

from damaci.online import identity
from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER, new_token
from tests.online.conftest import PASSPHRASE, Server, Someone


def browser(server: Server) -> Someone:
    """A browser that has loaded a page, but loses the cookies of all responses."""
    someone = server.someone()
    someone.cookies = {TOKEN_COOKIE: new_token().value or ""}
    return someone


def comes(someone: Someone, path: str = "/api/v1/player", body: object = None) -> dict[str, object]:
    """The answer to a first request; the cookie of the response is lost."""
    token = someone.cookies[TOKEN_COOKIE]
    found = someone.do("POST", path, body, **{TOKEN_HEADER: token, "Idempotency-Key": "once"})
    someone.cookies = {TOKEN_COOKIE: token}
    assert isinstance(found, dict)
    return found


def test_two_first_requests_of_a_browser_are_of_one_guest(server: Server) -> None:
    someone = browser(server)
    assert comes(someone) == comes(someone)
    assert comes(someone) != comes(browser(server))


def test_a_first_game_is_made_once_although_the_answer_with_the_cookie_was_lost(server: Server) -> None:
    someone = browser(server)
    assert comes(someone, "/api/v1/games", {}) == comes(someone, "/api/v1/games", {})


def test_later_or_with_an_account_it_is_another_guest(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    someone = browser(server)
    first = comes(someone)
    monkeypatch.setattr(identity, "FIRST_SECONDS", 1e-3)
    assert comes(someone)["id"] != first["id"]
    monkeypatch.undo()
    signing_up = browser(server)
    account = comes(signing_up, "/api/v1/account", {"name": "Twice Come", "passphrase": PASSPHRASE})
    assert comes(signing_up)["id"] != account["id"]


def test_who_was_deleted_comes_back_as_somebody_else(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    someone = server.someone()
    someone.cookies = {TOKEN_COOKIE: new_token().value or ""}
    token = {TOKEN_HEADER: someone.cookies[TOKEN_COOKIE]}
    first = someone.do("POST", "/api/v1/player", **token)
    someone.do("DELETE", "/api/v1/data", **token)
    monkeypatch.setattr(identity, "FIRST_SECONDS", 1e-3)
    again = someone.do("POST", "/api/v1/player", **token)
    assert isinstance(first, dict)
    assert isinstance(again, dict)
    assert first["id"] != again["id"]


def test_a_token_that_anybody_may_have_identifies_nobody(server: Server) -> None:
    assert server.someone().do("POST", "/api/v1/player") != server.someone().do("POST", "/api/v1/player")
