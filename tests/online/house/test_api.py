"""A program declares its account a computer's by its token: the account is listed, marked, and never a person's
again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.online.conftest import Server, Someone, eventually, running
from tests.online.house.test_house import error, member
from tests.online.test_orders import operating
from tests.online.test_ratings import ask, begin, move_both, players

PATH = "/api/v1/bot"
BOTS = "/api/v1/bots"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with running(folder, accounts="open") as server:
        yield server


def program(owner: Someone) -> dict[str, str]:
    """Headers of a program, with a token in place of the cookie."""
    secret = owner.do("POST", "/api/v1/tokens", {"name": "bot"})["secret"]
    return {"authorization": f"Bearer {secret}", "cookie": "", "x-csrf-token": ""}


def listed(server: Server, name: str) -> list[Any]:
    return [each for each in server.someone().do("GET", "/api/v1/bots")["bots"] if each["name"] == name]


def test_an_account_becomes_a_computer_s_and_is_listed(server: Server) -> None:
    owner = member(server, "Tembel")
    token = program(owner)
    assert listed(server, "Tembel") == []
    for _ in range(2):  # a second request changes nothing
        assert owner.send("PUT", PATH, **token).status_code == 204
    [bot] = listed(server, "Tembel")
    assert (bot["account"], bot["computer"], bot["here"], bot["most"]) == ("tembel", "program", False, 0)
    assert server.someone().do("GET", "/api/v1/players/tembel")["computer"] == "program"
    assert "Tembel" in server.someone().send("GET", "/bots").text
    with owner.socket("/ws/lobby", **token) as socket:
        socket.receive_json()
        eventually(lambda: bool(listed(server, "Tembel")[0]["here"]))


def test_a_listing_is_taken_back_and_the_account_stays_a_program_s(server: Server) -> None:
    bot = member(server, "Tekrar")
    token = program(bot)
    bot.send("PUT", PATH, **token)
    assert bot.send("DELETE", PATH, **token).status_code == 204
    assert listed(server, "Tekrar") == []
    assert server.someone().do("GET", "/api/v1/players/tekrar")["computer"] == "program"
    assert "data-list" in bot.send("GET", "/account").text
    assert bot.send("PUT", f"{BOTS}/tekrar").status_code == 204  # the button on the account page
    assert len(listed(server, "Tekrar")) == 1
    assert bot.do("GET", "/api/v1/data")["programs"] == {"tekrar": True}


def test_the_list_says_whose_program_it_is_unless_nobody_may_see_the_owner(server: Server) -> None:
    owner = member(server, "Onur")
    bot = member(server, "Makine")
    agreed = owner.do("POST", "/api/v1/tokens", {"name": "agreed"})["secret"]
    assert bot.send("PUT", PATH, {"owner": agreed}, **program(bot)).status_code == 204
    assert listed(server, "Makine")[0]["owner"] == {"name": "Onur", "account": "onur"}
    assert 'Program of <a href="/@/onur"><bdi>Onur</bdi></a>' in server.someone().send("GET", "/bots").text
    owner.do("PUT", "/api/v1/privacy", {"presence": "nobody"})
    assert "owner" not in listed(server, "Makine")[0] or listed(server, "Makine")[0]["owner"] is None
    assert "onur" not in server.someone().send("GET", "/bots").text


def test_the_list_does_not_name_an_owner_whose_account_is_closed(server: Server, folder: Path) -> None:
    owner = member(server, "Kapalı")
    bot = member(server, "Aygıt")
    agreed = owner.do("POST", "/api/v1/tokens", {"name": "agreed"})["secret"]
    bot.send("PUT", PATH, {"owner": agreed}, **program(bot))
    assert listed(server, "Aygıt")[0]["owner"]["name"] == "Kapalı"
    operating(str(folder), lambda operator: operator.close("Kapalı", ""))
    assert listed(server, "Aygıt")[0]["owner"] is None


def test_the_owner_takes_the_listing_back_and_lists_again(server: Server) -> None:
    owner, bot, other = (member(server, name) for name in ("Usta", "Alet", "Komşu"))
    agreed = owner.do("POST", "/api/v1/tokens", {"name": "agreed"})["secret"]
    bot.send("PUT", PATH, {"owner": agreed}, **program(bot))
    assert 'data-unlist="alet"' in owner.send("GET", "/account").text
    assert error(other.send("DELETE", f"{BOTS}/alet")) == (403, "not-your-program")
    assert owner.send("DELETE", f"{BOTS}/alet").status_code == 204
    assert listed(server, "Alet") == []
    assert owner.send("PUT", f"{BOTS}/alet").status_code == 204
    assert listed(server, "Alet")[0]["owner"]["account"] == "usta"


def test_nobody_is_named_without_agreeing(server: Server) -> None:
    bot = member(server, "Yalnız")
    assert error(bot.send("PUT", PATH, {"owner": "damaci_x"}, **program(bot))) == (403, "no-owner")
    assert listed(server, "Yalnız") == []


def test_people_and_nobody_are_refused(server: Server) -> None:
    owner = member(server, "Tokmak")
    assert error(owner.send("PUT", PATH)) == (403, "only-for-programs")
    assert error(server.someone().send("PUT", PATH)) == (401, "nobody")
    assert error(owner.send("PUT", PATH, authorization="Bearer damaci_x", cookie="")) == (401, "bad-token")
    assert listed(server, "Tokmak") == []


def test_an_account_that_has_played_for_ratings_stays_a_person_s(server: Server) -> None:
    ada = member(server, "Ada Rated Once")
    bora = member(server, "Bora Rated Once")
    game = begin(ada, bora)
    move_both(game, ada, bora)
    assert ask(ada, game, type="resign").status_code == 200
    eventually(lambda: bool(players(ada, game)["counted"]))
    assert error(ada.send("PUT", PATH, **program(ada))) == (409, "no-new-account")


def test_a_guest_is_no_computer(tmp_path: Path) -> None:
    with running(tmp_path, accounts="off") as server:
        guest = server.someone()
        assert error(guest.send("PUT", PATH, **program(guest))) == (409, "no-new-account")
