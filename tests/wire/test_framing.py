from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.wire.framing import HEADER, BadFrame, Deframer, frame

PAYLOADS = st.lists(st.binary(min_size=1, max_size=40), max_size=12)


def torn(data: st.DataObject, stream: bytes) -> list[bytes]:
    """The stream, cut into pieces at random offsets."""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    return [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]


@given(PAYLOADS, st.data())
def test_torn_frames_are_put_together(payloads: list[bytes], data: st.DataObject) -> None:
    deframer = Deframer()
    received = [payload for piece in torn(data, b"".join(map(frame, payloads))) for payload in deframer.feed(piece)]
    assert received == payloads
    deframer.close()


@given(PAYLOADS, st.data())
def test_a_repeated_frame_arrives_twice(payloads: list[bytes], data: st.DataObject) -> None:
    twice = [payload for payload in payloads for _ in range(2)]
    deframer = Deframer()
    received = [payload for piece in torn(data, b"".join(map(frame, twice))) for payload in deframer.feed(piece)]
    assert received == twice


@given(PAYLOADS, st.binary(min_size=1, max_size=40), st.data())
def test_a_stream_that_ends_inside_a_frame_is_an_error(payloads: list[bytes], last: bytes, data: st.DataObject) -> None:
    whole = frame(last)
    stream = b"".join(map(frame, payloads)) + whole[: data.draw(st.integers(1, len(whole) - 1))]
    deframer = Deframer()
    assert list(deframer.feed(stream)) == payloads
    with pytest.raises(BadFrame, match="inside a message"):
        deframer.close()


@given(PAYLOADS, st.one_of(st.just(0), st.integers(41, 2**32 - 1)))
def test_what_came_before_an_impossible_length_still_counts(payloads: list[bytes], size: int) -> None:
    received: list[bytes] = []
    with pytest.raises(BadFrame, match="expected 1 to 40"):
        receive(Deframer(max_size=40), b"".join(map(frame, payloads)) + size.to_bytes(HEADER, "big"), received)
    assert received == payloads


@given(st.binary(max_size=200))
def test_rubbish_never_yields_what_was_not_fed(rubbish: bytes) -> None:
    received: list[bytes] = []
    with suppress(BadFrame):
        receive(Deframer(max_size=50), rubbish, received)
    stream = b"".join(map(frame, received))
    assert rubbish.startswith(stream)


def receive(deframer: Deframer, stream: bytes, received: list[bytes]) -> None:
    for payload in deframer.feed(stream):
        received.append(payload)  # noqa: PERF402 - an error in between must leave what came before


def test_an_announced_giant_is_refused_before_it_arrives() -> None:
    with pytest.raises(BadFrame, match="2147483647 bytes"):
        list(Deframer().feed(bytes([0x7F, 0xFF, 0xFF, 0xFF])))
