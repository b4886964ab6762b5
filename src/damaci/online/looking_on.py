"""Which players have a page with their game open, at any process."""

from damaci.online.here_exchange import HereExchange
from damaci.online.presence import Presence, seat
from damaci.play.events import Color


class LookingOn:
    """Asks this process first, then the others, as far as Redis knows them."""

    def __init__(self, presence: Presence, elsewhere: HereExchange | None) -> None:
        """`elsewhere`: the other processes, if there are any."""
        self._presence = presence
        self._elsewhere = elsewhere

    async def __call__(self, game: str, color: Color) -> bool:
        """Whether the player of a side has a page with that game open."""
        if self._presence.present(game, color) or self._elsewhere is None:
            return self._presence.present(game, color)
        return bool(await self._elsewhere.here([seat(game, color)]))
