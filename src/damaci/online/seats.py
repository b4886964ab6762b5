"""The seats that a player holds in a game."""

from damaci.online.services import OnlineServices
from damaci.play.events import Color
from damaci.store.players import Player


async def seats_of(services: OnlineServices, player: Player | None, game: str) -> list[Color]:
    """The seats that a player holds in a game; empty without a player. Raises StoreError."""
    owners = await services.store.seats.of_game(game)
    return [color for color, owner in owners.items() if player and owner == player.id]
