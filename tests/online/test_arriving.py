"""A request is handled once its whole body has arrived."""

from collections.abc import Sequence
from typing import Any

import pytest

from damaci.online.arriving import read_ahead

pytestmark = pytest.mark.anyio


def part(body: bytes, *, more: bool) -> dict[str, object]:
    return {"type": "http.request", "body": body, "more_body": more}


GONE = {"type": "http.disconnect"}
WHOLE = [part(b"ab", more=True), part(b"c", more=False)]


class Client:
    """Gives messages, one after the other."""

    def __init__(self, messages: Sequence[object]) -> None:
        self.left = [*messages]

    async def receive(self) -> Any:
        return self.left.pop(0)


@pytest.mark.parametrize(
    ("length", "first"),
    [
        pytest.param(3, part(b"abc", more=False), id="as long as said"),
        pytest.param(100, part(b"abc", more=False), id="shorter than it may be"),
        pytest.param(1, part(b"ab", more=True), id="longer than it may be"),
    ],
)
async def test_everything_is_given_once_more_and_then_what_follows(length: int, first: object) -> None:
    client = Client([*WHOLE, GONE])
    receive = await read_ahead(client.receive, length)
    assert receive
    left = [*client.left]
    assert [await receive() for _ in range(1 + len(left))] == [first, *left]


async def test_without_a_body_nothing_is_waited_for() -> None:
    client = Client([GONE])
    assert await read_ahead(client.receive, 0) == client.receive
    assert client.left


async def test_who_goes_meanwhile_is_not_answered() -> None:
    assert await read_ahead(Client([WHOLE[0], GONE]).receive, 3) is None
