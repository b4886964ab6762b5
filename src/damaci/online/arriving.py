"""Waits for the body of a request before the request is handled, so that nobody waits for a client who sends slowly."""

from typing import Any

from litestar.types import Receive, Scope

from damaci.online.gates import MOST_ARRIVING, AddressGates
from damaci.site.costs import body_bytes
from damaci.site.security import MAX_BODY


class Arrivals:
    """Of one address, only a few long bodies are awaited at a time: they are in memory meanwhile."""

    def __init__(self) -> None:
        self._gates = AddressGates(MOST_ARRIVING)

    async def whole(self, address: str, scope: Scope, receive: Receive) -> Receive | None:
        """What a request with its whole body is received from; None if the client has gone."""
        length = body_bytes(scope)
        if length <= MAX_BODY:
            return await read_ahead(receive, length)
        async with self._gates.of(address):
            return await read_ahead(receive, length)


async def read_ahead(receive: Receive, length: int) -> Receive | None:
    """Receives a body of `length` bytes at most, or the beginning of a longer one, and returns what gives it once more,
    and then everything else. None if the client has gone."""
    if not length:
        return receive
    body = bytearray()
    more = True
    while more and len(body) <= length:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message["body"]
        more = message["more_body"]
    arrived: list[Any] = [{"type": "http.request", "body": bytes(body), "more_body": more}]

    async def again() -> Any:
        if arrived:
            return arrived.pop()
        return await receive()

    return again
