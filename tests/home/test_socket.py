"""A game over a WebSocket."""

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from tests.home.conftest import Browser
from tests.support import PATIENCE

HELLO = {"type": "hello"}


def move(ply: int, text: str, request: str = "", color: str = "") -> dict[str, Any]:
    color = color or ("white", "black")[(ply - 1) % 2]
    return {"type": "move", "ply": ply, "move": text, "color": color, "id": request or f"m{ply}"}


def until(socket: Any, kind: str) -> dict[str, Any]:
    """The next message of this type; the messages before it are dropped."""
    while True:
        message: dict[str, Any] = socket.receive_json(timeout=PATIENCE)
        if message["type"] == kind:
            return message


def play(socket: Any, *moves: str) -> int:
    """Plays moves from the start; returns the version of the game after them."""
    version = 0
    for ply, text in enumerate(moves, 1):
        socket.send_json(move(ply, text))
        version = until(socket, "done")["version"]
    return version


def test_hello_brings_the_whole_game(browser: Browser) -> None:
    game = browser.new_game()
    with browser.socket(game) as socket:
        socket.send_json(HELLO)
        snapshot = socket.receive_json()
    assert (snapshot["type"], snapshot["game"], snapshot["version"]) == ("snapshot", game, 1)
    assert snapshot["you"] == ["white", "black"]
    assert {"take-back", "hint", "play-again", "analyse"} <= set(snapshot["capabilities"])
    assert snapshot["now"]["turn"] == "white"
    assert {"text": "d3-d4", "ways": [{"path": ["d3", "d4"]}]} in snapshot["now"]["legal"]


def test_a_move_is_answered_and_told(browser: Browser) -> None:
    with browser.socket(browser.new_game()) as socket:
        socket.send_json(HELLO)
        socket.receive_json()
        socket.send_json(move(1, "d3-d4"))
        answers = {message["type"]: message for message in (socket.receive_json(), socket.receive_json())}
    assert answers["done"] == {"type": "done", "id": "m1", "version": 2}
    assert answers["update"]["version"] == 2
    assert answers["update"]["played"] == [{"ply": 1, "color": "white", "text": "d3-d4", "path": ["d3", "d4"]}]
    assert answers["update"]["now"]["turn"] == "black"


def test_everybody_who_follows_is_told(browser: Browser) -> None:
    game = browser.new_game()
    with browser.socket(game) as one, browser.socket(game) as other:
        for socket in (one, other):
            socket.send_json(HELLO)
            until(socket, "snapshot")
        one.send_json(move(1, "d3-d4"))
        assert until(other, "update")["events"][0]["path"] == ["d3", "d4"]


def test_a_refused_move_is_explained(browser: Browser) -> None:
    game = browser.new_game(fen="W:Wd4,h2:Bd5,d7,a8")
    with browser.socket(game) as socket:
        socket.send_json(move(1, "h2-h3"))
        refused = socket.receive_json()
    assert (refused["type"], refused["id"], refused["code"]) == ("refused", "m1", "must-capture")
    assert refused["must_count"] == 2
    assert [each["text"] for each in refused["instead"]] == ["d4xd6xd8"]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (move(1, "d6-d5", color="black"), "not-your-turn"),
        (move(2, "d6-d5"), "wrong-ply"),
        (move(1, "d4-d5"), "empty-square"),
        (move(1, "d6-d5"), "not-your-piece"),
        (move(1, "d3-d5"), "illegal-move"),
        (move(1, "d2-d3"), "cannot-move"),
        (move(1, "rubbish"), "bad-text"),
        ({"type": "decline-draw", "color": "white"}, "nothing-offered"),
        ({"type": "resign"}, "not-your-seat"),
    ],
)
def test_every_refusal_has_its_word(browser: Browser, request_: dict[str, Any], code: str) -> None:
    with browser.socket(browser.new_game()) as socket:
        socket.send_json(request_)
        refused = socket.receive_json()
    assert (refused["type"], refused["code"]) == ("refused", code)
    assert refused["message"]


