"""The lobby: who waits is seen, is accepted once, and is gone when they go."""

import time
from typing import Any

import pytest

from damaci.online import lobby
from tests.online.conftest import Server, Someone


def states(socket: Any) -> Any:
    return (message for message in iter(socket.receive_json, None) if message["type"] == "lobby")


def seek(someone: Someone, **terms: object) -> str:
    return str(someone.do("POST", "/api/v1/seeks", terms)["id"])


def test_a_seek_is_seen_by_all_and_known_to_be_ones_own(server: Server) -> None:
    ada, bob = server.someone(), server.someone()
    ada.do("POST", "/api/v1/player")
    with ada.socket("/ws/lobby") as one, bob.socket("/ws/lobby") as two:
        wanted = seek(ada, clock={"base": 300, "increment": 3}, ruleset="bulgarian")
        mine, theirs = (
            next(each for state in states(socket) for each in state["seeks"] if each["id"] == wanted)
            for socket in (one, two)
        )
    assert (mine["mine"], theirs["mine"]) == (True, False)
    assert theirs["terms"]["clock"] == {"base": 300.0, "increment": 3.0}
    assert theirs["terms"]["ruleset"] == "bulgarian"


def test_who_waits_is_told_when_the_game_begins(server: Server) -> None:
    ada, bob = server.someone(), server.someone()
    ada.do("POST", "/api/v1/player")
    with ada.socket("/ws/lobby") as socket:
        wanted = seek(ada)
        next(state for state in states(socket) if any(each["id"] == wanted for each in state["seeks"]))
        bob.do("POST", f"/api/v1/games/{wanted}/join")
        assert (
            next(message for message in iter(socket.receive_json, None) if message["type"] == "begun")["id"] == wanted
        )
    assert ada.do("GET", f"/api/v1/games/{wanted}")["you"] != []


def test_a_seek_is_gone_when_its_player_has_gone(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "GRACE_SECONDS", 0.05)
    ada, bob = server.someone(), server.someone()
    ada.do("POST", "/api/v1/player")
    with bob.socket("/ws/lobby") as watching:
        with ada.socket("/ws/lobby"):
            wanted = seek(ada)
            next(state for state in states(watching) if any(each["id"] == wanted for each in state["seeks"]))
        next(state for state in states(watching) if all(each["id"] != wanted for each in state["seeks"]))
    assert bob.send("POST", f"/api/v1/games/{wanted}/join").status_code == 404


def test_an_invitation_waits_though_its_sender_has_gone(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "GRACE_SECONDS", 0.0)
    ada = server.someone()
    wanted = ada.do("POST", "/api/v1/games", {})["id"]
    with ada.socket("/ws/lobby") as socket:
        assert all(each["id"] != wanted for each in next(states(socket))["seeks"])
    time.sleep(0.2)
    server.someone().do("POST", f"/api/v1/games/{wanted}/join")


def test_games_between_people_are_shown(server: Server) -> None:
    game, white, _ = server.playing()
    with server.someone().socket("/ws/lobby") as socket:
        white.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
        shown = next(each for state in states(socket) for each in state["games"] if each["id"] == game)
    assert shown["plies"] == 1


def test_a_seek_can_be_taken_back(server: Server) -> None:
    ada = server.someone()
    wanted = seek(ada)
    ada.do("DELETE", f"/api/v1/seeks/{wanted}")
    assert server.someone().send("POST", f"/api/v1/games/{wanted}/join").status_code == 404


def test_seeks_that_nobody_stands_behind_do_not_use_up_the_seeks_of_a_player(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program may seek without following the lobby, and then cannot learn what it is waiting for."""
    ada = server.someone()
    seeks = [ada.do("POST", "/api/v1/seeks", {})["id"] for _ in range(10)]
    invited = ada.send("POST", "/api/v1/games", {})
    assert invited.json()["error"] == "too-many-seeks"
    monkeypatch.setattr("damaci.online.pairing.STALE_SECONDS", -1.0)
    ada.do("POST", "/api/v1/games", {})
    assert server.someone().send("POST", f"/api/v1/games/{seeks[0]}/join").status_code == 404
