"""What is said around a game: phrases, and the question of another game."""

from damaci.play import commands, events
from damaci.play.events import AnyEvent, other
from damaci.play.phrases import MOST_IN_A_ROW, PHRASES
from damaci.play.refusal import Refusal, TableCode
from damaci.play.table import Table


def decide_talk(table: Table, command: commands.Talk, at: float) -> list[AnyEvent] | Refusal:
    """What it leads to at the moment `at`."""
    if isinstance(command, commands.Say):
        return _say(table, command, at)
    if not table.ended:
        return Refusal(TableCode.NOT_OVER, "another game can be asked for once this one is over")
    if table.next_game:
        return []
    if table.gone:
        return Refusal(TableCode.GONE, "the other player has been deleted")
    match command:
        case commands.OfferRematch():
            return _offer(table, command, at)
        case commands.DeclineRematch():
            if table.rematch.by:
                return [events.RematchDeclined(at=at, by=command.by)]
            return _nobody_asked()
        case commands.BeginRematch():
            asked = table.rematch.by == other(command.by) or table.seats[other(command.by)].kind == "engine"
            if asked or table.settings.games > 1:
                return [events.Rematched(at=at, by=command.by, game=command.game)]
            return _nobody_asked()


def _say(table: Table, command: commands.Say, at: float) -> list[AnyEvent] | Refusal:
    if command.phrase not in PHRASES:
        return Refusal(
            TableCode.UNKNOWN_PHRASE, f"{command.phrase!r} cannot be said: expected one of {', '.join(PHRASES)}"
        )
    if table.said[command.by] >= MOST_IN_A_ROW:
        return Refusal(TableCode.TOO_TALKATIVE, f"{command.by} has said {MOST_IN_A_ROW} things since its last move")
    return [events.Said(at=at, by=command.by, phrase=command.phrase)]


def _offer(table: Table, command: commands.OfferRematch, at: float) -> list[AnyEvent] | Refusal:
    if table.rematch.by:
        return []
    if command.by in table.rematch.declined:
        return Refusal(TableCode.ASKED_ALREADY, "the other side has declined")
    return [events.RematchOffered(at=at, by=command.by)]


def _nobody_asked() -> Refusal:
    return Refusal(TableCode.NOTHING_OFFERED, "the other side has not asked")