def test_the_seat_of_the_engine_is_not_ours(browser: Browser) -> None:
    with browser.socket(browser.new_game(opponent="engine", level="beginner", color="white")) as socket:
        socket.send_json({"type": "resign", "color": "black"})
        assert socket.receive_json()["code"] == "not-your-seat"


def test_the_same_move_sent_again_is_one_move(browser: Browser) -> None:
    with browser.socket(browser.new_game()) as socket:
        for _ in range(3):
            socket.send_json(move(1, "d3-d4", "same"))
            assert socket.receive_json() == {"type": "done", "id": "same", "version": 2}
        socket.send_json(move(1, "d3-d4", "other"))
        assert socket.receive_json()["code"] == "wrong-ply"


def test_who_comes_back_gets_what_was_missed(browser: Browser) -> None:
    game = browser.new_game()
    with browser.socket(game) as socket:
        version = play(socket, "d3-d4", "a6-a5", "e3-e4")
    with browser.socket(game) as socket:
        socket.send_json(HELLO | {"after": 2})
        update = socket.receive_json()
        assert (update["type"], update["version"]) == ("update", version)
        assert [event["ply"] for event in update["events"]] == [2, 3]
        assert [played["text"] for played in update["played"]] == ["a6-a5", "e3-e4"]
        socket.send_json(move(4, "h6-h5"))
        assert until(socket, "update")["version"] == version + 1


def test_who_has_missed_nothing_hears_how_it_stands(browser: Browser) -> None:
    game = browser.new_game()
    with browser.socket(game) as socket:
        version = play(socket, "d3-d4")
    with browser.socket(game) as socket:
        socket.send_json(HELLO | {"after": version})
        update = socket.receive_json()
    assert (update["type"], update["version"], update["events"]) == ("update", version, [])
    assert update["now"]["ply"] == 1


@pytest.mark.parametrize("after", [0, -5, 99, None])
def test_who_has_a_version_that_cannot_be_gets_everything(browser: Browser, after: int | None) -> None:
    with browser.socket(browser.new_game()) as socket:
        socket.send_json(HELLO | {"after": after})
        assert socket.receive_json()["type"] == "snapshot"


# ---- invalid messages ------------------------------------------------------------------------------------------------

RUBBISH = [
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"type":"nothing"}',
    '{"type":"move"}',
    '{"type":"move","ply":"x","move":"d3-d4"}',
    '{"type":"move","ply":1e400,"move":"d3-d4"}',
    '{"type":"move","ply":1,"move":"d3-d4","color":"red"}',
    '{"type":"hello","after":"x"}',
    '{"type":"resign","id":"' + "x" * 100 + '"}',
    "[" * 4000,
    "\ud83d\ude00 \x00 \u202e",
    '{"type":"move","ply":1,"move":"' + "d" * 5000 + '"}',
]


def test_rubbish_is_refused_and_the_game_goes_on(browser: Browser) -> None:
    with browser.socket(browser.new_game()) as socket:
        for rubbish in RUBBISH:
            socket.send_text(rubbish)
            refused = socket.receive_json()
            assert (refused["type"], refused["code"]) == ("refused", "bad-message"), rubbish
        socket.send_bytes(b"\xff\xfe")
        assert socket.receive_json()["code"] == "bad-message"
        assert play(socket, "d3-d4") == 2


def test_hello_is_said_once(browser: Browser) -> None:
    with browser.socket(browser.new_game()) as socket:
        socket.send_json(HELLO)
        until(socket, "snapshot")
        socket.send_json(HELLO)
        assert socket.receive_json()["code"] == "bad-message"


def test_a_game_that_there_is_not_is_said_once_and_for_all(browser: Browser) -> None:
    with browser.socket("none") as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    assert closed.value.code == 4404


@pytest.mark.usefixtures("standstill")
def test_a_flood_ends_the_connection(browser: Browser) -> None:
    with browser.socket(browser.new_game()) as socket:
        for _ in range(500):
            socket.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as closed:
            until(socket, "done")
    assert (closed.value.code, closed.value.detail) == (1008, "too-many; retry-after=1")
