"""All input is either decoded as a message or refused with a clear error, and the table answers every message."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from damaci.host.conversation import seat
from damaci.play import Table, decide
from damaci.play.events import ClockTimes, Seat, Settings
from damaci.play.refusal import Refusal
from damaci.wire import messages as m
from damaci.wire.codec import BadMessage, decode_answer, decode_request, encode
from damaci.wire.framing import BadFrame, Deframer, frame
from tests.wire.test_codec import ANSWERS, REQUESTS

TYPES = sorted({msgspec.json.decode(encode(message))["type"] for message in REQUESTS})
WORDS = st.one_of(
    st.text(max_size=80), st.sampled_from(["d3-d4", "d3xd5", "white", "black", "a1", "h8", "hello", "d3d4d5", "-", "x"])
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=8,
)
NAMES = st.sampled_from(["id", "ply", "move", "square", "color", "after", "phrase", "other"])
ALMOST = st.builds(
    lambda kind, rest: {"type": kind} | rest, st.sampled_from(TYPES), st.dictionaries(NAMES, st.one_of(VALUES, WORDS))
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A message in which bytes are changed, left out and inserted."""
    data = bytearray(encode(draw(st.sampled_from([*REQUESTS, *ANSWERS]))))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
    return bytes(data)


@given(damaged())
def test_a_damaged_message_is_another_one_or_an_error(data: bytes) -> None:
    for decode in (decode_request, decode_answer):
        try:
            message = decode(data)
        except BadMessage:
            continue
        assert decode(encode(message)) == message


@given(damaged(), st.integers(1, 7))
def test_a_damaged_stream_ends_in_frames_or_an_error(data: bytes, size: int) -> None:
    stream = frame(data) + data
    deframer = Deframer(max_size=1000)
    received = []
    try:
        for at in range(0, len(stream), size):
            received += deframer.feed(stream[at : at + size])
        deframer.close()
    except BadFrame:
        pass
    assert received[:1] == [data]


@given(ALMOST, st.sampled_from([[], ["white"], ["black"], ["white", "black"]]))
def test_whatever_is_asked_the_table_answers(request: dict[str, object], held: list[m.Color]) -> None:
    settings = Settings(clock=ClockTimes(60), fen="W:Wf3,a2:Bc7,d6,e5,g5,f4")
    table = Table.fold(Table.open(settings, Seat("person"), Seat("person"), at=0))
    try:
        message = decode_request(msgspec.json.encode(request))
    except BadMessage:
        return
    if isinstance(message, m.Hello):
        return
    command = seat(message, held)
    answer = command if isinstance(command, Refusal) else decide(table, command, at=1)
    if not isinstance(answer, Refusal):
        table.apply(answer)
