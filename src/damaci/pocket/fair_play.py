"""Fair play beside a server: no help in the rated games that its player is playing there."""

import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec

from damaci.board.position import Position
from damaci.game.game import Game
from damaci.services.own_positions import OwnPositions, YourRatedGame

KEPT_SECONDS = 3.0
"""Seconds for which an answer of the server counts."""

Ask = Callable[[], Awaitable[Any]]
"""Asks for the server's positions as JSON text; gets None if the server cannot be asked."""
_decoder = msgspec.json.Decoder(OwnPositions)


class FairPlay:
    """Asks the server beside the site, if there is one, what its player is playing. While it does not answer, its
    last answer counts."""

    def __init__(self, ask: Ask | None) -> None:
        """`ask`: None if there is no server."""
        self._ask = ask
        self._positions = OwnPositions()
        self._asked = float("-inf")

    async def expect_no_help(self, *positions: Position) -> None:
        """Raises YourRatedGame if answers about these positions would help in a rated game."""
        own = await self._own()
        if any(map(own.are_led_to, positions)):
            raise YourRatedGame

    async def permit(self, games: Iterable[Game]) -> None:
        """Raises YourRatedGame if one of these games may not be looked at."""
        await self.expect_no_help(*(game.position for game in games))

    async def have(self, position: Position) -> bool:
        """Whether a position is one of those that the player is playing."""
        return (await self._own()).has(position)

    async def _own(self) -> OwnPositions:
        if self._ask and time.monotonic() - self._asked > KEPT_SECONDS:
            self._asked = time.monotonic()
            text = await self._ask()
            if text is not None:
                self._positions = _read(text)
        return self._positions


def _read(text: object) -> OwnPositions:
    """The positions in an answer; none if the server is of another version whose answer cannot be read."""
    try:
        return _decoder.decode(str(text))
    except msgspec.DecodeError:
        return OwnPositions()
