"""What the person at this machine may do with a game."""

from damaci.links.bonds import Bond
from damaci.wire.messages import Capability

ALWAYS: tuple[Capability, ...] = ("take-back", "draw", "resign", "new-game", "analyse", "review")
ALONE: tuple[Capability, ...] = (*ALWAYS, "hint", "play-again")
LINKED: tuple[Capability, ...] = (*ALWAYS, "say", "rematch", "leave")


def capabilities(bond: Bond | None) -> tuple[Capability, ...]:
    """`bond`: that of the game in which another device plays. Nobody gets a hint against another person."""
    return LINKED if bond else ALONE
