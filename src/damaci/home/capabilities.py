"""What the person at this machine may do with a game."""

from damaci.links.bonds import Bond
from damaci.play.table import Table
from damaci.wire.messages import Capability

ALWAYS: tuple[Capability, ...] = ("take-back", "draw", "resign", "new-game", "analyse", "review")
ALONE: tuple[Capability, ...] = (*ALWAYS, "hint", "play-again")
RECORDED: tuple[Capability, ...] = (*ALWAYS, "hint")
LINKED: tuple[Capability, ...] = (*ALWAYS, "say", "rematch", "leave")


def capabilities(bond: Bond | None, table: Table) -> tuple[Capability, ...]:
    """`bond`: that of the game in which another device plays. Nobody gets a hint against another person, and nobody
    plays again for the players of a game that was recorded elsewhere."""
    if table.tags:
        return RECORDED
    return LINKED if bond else ALONE
