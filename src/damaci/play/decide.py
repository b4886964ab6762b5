"""What each command leads to at a table: events, or a refusal. Nothing here changes the table."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from damaci.board.refusal import RefusalCode
from damaci.board.square import Square
from damaci.game.game import Game
from damaci.play import commands, events
from damaci.play.events import AnyEvent, Color, Result, other, word
from damaci.play.length import ended_by_length, too_long_for
from damaci.play.refusal import Refusal, TableCode
from damaci.play.talk import decide_talk

if TYPE_CHECKING:
    from damaci.play.table import Table

Decision = list[AnyEvent] | Refusal

WIN: dict[Color, Result] = {"white": "1-0", "black": "0-1"}


def decide(table: "Table", command: commands.AnyCommand, at: float) -> Decision:
    """The decision on any command at the moment `at`."""
    match command:
        case commands.Tick():
            return _tick(table, at)
        case commands.Resume():
            return [events.Resumed(at=at)] if table.clocks and table.clocks.running else []
        case commands.Move() if table.has_played(command):
            return []
    if too_long := too_long_for(table, command):
        return too_long
    if isinstance(command, commands.Talk):
        return decide_talk(table, command, at)
    if table.ended:
        return Refusal(RefusalCode.GAME_OVER, f"the game is over: {table.ended.result}, {table.ended.reason}")
    if table.clocks and table.clocks.fallen(at):
        return Refusal(RefusalCode.GAME_OVER, f"{table.turn} has run out of time")
    return _decide_for_seat(table, command, at)


def _tick(table: "Table", at: float) -> Decision:
    fallen = table.clocks.fallen(at) if table.clocks else None
    return [events.Ended(at=at, result=WIN[other(fallen)], reason="time")] if fallen else []


def _decide_for_seat(table: "Table", command: commands.GameCommand, at: float) -> Decision:
    match command:
        case commands.Move():
            return _out_of_turn(table, command) or _move(table, command, at)
        case commands.Touch():
            return _out_of_turn(table, command) or _touch(table, command, at)
        case commands.Resign():
            return [events.Ended(at=at, result=WIN[other(command.by)], reason="resignation")]
        case commands.Abandon():
            return [events.Ended(at=at, result=command.result, reason="abandoned")]
        case commands.OfferDraw():
            return _offer_draw(table, command.by, at)
        case commands.OfferTakeback():
            return _offer_takeback(table, command, at)
        case commands.DeclineDraw():
            return (
                [events.DrawDeclined(at=at, by=command.by)]
                if table.draw.by == other(command.by)
                else _nothing_offered()
            )
        case commands.DeclineTakeback():
            return (
                [events.TakebackDeclined(at=at, by=command.by)]
                if table.takeback.by == other(command.by)
                else _nothing_offered()
            )


def _nothing_offered() -> Refusal:
    return Refusal(TableCode.NO_OFFER, "the other side has not asked")


# ---- moving ----------------------------------------------------------------------------------------------------------


def _out_of_turn(table: "Table", command: commands.Move | commands.Touch) -> Refusal | None:
    if command.ply != table.ply + 1:
        return Refusal(TableCode.WRONG_PLY, f"ply {command.ply} was meant, and ply {table.ply + 1} is next")
    if command.by != table.turn:
        return Refusal(RefusalCode.NOT_YOUR_TURN, f"it is {table.turn}'s turn")
    return None


def _move(table: "Table", command: commands.Move, at: float) -> Decision:
    refusal = table.game.explain(command.move)
    if refusal:
        return Refusal.of_move(refusal)
    after = table.game.copy()
    move = after.push(command.move)
    moved = events.Moved(
        at=at, ply=command.ply, path=list(map(str, move.path)), captured=list(map(str, move.jumps)), id=command.id
    )
    return [*_answers_by_moving(table, at), moved, *(ended_by_rule(after, at) or ended_by_length(after.ply, at))]


def _answers_by_moving(table: "Table", at: float) -> Iterator[AnyEvent]:
    """A move says no to the other side's draw offer, and to any takeback: one's own request is then withdrawn."""
    if table.draw.by == other(table.turn):
        yield events.DrawDeclined(at=at, by=table.turn)
    if table.takeback.by:
        yield events.TakebackDeclined(at=at, by=table.turn)


def ended_by_rule(game: Game, at: float) -> list[AnyEvent]:
    """The end of a game that its position has decided."""
    outcome = game.outcome()
    if outcome is None:
        return []
    result = WIN[word(outcome.winner)] if outcome.winner else "1/2-1/2"
    return [events.Ended(at=at, result=result, reason=outcome.reason.value)]


def _touch(table: "Table", command: commands.Touch, at: float) -> Decision:
    try:
        square = Square.parse(command.square)
    except ValueError as error:
        return Refusal(RefusalCode.BAD_TEXT, str(error))
    if table.touched not in (None, square):
        return Refusal(RefusalCode.TOUCHED_PIECE, f"the piece on {table.touched} has been touched and has to be played")
    binding = (
        table.game.options.touch_move
        and table.touched is None
        and any(move.origin == square for move in table.game.legal_moves)
    )
    return [events.Touched(at=at, square=str(square))] if binding else []


# ---- asking ----------------------------------------------------------------------------------------------------------


def _offer_draw(table: "Table", by: Color, at: float) -> Decision:
    if table.draw.by == by:
        return []
    if table.draw.by:
        return [events.Ended(at=at, result="1/2-1/2", reason="agreement")]
    if table.ply < 2:
        return Refusal(TableCode.TOO_EARLY, "a draw can be offered once both sides have moved")
    if by in table.draw.declined:
        return Refusal(TableCode.ASKED_ALREADY, "the other side has declined; offer again after your next move")
    return [events.DrawOffered(at=at, by=by)]


def _offer_takeback(table: "Table", command: commands.OfferTakeback, at: float) -> Decision:
    by = command.by
    if table.takeback.by == other(by):
        return _taken_back(table, other(by), at)
    last = table.last_ply(by)
    if not last:
        return Refusal(TableCode.NOTHING_TO_TAKE_BACK, f"{by} has not moved")
    if command.ply not in (None, last):
        return Refusal(TableCode.WRONG_PLY, f"the move of ply {command.ply} was meant, and {last} is {by}'s last")
    if table.seats[other(by)].kind == "engine":
        return _taken_back(table, by, at)
    if table.takeback.by == by:
        return []
    if by in table.takeback.declined:
        return Refusal(TableCode.ASKED_ALREADY, "the other side has declined; ask again after your next move")
    return [events.TakebackOffered(at=at, by=by)]


def _taken_back(table: "Table", by: Color, at: float) -> Decision:
    return [events.TakenBack(at=at, ply=table.last_ply(by) - 1, by=by)]
