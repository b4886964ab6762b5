"""Which seats of a game are a player's."""

from damaci.online.services import OnlineServices
from damaci.play.events import Color
from damaci.store.players import Player


async def seats_of(services: OnlineServices, player: Player | None, game: str) -> list[Color]:
    """The seats that a player holds in a game; none for who is nobody yet. Raises StoreError."""
    owners = await services.store.seats.of_game(game)
    return [color for color, owner in owners.items() if player and owner == player.id]
