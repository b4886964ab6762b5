"""The lobby: a seek is shown, can be accepted once, and is removed when its visitor leaves."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from damaci.online import api, lobby, pairing
from tests.online.conftest import Server, Someone, running


def states(socket: Any) -> Iterator[Any]:
    """The state of the lobby after each message, as a page keeps it."""
    state: dict[str, Any] = {"seeks": {}, "games": {}, "own": {}, "here": 0}
    for message in iter(socket.receive_json, None):
        if message["type"] == "own":
            state["own"] = by_id(message["seeks"])
        elif message["type"] == "lobby":
            state |= {"seeks": by_id(message["seeks"]), "games": by_id(message["games"]), "here": message["here"]}
        elif message["type"] == "lobby-changes":
            apply(state, message)
        yield state | {"last": message}


def apply(state: dict[str, Any], changes: dict[str, Any]) -> None:
    for what in ("seeks", "games"):
        some = changes.get(what, {})
        state[what] = {id: each for id, each in state[what].items() if id not in some.get("removed", [])}
        state[what] |= by_id(some.get("added", []))
        for each in some.get("changed", []):
            state[what][each["id"]] = state[what][each["id"]] | each
    state["here"] = changes.get("here", state["here"])


def by_id(rows: list[Any]) -> dict[str, Any]:
    return {row["id"]: row for row in rows}


def seek(someone: Someone, **terms: object) -> str:
    return str(someone.do("POST", "/api/v1/seeks", terms)["id"])


def test_a_seek_is_seen_by_all_and_known_to_be_ones_own(server: Server) -> None:
    ada = server.someone()
    bob = server.someone()
    ada.do("POST", "/api/v1/player")
    with ada.socket("/ws/lobby") as one, bob.socket("/ws/lobby") as two:
        wanted = seek(ada, clock={"base": 300, "increment": 3}, ruleset="bulgarian")
        theirs = next(state for state in states(two) if wanted in state["seeks"])
        mine = next(state for state in states(one) if wanted in state["seeks"] and state["own"])
    assert (list(mine["own"]), list(theirs["own"])) == ([wanted], [])
    assert theirs["seeks"][wanted]["terms"]["clock"] == {"base": 300.0, "increment": 3.0}
    assert theirs["seeks"][wanted]["terms"]["ruleset"] == "bulgarian"
    assert mine["seeks"][wanted] == theirs["seeks"][wanted] == mine["own"][wanted]


def test_who_comes_back_knows_their_own_seeks_before_the_others(server: Server) -> None:
    ada = server.someone()
    wanted = seek(ada)
    with ada.socket("/ws/lobby") as socket:
        assert list(next(state for state in states(socket) if state["seeks"])["own"]) == [wanted]


def test_who_waits_is_told_when_the_game_begins(server: Server) -> None:
    ada = server.someone()
    bob = server.someone()
    ada.do("POST", "/api/v1/player")
    with ada.socket("/ws/lobby") as socket:
        wanted = seek(ada)
        next(state for state in states(socket) if wanted in state["seeks"])
        bob.do("POST", f"/api/v1/games/{wanted}/join")
        assert (
            next(message for message in iter(socket.receive_json, None) if message["type"] == "begun")["id"] == wanted
        )
    assert ada.do("GET", f"/api/v1/games/{wanted}")["you"] != []


def test_a_seek_is_gone_when_its_player_has_gone(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "GRACE_SECONDS", 0.05)
    ada = server.someone()
    bob = server.someone()
    ada.do("POST", "/api/v1/player")
    with bob.socket("/ws/lobby") as watching:
        with ada.socket("/ws/lobby"):
            wanted = seek(ada)
            seen = states(watching)
            next(state for state in seen if wanted in state["seeks"])
        next(state for state in seen if wanted not in state["seeks"])
    assert bob.send("POST", f"/api/v1/games/{wanted}/join").status_code == 404


def test_a_seek_of_who_left_before_the_lobby_was_open_is_not_shown_for_long(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = server.someone()
    ada.do("POST", "/api/v1/player")
    with ada.socket("/ws/lobby"), server.someone().socket("/ws/lobby") as watching:
        first = seek(ada)
        seen = states(watching)
        next(state for state in seen if first in state["seeks"])
        monkeypatch.setattr("damaci.online.pairing.ARRIVAL_SECONDS", 0.0)
        left = seek(server.someone())
        second = seek(ada)
        shown = next(state for state in seen if {first, second} <= state["seeks"].keys())
        assert left not in shown["seeks"]


def test_an_invitation_waits_though_its_sender_has_gone(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "GRACE_SECONDS", 0.0)
    ada = server.someone()
    wanted = ada.do("POST", "/api/v1/games", {})["id"]
    with ada.socket("/ws/lobby") as socket:
        state = next(state for state in states(socket) if state["last"]["type"] == "lobby")
        assert wanted not in state["seeks"] | state["own"]
    time.sleep(0.2)
    server.someone().do("POST", f"/api/v1/games/{wanted}/join")


def test_games_between_people_are_shown(server: Server) -> None:
    game, white, _ = server.playing()
    with server.someone().socket("/ws/lobby") as socket:
        white.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
        shown = next(state for state in states(socket) if game in state["games"])
        assert shown["games"][game]["plies"] == 1


def test_only_what_has_changed_is_told(server: Server) -> None:
    game, white, black = server.playing()
    white.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
    with server.someone().socket("/ws/lobby") as socket:
        seen = states(socket)
        next(state for state in seen if game in state["games"])
        black.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 2, "move": "d6d5"})
        moved = next(state["last"] for state in seen if state["games"][game]["plies"] == 2)
        assert moved["type"] == "lobby-changes"
        assert {"id": game, "plies": 2} in moved["games"]["changed"]
        assert "added" not in moved["games"]
        white.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})
        assert game in next(state["last"] for state in seen if game not in state["games"])["games"]["removed"]


def test_one_address_does_not_push_others_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "_address", lambda request: request.headers["x-forwarded-for"])
    monkeypatch.setattr(pairing, "ARRIVAL_SECONDS", 600.0)  # no seek may expire before the last one is made
    with running(tmp_path, seeks_per_address=100) as server:
        honest = server.someone()
        wanted = honest.do("POST", "/api/v1/seeks", {}, **{"x-forwarded-for": "192.0.2.1"})["id"]
        crowd = [server.someone() for _ in range(60)]
        for each in crowd:
            each.do("POST", "/api/v1/seeks", {}, **{"x-forwarded-for": "198.51.100.1"})
        with server.someone().socket("/ws/lobby") as socket:
            state = next(state for state in states(socket) if state["last"]["type"] == "lobby")
        assert len(state["seeks"]) == lobby.MOST_SHOWN
        assert wanted in state["seeks"]
        with crowd[0].socket("/ws/lobby") as socket:
            state = next(state for state in states(socket) if state["last"]["type"] == "lobby")
        assert len(state["own"]) == 1


def test_an_address_has_so_many_seeks(tmp_path: Path) -> None:
    with running(tmp_path, seeks_per_address=3) as server:
        for _ in range(3):
            server.someone().do("POST", "/api/v1/seeks", {})
        assert server.someone().send("POST", "/api/v1/seeks", {}).json()["error"] == "too-many-seeks-here"
        server.someone().do("POST", "/api/v1/games", {})


def test_a_seek_can_be_taken_back(server: Server) -> None:
    ada = server.someone()
    wanted = seek(ada)
    ada.do("DELETE", f"/api/v1/seeks/{wanted}")
    assert server.someone().send("POST", f"/api/v1/games/{wanted}/join").status_code == 404


def test_seeks_that_nobody_stands_behind_do_not_use_up_the_seeks_of_a_player(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that makes seeks without following the lobby is not told when they are accepted."""
    ada = server.someone()
    seeks = [ada.do("POST", "/api/v1/seeks", {})["id"] for _ in range(10)]
    invited = ada.send("POST", "/api/v1/games", {})
    assert invited.json()["error"] == "too-many-seeks"
    monkeypatch.setattr("damaci.online.pairing.STALE_SECONDS", -1.0)
    ada.do("POST", "/api/v1/games", {})
    assert server.someone().send("POST", f"/api/v1/games/{seeks[0]}/join").status_code == 404
