"""The messages between two apps."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.links import messages as m
from damaci.links.link import LinkLost
from damaci.links.reception import new_code, normalized
from damaci.links.tcp import split
from damaci.play import commands as c


@given(st.binary(max_size=300))
def test_whatever_arrives_is_a_message_or_bad_talk(payload: bytes) -> None:
    for decode in (m.decode, m.decode_first):
        with suppress(m.BadTalk, m.WrongProtocol):
            decode(payload)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_whatever_json_arrives_is_a_message_or_bad_talk(value: object) -> None:
    with suppress(m.BadTalk):
        m.decode(msgspec.json.encode(value))


def test_a_guest_cannot_ask_for_what_only_a_host_decides() -> None:
    for command in (c.BeginRematch(color="black", game="x"), c.Abandon(color="black", result="1-0"), c.Tick()):
        payload = msgspec.json.encode(
            {"type": "ask", "mark": "1", "game": "a", "command": msgspec.to_builtins(command)}
        )
        with pytest.raises(m.BadTalk):
            m.decode(payload)


@given(st.text())
def test_names_can_be_shown(name: str) -> None:
    clean = m.clean_name(name)
    assert clean
    assert clean.isprintable()
    assert len(clean) <= m.MAX_NAME
    assert m.clean_name(clean) == clean


def test_codes_may_be_typed_as_people_do() -> None:
    code = new_code()
    assert normalized(f" {code[:3].lower()} {code[3:]}\n") == code


@pytest.mark.parametrize("text", ["", "x", ":1", "host:", "host:0", "host:65536", "host:x", "1.2.3.4:-1"])
def test_what_is_no_address_is_said_so(text: str) -> None:
    with pytest.raises(LinkLost, match="no address"):
        split(text)


def test_addresses() -> None:
    assert split(" 192.168.1.5:4000 ") == ("192.168.1.5", 4000)
    assert split("[fe80::1]:4000") == ("fe80::1", 4000)
