"""How long a game at a table may become: one that goes on for ever would fill the disk, and take longer to show with
every move."""

from damaci.game.outcome import MOST_PLIES, Reason
from damaci.play import commands, events
from damaci.play.refusal import Refusal, TableCode
from damaci.play.table import Table

MOST_EVENTS = 5000
"""From then on nothing is taken back, offered or said. At most 2,000 plies are left, so that the game ends."""


def ended_by_length(ply: int, at: float) -> list[events.Ended]:
    """The end of a game after that many plies, if they are too many."""
    if ply >= MOST_PLIES:
        return [events.Ended(at=at, result="1/2-1/2", reason=Reason.TOO_LONG.value)]
    return []


def too_long_for(table: Table, command: commands.AnyCommand) -> Refusal | None:
    """Why a command that a game can do without is not carried out any more, if so much has happened already."""
    if table.ended or table.version < MOST_EVENTS or not _can_be_spared(table, command):
        return None
    return Refusal(
        TableCode.TOO_LONG, f"{table.version} things have happened in this game: it can only be played to its end now"
    )


def _can_be_spared(table: Table, command: commands.AnyCommand) -> bool:
    match command:
        case commands.OfferDraw():
            return table.draw.by is None
        case commands.OfferTakeback() | commands.Say():
            return True
    return False
