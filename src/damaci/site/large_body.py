"""Requests whose body may be a whole game with its variations: thousands of values."""

from typing import Any

import msgspec
from litestar import Request

LONGEST = 2 * 1024 * 1024
"""Bytes of the longest text or tree that comes in."""


class LargeRequest(Request[Any, Any, Any]):
    """Reads the body straight into the type that the handler expects. By way of dictionaries, as the framework does, it
    takes up to twice as long, and nobody else is answered meanwhile."""

    async def json(self) -> Any:
        """The body. Raises what the framework raises."""
        expected = self.route_handler.parsed_data_field
        assert expected
        try:
            return msgspec.json.decode(await self.body(), type=expected.annotation, strict=False)
        except msgspec.DecodeError:
            return await super().json()  # The framework says what is wrong.


LARGE: dict[str, Any] = {"request_max_body_size": LONGEST, "request_class": LargeRequest}
"""The options of a route with such a body."""
