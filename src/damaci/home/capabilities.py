"""What the person at this machine may do with a game."""

from damaci.links.bonds import Bond
from damaci.play.table import Table
from damaci.services import capabilities as on_one_device
from damaci.wire.messages import Capability

LINKED: tuple[Capability, ...] = (*on_one_device.ALWAYS, "say", "rematch", "leave")


def capabilities(bond: Bond | None, table: Table) -> tuple[Capability, ...]:
    """`bond`: the link of a game with another device. There are no hints against another person."""
    if bond and not table.tags:
        return LINKED
    return on_one_device.capabilities(table)
