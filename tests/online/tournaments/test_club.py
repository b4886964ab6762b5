"""Tournaments through the API of one process: who may do what, and what the server does by its clock."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.online.conftest import Server, Someone, running
from tests.support import PATIENCE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("club"), accounts="open") as server:
        yield server


@pytest.fixture(scope="module")
def members(server: Server) -> list[Someone]:
    return [member(server, f"Member {number}") for number in range(1, 5)]


def member(server: Server, name: str) -> Someone:
    someone = server.someone()
    someone.do("POST", "/api/v1/account", {"name": name, "passphrase": "a long enough one"})
    return someone


def announced(arbiter: Someone, **wish: object) -> str:
    sent = {"name": "Evening", "starts": time.time() + 1, "pause": 0, "rounds": 2, "minutes_late": 60} | wish
    return str(arbiter.do("POST", "/api/v1/tournaments", sent)["id"])


def shown(someone: Someone, id: str) -> Any:
    return someone.do("GET", f"/api/v1/tournaments/{id}")


def until(someone: Someone, id: str, what: Any) -> Any:
    """The tournament as soon as something is true of it."""
    deadline = time.monotonic() + PATIENCE
    while not what(found := shown(someone, id)):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    return found


def resign_all(players: list[Someone], id: str) -> None:
    """In every game, the side that may move first gives up at once."""
    for player in players:
        game = player.do("GET", f"/api/v1/tournaments/{id}/me").get("game")
        if game:
            player.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})


def test_a_tournament_plays_itself_to_the_end(server: Server, members: list[Someone]) -> None:
    id = announced(members[0])
    for each in members:
        each.do("POST", f"/api/v1/tournaments/{id}/join")
    for round in (1, 2):
        until(members[0], id, lambda found, round=round: found["announced"]["stored"]["rounds"] == round)
        resign_all(members, id)
    found = until(members[0], id, lambda found: found["announced"]["plan"]["over"])
    assert sum(place["points"] for place in found["places"]) == 4
