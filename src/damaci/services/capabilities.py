"""What a person may do with a game that is played on one device."""

from damaci.play.table import Table
from damaci.wire.messages import Capability

ALWAYS: tuple[Capability, ...] = ("take-back", "draw", "resign", "new-game", "analyse", "review")
ALONE: tuple[Capability, ...] = (*ALWAYS, "hint", "play-again")
RECORDED: tuple[Capability, ...] = (*ALWAYS, "hint")


def capabilities(table: Table) -> tuple[Capability, ...]:
    """There is no other game between the players of a record, who are not here."""
    if table.tags:
        return RECORDED
    return ALONE
