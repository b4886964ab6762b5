"""A program makes its account a computer's, by its token: listed, marked, and never a person's again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.online.conftest import Server, Someone, eventually, running
from tests.online.house.test_house import error, member
from tests.online.test_ratings import ask, begin, move_both, players

PATH = "/api/v1/bot"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("programs")
    with running(folder, accounts="open") as server:
        yield server


def program(owner: Someone) -> dict[str, str]:
    """What a program sends instead of a cookie."""
    secret = owner.do("POST", "/api/v1/tokens", {"name": "bot"})["secret"]
    return {"authorization": f"Bearer {secret}", "cookie": "", "x-csrf-token": ""}


def listed(server: Server, name: str) -> list[Any]:
    return [each for each in server.someone().do("GET", "/api/v1/bots")["bots"] if each["name"] == name]


def test_an_account_becomes_a_computer_s_and_is_listed(server: Server) -> None:
    owner = member(server, "Tembel")
    token = program(owner)
    assert listed(server, "Tembel") == []
    for _ in range(2):  # asked again, nothing changes
        assert owner.send("PUT", PATH, **token).status_code == 204
    [bot] = listed(server, "Tembel")
    assert (bot["account"], bot["computer"], bot["here"], bot["most"]) == ("tembel", "program", False, 0)
    assert server.someone().do("GET", "/api/v1/players/tembel")["computer"] == "program"
    assert "Tembel" in server.someone().send("GET", "/bots").text
    with owner.socket("/ws/lobby", **token) as socket:
        socket.receive_json()
        eventually(lambda: bool(listed(server, "Tembel")[0]["here"]))


def test_people_and_nobody_are_refused(server: Server) -> None:
    owner = member(server, "Tokmak")
    assert error(owner.send("PUT", PATH)) == (403, "only-for-programs")
    assert error(server.someone().send("PUT", PATH)) == (401, "nobody")
    assert error(owner.send("PUT", PATH, authorization="Bearer damaci_x", cookie="")) == (401, "bad-token")
    assert listed(server, "Tokmak") == []


def test_an_account_that_has_played_for_ratings_stays_a_person_s(server: Server) -> None:
    ada, bora = member(server, "Ada Rated Once"), member(server, "Bora Rated Once")
    game = begin(ada, bora)
    move_both(game, ada, bora)
    assert ask(ada, game, type="resign").status_code == 200
    eventually(lambda: bool(players(ada, game)["counted"]))
    assert error(ada.send("PUT", PATH, **program(ada))) == (409, "no-new-account")


def test_a_guest_is_no_computer(tmp_path: Path) -> None:
    with running(tmp_path, accounts="off") as server:
        guest = server.someone()
        assert error(guest.send("PUT", PATH, **program(guest))) == (409, "no-new-account")
