"""What the person at this machine may do with a game."""

from damaci.links.bonds import Bond
from damaci.play.table import Table
from damaci.wire.messages import Capability

ALWAYS: tuple[Capability, ...] = ("take-back", "draw", "resign", "new-game", "analyse", "review")
ALONE: tuple[Capability, ...] = (*ALWAYS, "hint", "play-again")
RECORDED: tuple[Capability, ...] = (*ALWAYS, "hint")
LINKED: tuple[Capability, ...] = (*ALWAYS, "say", "rematch", "leave")


def capabilities(bond: Bond | None, table: Table) -> tuple[Capability, ...]:
    """`bond`: that of a game with another device. There are no hints against another person, and no rematch of a game
    between players who are not here."""
    if table.tags:
        return RECORDED
    return LINKED if bond else ALONE
