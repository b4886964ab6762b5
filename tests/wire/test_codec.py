import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.play import commands as c
from damaci.play.events import Moved, Seat, Settings
from damaci.wire import messages as m
from damaci.wire.codec import MAX_REQUEST, BadMessage, decode_answer, decode_request, encode

NOW = m.Now(ply=1, turn="black", fen="B:Wd4:Bd5", clocks=m.RemainingTimes(white=60.0, black=59.5, running="black"))

REQUESTS: list[m.ClientMessage] = [
    m.Hello(),
    m.Hello(after=7),
    c.Move(id="a1", ply=3, move="f3xb7", color="white"),
    c.Touch(ply=3, square="f3"),
    c.Resign(id="a2"),
    c.OfferDraw(color="black"),
    c.DeclineDraw(),
    c.OfferTakeback(ply=3),
    c.DeclineTakeback(),
    c.Say(phrase="hello"),
    c.OfferRematch(),
    c.DeclineRematch(id="a3"),
]
ANSWERS: list[m.ServerMessage] = [
    m.Snapshot(
        game="g",
        version=2,
        settings=Settings(),
        white=Seat("person"),
        black=Seat("engine", level="easy"),
        you=["white"],
        capabilities=["take-back", "hint"],
        start_fen="W:Wd3:Bd5",
        played=[m.RecordedMove(ply=1, color="white", text="d3-d4", path=["d3", "d4"])],
        now=NOW,
    ),
    m.Update(version=2, events=[Moved(ply=1, path=["d3", "d4"])], now=NOW),
    m.Refused(
        id="a1", code="must-capture", must_count=2, instead=[m.Legal("d3xd5", [m.MovePath(["d3", "d5"], ["d4"])])]
    ),
    m.Done(id="a1", version=2),
]


def test_every_message_of_a_client_is_tried_here() -> None:
    assert {type(message) for message in REQUESTS} == set(get_args(m.ClientMessage))
    assert set(get_args(c.SeatCommand)) < set(get_args(m.ClientMessage))


@pytest.mark.parametrize("message", REQUESTS, ids=lambda message: type(message).__name__)
def test_requests_come_through(message: m.ClientMessage) -> None:
    assert decode_request(encode(message)) == message
    assert decode_request(encode(message).decode()) == message


@pytest.mark.parametrize("message", ANSWERS, ids=lambda message: type(message).__name__)
def test_answers_come_through(message: m.ServerMessage) -> None:
    assert decode_answer(encode(message)) == message


def test_a_message_is_plain_json() -> None:
    assert json.loads(encode(c.Move(id="a1", ply=3, move="d3-d4"))) == {
        "type": "move",
        "id": "a1",
        "ply": 3,
        "move": "d3-d4",
    }


@pytest.mark.parametrize(
    "command",
    [{"type": "abandon", "result": "1-0"}, {"type": "begin-rematch", "game": "next"}, {"type": "tick"}],
    ids=lambda command: command["type"],
)
def test_what_the_host_decides_cannot_be_asked_for(command: dict[str, str]) -> None:
    with pytest.raises(BadMessage, match=command["type"]):
        decode_request(json.dumps(command | {"color": "white"}))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "truncated"),
        (b"hello", "malformed"),
        (b"\xff\xfe", "not a message"),
        (b'{"type": "move", "ply": 1, "move": "\xff"}', "(?i)utf-8"),
        (b'"move"', "Expected `object`"),
        (b"{}", "missing required field `type`"),
        (b'{"type": "fly"}', "fly"),
        (b'{"type": "move", "move": "d3-d4"}', "`ply`"),
        (b'{"type": "move", "move": "d3-d4", "ply": "one"}', r"\$\.ply"),
        (b'{"type": "resign", "color": "red"}', "red"),
        (b'{"type": "resign", "id": "' + b"x" * 65 + b'"}', "length <= 64"),
        (b'{"type": "snapshot"}', "snapshot"),
        (b'{"type": "resign", "x": ' + b"[" * 3000, "not a message"),
    ],
)
def test_what_is_not_a_request_is_one_clear_error(data: bytes, expected: str) -> None:
    with pytest.raises(BadMessage, match=expected):
        decode_request(data)


def test_a_giant_is_refused_unread() -> None:
    with pytest.raises(BadMessage, match="at most 4096"):
        decode_request(b" " * (MAX_REQUEST + 1))


@given(st.one_of(st.binary(), st.text()))
def test_rubbish_is_never_anything_but_a_bad_message(data: bytes | str) -> None:
    with pytest.raises(BadMessage):
        decode_request(data)
    with pytest.raises(BadMessage):
        decode_answer(data)
