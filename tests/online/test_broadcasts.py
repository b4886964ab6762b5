"""Broadcasts: who may create them, who enters moves by which link, and what everybody sees."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from damaci.online import moderation, watching
from damaci.online.broadcasts.desk import before_the_end
from damaci.play.events import Ended, Moved, Opened, Seat, Settings, TakenBack
from tests.online.conftest import Server, Someone, running
from tests.online.test_orders import operating

NUMBERS = count(1)
PASSPHRASE = "a long passphrase"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watching, "LOOK_SECONDS", 0.05)
        with running(tmp_path_factory.mktemp("server"), accounts="open") as server:
            yield server


def member(server: Server) -> Someone:
    someone = server.someone()
    someone.do("POST", "/api/v1/account", {"name": f"Ada {next(NUMBERS)}", "passphrase": PASSPHRASE})
    return someone


class Event:
    """A broadcast with one board, and its owner."""

    def __init__(self, server: Server, name: str = "Open", **wish: object) -> None:
        self.server = server
        self.owner = member(server)
        self.id: str = self.owner.do("POST", "/api/v1/broadcasts", {"name": name})["id"]
        self.place = f"/api/v1/broadcasts/{self.id}"
        self.game = self.add(1, **wish)

    def add(self, board: int, **wish: object) -> str:
        people = {"round": 1, "board": board, "white": "Şahin Ak", "black": "Ωμέγα"}
        game: str = self.owner.do("POST", f"{self.place}/boards", people | wish)["game"]
        return game

    def secret(self, board: int = 1) -> str:
        url: str = self.owner.do("POST", f"{self.place}/boards/1/{board}/link")["url"]
        return url.partition("/enter#")[2]

    def phone(self, board: int = 1) -> Someone:
        """A visitor who has opened the link of a board."""
        phone = self.server.someone()
        phone.do("POST", "/api/v1/broadcast-entry", {"secret": self.secret(board)})
        return phone

    def boards(self) -> list[Any]:
        found: list[Any] = self.server.someone().do("GET", self.place)["boards"]
        return found


@pytest.fixture
def event(server: Server) -> Event:
    return Event(server)


def play(someone: Someone, game: str, *moves: str, first: int = 1) -> None:
    for ply, move in enumerate(moves, first):
        assert ask(someone, game, move_of(ply, move)).status_code == 200


def move_of(ply: int, move: str) -> dict[str, object]:
    color = "white" if ply % 2 else "black"
    return {"type": "move", "id": f"m{ply}{move}", "ply": ply, "move": move, "color": color}


def ask(someone: Someone, game: str, command: dict[str, object]) -> Any:
    return someone.send("POST", f"/api/v1/games/{game}/requests", command)


def test_who_has_the_link_enters_both_sides_and_everybody_sees_it(event: Event) -> None:
    phone = event.phone()
    play(phone, event.game, "d3-d4", "a6-a5")
    [board] = event.boards()
    assert (board["white"], board["black"], board["plies"]) == ("Şahin Ak", "Ωμέγα", 2)
    assert (board["last"]["text"], board["result"]) == ("a6-a5", "*")
    pdn = event.server.someone().send("GET", f"{event.place}/pdn").text
    for tag in ('[Event "Open"]', '[Round "1"]', '[Board "1"]', '[White "Şahin Ak"]', "1. d3-d4 a6-a5"):
        assert tag in pdn
    listed = event.server.someone().do("GET", "/api/v1/broadcasts")["all"]
    assert event.id in [each["broadcast"]["id"] for each in listed]


def test_entered_twice_is_once(event: Event) -> None:
    phone = event.phone()
    for _ in range(2):
        play(phone, event.game, "d3-d4")
    other = event.server.someone()
    other.cookies |= {name: value for name, value in phone.cookies.items() if "board" in name}
    assert ask(other, event.game, move_of(1, "e3-e4")).json()["code"] == "wrong-ply"
    assert event.boards()[0]["plies"] == 1


def test_any_number_of_moves_is_taken_back(event: Event) -> None:
    phone = event.phone()
    play(phone, event.game, "d3-d4", "a6-a5", "e3-e4")
    for ply, by, other in ((3, "white", "black"), (2, "black", "white"), (1, "white", "black")):
        for color in (by, other):
            ask(phone, event.game, {"type": "offer-takeback", "color": color, "ply": ply})
        assert event.boards()[0]["plies"] == ply - 1
    play(phone, event.game, "c3-c4")
    assert event.boards()[0]["last"]["text"] == "c3-c4"


def test_without_the_link_nobody_enters_anything(event: Event) -> None:
    second = event.add(2)
    strangers = [event.server.someone(), event.owner, event.phone(2)]
    for someone in strangers:
        refused = ask(someone, event.game, move_of(1, "d3-d4"))
        assert (refused.status_code, refused.json()["code"]) == (409, "not-your-seat")
        result = {"result": "1-0", "reason": "time"}
        assert someone.send("POST", f"/api/v1/games/{event.game}/result", result).status_code == 403
        assert someone.send("POST", f"/api/v1/games/{event.game}/correction").status_code == 403
    play(strangers[2], second, "d3-d4")
    page = event.server.someone().send("GET", f"/enter/{event.game}")
    assert "broadcasts/link" in page.text
    bad = event.server.someone().send("POST", "/api/v1/broadcast-entry", {"secret": "guessed"})
    assert (bad.status_code, bad.json()["error"]) == (404, "broadcast-bad-link")


def test_a_revoked_link_is_refused_also_on_an_open_connection(event: Event) -> None:
    phone = event.phone()
    with phone.socket(f"/ws/game/{event.game}") as socket:
        socket.send_json({"type": "hello"})
        snapshot = told(socket, "snapshot")
        assert snapshot["you"] == ["white", "black"]
        assert {"take-back", "resign"} <= {*snapshot["capabilities"]}
        socket.send_json(move_of(1, "d3-d4"))
        assert told(socket, "done")
        event.owner.do("DELETE", f"{event.place}/boards/1/1/link")
        socket.send_json(move_of(2, "a6-a5"))
        assert told(socket, "refused")["code"] == "not-your-seat"
    assert ask(phone, event.game, move_of(2, "a6-a5")).status_code == 409
    again = event.phone()
    play(again, event.game, "a6-a5", first=2)
    assert ask(phone, event.game, move_of(3, "e3-e4")).status_code == 409


def told(socket: Any, kind: str) -> Any:
    return next(message for message in iter(socket.receive_json, None) if message["type"] == kind)


def test_the_players_say_nothing_and_play_no_other_game(event: Event) -> None:
    phone = event.phone()
    phone.do("POST", f"/api/v1/games/{event.game}/result", {"result": "1-0", "reason": "resignation"})
    for command in ({"type": "say", "phrase": "hello"}, {"type": "offer-rematch"}):
        assert ask(phone, event.game, command | {"color": "white"}).json()["code"] == "not-your-seat"


def test_a_result_is_entered_once(event: Event) -> None:
    phone = event.phone()
    place = f"/api/v1/games/{event.game}/result"
    for _ in range(2):
        phone.do("POST", place, {"result": "0-1", "reason": "time"})
    other = phone.send("POST", place, {"result": "1-0", "reason": "time"})
    assert (other.status_code, other.json()["error"]) == (409, "game-over")
    assert [(each["result"], each["reason"]) for each in event.boards()] == [("0-1", "time")]


@pytest.mark.parametrize("wrong", [("1-0", "agreement"), ("1/2-1/2", "time"), ("1-0", "blocked"), ("2-0", "time")])
def test_a_result_that_cannot_be_is_refused(event: Event, wrong: tuple[str, str]) -> None:
    result, reason = wrong
    refused = event.phone().send("POST", f"/api/v1/games/{event.game}/result", {"result": result, "reason": reason})
    assert refused.status_code == 400


def test_a_result_that_was_a_mistake_is_corrected(event: Event) -> None:
    phone = event.phone()
    play(phone, event.game, "d3-d4", "a6-a5")
    assert phone.send("POST", f"/api/v1/games/{event.game}/correction").json()["error"] == "not-over"
    phone.do("POST", f"/api/v1/games/{event.game}/result", {"result": "1/2-1/2", "reason": "agreement"})
    again = phone.do("POST", f"/api/v1/games/{event.game}/correction")["game"]
    [board] = event.boards()
    assert (board["game"], board["plies"], board["result"]) == (again, 2, "*")
    play(phone, again, "e3-e4", first=3)
    assert ask(phone, event.game, move_of(3, "e3-e4")).status_code == 404
    assert event.server.someone().send("GET", f"/game/{event.game}").status_code == 404


def test_an_end_by_rule_goes_with_the_move_that_brought_it() -> None:
    opened = Opened(at=1.0, settings=Settings(), white=Seat("person"), black=Seat("person"))
    moved = Moved(at=2.0, ply=1, path=["d3", "d4"])
    back = TakenBack(at=3.0, ply=0, by="white")
    by_rule = [opened, moved, back, moved, Ended(at=4.0, result="1/2-1/2", reason="one-each")]
    assert before_the_end(by_rule) == [opened, moved, back]
    resigned = [opened, moved, Ended(at=4.0, result="1-0", reason="resignation")]
    assert before_the_end(resigned) == [opened, moved]


def test_a_page_is_told_what_changes(event: Event) -> None:
    phone = event.phone()
    with event.server.someone().socket(f"/ws/broadcasts/{event.id}") as socket:
        first = told(socket, "boards")
        assert ([each["board"] for each in first["boards"]], first["games"]) == ([1], [event.game])
        second = event.add(2)
        assert told(socket, "boards")["games"] == [event.game, second]
        play(phone, event.game, "d3-d4")
        [changed] = told(socket, "boards")["boards"]
        assert (changed["game"], changed["last"]["path"], changed["open"]) == (event.game, ["d3", "d4"], True)
        event.owner.do("DELETE", f"{event.place}/boards/1/1/link")
        [changed] = told(socket, "boards")["boards"]
        assert (changed["result"], changed["open"]) == ("*", False)


def test_only_the_owner_changes_it(event: Event) -> None:
    other = member(event.server)
    for method, path in (
        ("DELETE", ""),
        ("DELETE", "/boards/1/1"),
        ("POST", "/boards/1/1/link"),
        ("DELETE", "/boards/1/1/link"),
    ):
        refused = other.send(method, event.place + path)
        assert (refused.status_code, refused.json()["error"]) == (403, "broadcast-not-yours")
    assert other.send("GET", f"/broadcasts/{event.id}/desk").status_code == 403
    assert event.owner.send("GET", f"/broadcasts/{event.id}/desk").status_code == 200
    event.owner.do("DELETE", f"{event.place}/boards/1/1")
    assert event.boards() == []
    event.owner.do("DELETE", event.place)
    assert event.owner.send("GET", event.place).json()["error"] == "broadcast-gone"


@pytest.mark.parametrize(
    "wish",
    [
        {"white": " "},
        {"white": "a" * 61},
        {"white": "over\u202eride"},
        {"white": "Z" + "\u0301" * 9},
        {"white": "line\x00"},
        {"round": 0},
        {"board": 1000},
        {"ruleset": "chess"},
        {"rated": True},
    ],
)
def test_a_board_that_cannot_be_is_refused(event: Event, wish: dict[str, object]) -> None:
    board = {"round": 1, "board": 2, "white": "Ada", "black": "Bora"} | wish
    assert event.owner.send("POST", f"{event.place}/boards", board).status_code == 400
    assert len(event.boards()) == 1


def test_a_board_is_added_once(event: Event) -> None:
    again = event.owner.send("POST", f"{event.place}/boards", {"white": "Ada", "black": "Bora"})
    assert (again.status_code, again.json()["error"]) == (409, "broadcast-board-there")


def test_a_broadcast_belongs_to_a_tournament_of_its_owner(server: Server) -> None:
    event = Event(server)
    wish = {"name": "Club <b>evening</b>", "starts": time.time() + 3600}
    cup = event.owner.do("POST", "/api/v1/tournaments", wish)["id"]
    visitor = server.someone()
    assert f"/broadcasts/{event.id}" not in visitor.send("GET", f"/tournaments/{cup}").text
    event.owner.do("PUT", f"{event.place}/tournament", {"tournament": cup})
    found = visitor.do("GET", event.place)["broadcast"]
    assert (found["tournament"], found["tournament_name"]) == (cup, wish["name"])
    for path in (f"/tournaments/{cup}", f"/tournaments/{cup}/boards"):
        assert f"/broadcasts/{event.id}" in visitor.send("GET", path).text
    text = visitor.send("GET", f"/broadcasts/{event.id}").text
    assert f"/tournaments/{cup}" in text
    assert "<b>evening" not in text
    assert event.owner.do("GET", "/api/v1/data")["broadcasts"][event.id]["tournament"] == wish["name"]
    event.owner.do("PUT", f"{event.place}/tournament", {"tournament": ""})
    assert visitor.do("GET", event.place)["broadcast"]["tournament"] == ""
    made = event.owner.do("POST", "/api/v1/broadcasts", {"name": "Another", "tournament": cup})["id"]
    assert visitor.do("GET", f"/api/v1/broadcasts/{made}")["broadcast"]["tournament"] == cup
    # A broadcast without a board is not shown.
    assert f"/broadcasts/{made}" not in visitor.send("GET", f"/tournaments/{cup}").text


def test_a_broadcast_belongs_to_no_tournament_of_somebody_else(server: Server) -> None:
    event = Event(server)
    cup = member(server).do("POST", "/api/v1/tournaments", {"name": "Cup", "starts": time.time() + 3600})["id"]
    for tournament in (cup, "none"):
        refused = event.owner.send("PUT", f"{event.place}/tournament", {"tournament": tournament})
        assert (refused.status_code, refused.json()["error"]) == (403, "not-the-arbiter")
        refused = event.owner.send("POST", "/api/v1/broadcasts", {"name": "Open", "tournament": tournament})
        assert refused.json()["error"] == "not-the-arbiter"
    assert event.server.someone().send("PUT", f"{event.place}/tournament", {}).status_code == 401
    assert member(server).send("PUT", f"{event.place}/tournament", {}).json()["error"] == "broadcast-not-yours"


def test_names_are_text_on_every_page(server: Server) -> None:
    event = Event(server, "<b>Open</b>", white="<i>Ada</i>", black='"><script>')
    phone = event.phone()
    for path in (f"/broadcasts/{event.id}", "/broadcasts", f"/enter/{event.game}"):
        text = phone.send("GET", path).text
        assert "<i>Ada" not in text
        assert "<b>Open" not in text
        assert '"><script>' not in text


def test_a_guest_makes_none_and_there_are_not_too_many(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = server.someone()
    guest.do("POST", "/api/v1/player")
    refused = guest.send("POST", "/api/v1/broadcasts", {"name": "Open"})
    assert (refused.status_code, refused.json()["error"]) == (403, "broadcast-not-allowed")
    monkeypatch.setattr("damaci.online.broadcasts.desk.MOST_BROADCASTS", 1)
    monkeypatch.setattr("damaci.online.broadcasts.desk.MOST_BOARDS", 1)
    event = Event(server)
    more = event.owner.send("POST", "/api/v1/broadcasts", {"name": "Another"})
    assert (more.status_code, more.json()["error"]) == (409, "broadcast-too-many")
    full = event.owner.send("POST", f"{event.place}/boards", {"board": 2, "white": "Ada", "black": "Bora"})
    assert (full.status_code, full.json()["error"]) == (409, "broadcast-full")


def test_a_repeated_request_makes_one(server: Server) -> None:
    owner = member(server)
    made = [owner.do("POST", "/api/v1/broadcasts", {"name": "Open"}, **{"idempotency-key": "k"}) for _ in range(2)]
    assert made[0] == made[1]
    assert len(owner.do("GET", "/api/v1/broadcasts")["mine"]) == 1


def test_what_is_entered_is_nobodys_game(event: Event) -> None:
    phone = event.phone()
    play(phone, event.game, "d3-d4")
    assert phone.do("GET", "/api/v1/games") == {"games": []}
    assert event.owner.do("GET", "/api/v1/games") == {"games": []}
    assert event.server.someone().do("GET", "/api/v1/tv")["game"] != event.game


def test_with_the_account_go_the_broadcasts(event: Event) -> None:
    own = event.owner.do("GET", "/api/v1/data")["broadcasts"]
    assert own[event.id]["name"] == "Open"
    assert own[event.id]["boards"][0]["white"] == "Şahin Ak"
    event.owner.do("DELETE", "/api/v1/data", {"passphrase": PASSPHRASE})
    visitor = event.server.someone()
    assert visitor.send("GET", event.place).status_code == 404
    assert visitor.send("GET", f"/api/v1/games/{event.game}").status_code == 404


def test_with_the_account_go_the_open_games_of_its_broadcasts(event: Event) -> None:
    phone = event.phone()
    with phone.socket(f"/ws/game/{event.game}") as socket:
        socket.send_json({"type": "hello"})
        assert told(socket, "snapshot")
        event.owner.do("DELETE", "/api/v1/data", {"passphrase": PASSPHRASE})
        with pytest.raises(WebSocketDisconnect):
            told(socket, "never")
    assert ask(phone, event.game, move_of(1, "d3-d4")).status_code == 404


@pytest.mark.parametrize("place", [f"{10**30}/1", f"1/{10**30}", "0/1", "1/-1", f"{2**40}/1"])
def test_a_board_of_any_number_is_not_there(event: Event, place: str) -> None:
    for method, path in (("DELETE", ""), ("POST", "/link"), ("DELETE", "/link")):
        missing = event.owner.send(method, f"{event.place}/boards/{place}{path}")
        assert (missing.status_code, missing.json()["error"]) == (404, "broadcast-gone")


def test_a_request_that_is_repeated_at_once_makes_one(server: Server) -> None:
    owner = member(server)

    def make(_: int) -> Any:
        return Someone.send(copy(owner), "POST", "/api/v1/broadcasts", {"name": "Open"}, **{"idempotency-key": "k"})

    with ThreadPoolExecutor(8) as threads:
        made = [*threads.map(make, range(8))]
    assert {each.status_code for each in made} == {201}
    assert len({each.json()["id"] for each in made}) == 1


def test_a_server_without_tournaments_has_no_broadcasts(tmp_path: Path) -> None:
    with running(tmp_path, accounts="open", tournaments="off") as server:
        refused = member(server).send("POST", "/api/v1/broadcasts", {"name": "Open"})
        assert refused.json()["error"] == "broadcast-not-allowed"
        assert server.someone().send("GET", "/broadcasts").status_code == 200


@pytest.mark.parametrize("ahead", [0.0, -3600.0])
def test_what_an_operator_removes_is_gone_also_for_those_who_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    """`ahead`: the seconds by which the operator's clock is ahead of the server's."""
    monkeypatch.setattr(moderation, "time", SimpleNamespace(time=lambda: time.time() + ahead))
    with running(tmp_path, accounts="open") as server:
        event = Event(server)
        play(event.phone(), event.game, "d3-d4")
        with server.someone().socket(f"/ws/game/{event.game}") as socket:
            socket.send_json({"type": "hello"})
            assert told(socket, "snapshot")
            operating(str(tmp_path), lambda operator: operator.remove_broadcast(event.id, "offensive"))
            with pytest.raises(WebSocketDisconnect):
                told(socket, "never")
        assert server.someone().send("GET", f"/api/v1/games/{event.game}").status_code == 404
