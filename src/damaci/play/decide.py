"""What each command leads to at a table: events, or a refusal. Nothing here changes the table."""

from collections.abc import Iterator, Sequence
from functools import cache

from damaci.board.refusal import Refusal as MoveRefusal
from damaci.board.refusal import RefusalCode
from damaci.board.square import NAMES, Square
from damaci.play import commands, events
from damaci.play.decision import Decision
from damaci.play.ending import WIN, ended_by_rule
from damaci.play.events import AnyEvent, Color, other
from damaci.play.holiday import decide_holiday, rest_of
from damaci.play.length import ended_by_length, too_long_for
from damaci.play.offer import StandingOffer
from damaci.play.refusal import Refusal, TableCode
from damaci.play.replay import replay
from damaci.play.table import Table
from damaci.play.talk import decide_talk

Events = list[AnyEvent] | Refusal
SideCommand = commands.SeatCommand | commands.BeginRematch | commands.Abandon | commands.Conclude
Asking = (
    commands.Resign
    | commands.Abandon
    | commands.Conclude
    | commands.OfferDraw
    | commands.DeclineDraw
    | commands.OfferTakeback
    | commands.DeclineTakeback
)


def decide(table: Table, command: commands.AnyCommand, at: float) -> Decision | Refusal:
    """What a command leads to at the moment `at` (epoch seconds), or why it is not carried out.

    >>> table = Table.fold(Table.open(events.Settings(), events.Seat("person"), events.Seat("person"), at=0))
    >>> decide(table, commands.Move(color="white", ply=1, move="d3-d4"), at=5).events
    (Moved(at=5, ply=1, path=['d3', 'd4'], captured=[], id=''),)
    >>> decide(table, commands.Resign(color="black"), at=6).events
    (Ended(at=6, result='1-0', reason='resignation'),)
    """
    if isinstance(command, commands.Tick):
        return _decided(table, _tick(table, at))
    if isinstance(command, commands.Resume):
        return _decided(table, _resume(table, command, at))
    if isinstance(command, commands.Holiday):
        return _decided(table, decide_holiday(table, command, at))
    if isinstance(command, commands.Move) and table.has_played(command):
        return _decided(table, [])
    if refusal := _refusal(table, command, at):
        return refusal
    match command:
        case commands.Move():
            return _move(table, command, at)
        case commands.Touch():
            return _touch(table, command, at)
        case commands.Say() | commands.OfferRematch() | commands.DeclineRematch() | commands.BeginRematch():
            return _decided(table, decide_talk(table, command, at))
    return _decided(table, _ask(table, command, at))


def _decided(table: Table, found: Events) -> Decision | Refusal:
    if isinstance(found, Refusal):
        return found
    return Decision.of(table.game, *found)


def _refusal(table: Table, command: SideCommand, at: float) -> Refusal | None:
    """Why nothing of the kind is carried out now."""
    if too_long := too_long_for(table, command):
        return too_long
    if isinstance(command, commands.Talk):
        return None
    if table.ended:
        return Refusal(RefusalCode.GAME_OVER, f"the game is over: {table.ended.result}, {table.ended.reason}")
    if table.clocks and table.clocks.fallen(at):
        return Refusal(RefusalCode.GAME_OVER, f"{table.turn} has run out of time")
    if isinstance(command, commands.Move | commands.Touch):
        return _out_of_turn(table, command)
    return None


def _tick(table: Table, at: float) -> Events:
    fallen = table.clocks.fallen(at) if table.clocks else None
    if fallen:
        return [events.Ended(at=at, result=WIN[other(fallen)], reason="time")]
    return []


def _resume(table: Table, command: commands.Resume, at: float) -> Events:
    clocks = table.clocks
    until = min(command.until, at)
    if clocks is None or clocks.running is None or until <= max(command.since, clocks.since):
        return []
    return [events.Resumed(at=at, since=max(command.since, clocks.since), until=until)]


# ---- moving ----------------------------------------------------------------------------------------------------------


def _out_of_turn(table: Table, command: commands.Move | commands.Touch) -> Refusal | None:
    if command.ply != table.ply + 1:
        return Refusal(TableCode.WRONG_PLY, f"ply {command.ply} was meant, and ply {table.ply + 1} is next")
    if command.by != table.turn:
        return Refusal(RefusalCode.NOT_YOUR_TURN, f"it is {table.turn}'s turn")
    return None


def _move(table: Table, command: commands.Move, at: float) -> Decision | Refusal:
    resolved = table.game.resolve(command.move)
    if isinstance(resolved, MoveRefusal):
        return Refusal.of_move(resolved)
    after = table.game.copy()
    move = after.push(resolved)
    moved = events.Moved(
        at=at,
        ply=command.ply,
        path=_straight(move.origin, move.target) if len(move.path) == 2 else _names(move.path),
        captured=_names(move.jumps) if move.jumps else _NOTHING,
        id=command.id,
    )
    ends = ended_by_rule(after, at) or ended_by_length(after.ply, at)
    for end in ends:
        replay(after, end)
    rest = () if ends else rest_of(table, other(table.turn), at)
    return Decision((*_answers_by_moving(table, at), moved, *ends, *rest), after)


_NOTHING: list[str] = []
"""The captures of most moves. Lists of events are never changed, so that many events can share this one."""


def _names(squares: Sequence[Square]) -> list[str]:
    return [NAMES[each] for each in squares]


@cache
def _straight(origin: int, target: int) -> list[str]:
    return [NAMES[origin], NAMES[target]]


def _answers_by_moving(table: Table, at: float) -> Iterator[AnyEvent]:
    """A move says no to the other side's draw offer, and to any takeback: one's own request is then withdrawn."""
    if table.draw.by == other(table.turn):
        yield events.DrawDeclined(at=at, by=table.turn)
    if table.takeback.by:
        yield events.TakebackDeclined(at=at, by=table.turn)


def _touch(table: Table, command: commands.Touch, at: float) -> Decision | Refusal:
    try:
        square = Square.parse(command.square)
    except ValueError as error:
        return Refusal(RefusalCode.BAD_TEXT, str(error))
    if table.touched not in (None, square):
        return Refusal(RefusalCode.TOUCHED_PIECE, f"the piece on {table.touched} has been touched and has to be played")
    after = table.game.copy()
    if table.touched is not None or not after.touch(square):
        return Decision((), table.game)
    return Decision((events.Touched(at=at, square=str(square)),), after)


# ---- asking ----------------------------------------------------------------------------------------------------------


def _ask(table: Table, command: Asking, at: float) -> Events:
    match command:
        case commands.Resign():
            return [events.Ended(at=at, result=WIN[other(command.by)], reason="resignation")]
        case commands.Abandon():
            return [events.Ended(at=at, result=command.result, reason="abandoned")]
        case commands.Conclude():
            return [events.Ended(at=at, result=command.result, reason=command.reason)]
        case commands.OfferDraw():
            return _offer_draw(table, command.by, at)
        case commands.DeclineDraw():
            return _declined(table.draw, events.DrawDeclined(at=at, by=command.by))
        case commands.OfferTakeback():
            return _offer_takeback(table, command, at)
        case commands.DeclineTakeback():
            return _declined(table.takeback, events.TakebackDeclined(at=at, by=command.by))


def _declined(offer: StandingOffer, no: events.DrawDeclined | events.TakebackDeclined) -> Events:
    if offer.by != other(no.by):
        return Refusal(TableCode.NOTHING_OFFERED, "the other side has not asked")
    return [no]


def _offer_draw(table: Table, by: Color, at: float) -> Events:
    if table.draw.by == by:
        return []
    if table.draw.by:
        return [events.Ended(at=at, result="1/2-1/2", reason="agreement")]
    if table.ply < 2:
        return Refusal(TableCode.TOO_EARLY, "a draw can be offered once both sides have moved")
    if by in table.draw.declined:
        return Refusal(TableCode.ASKED_ALREADY, "the other side has declined; offer again after your next move")
    return [events.DrawOffered(at=at, by=by)]


def _offer_takeback(table: Table, command: commands.OfferTakeback, at: float) -> Events:
    by = command.by
    if table.settings.rated:
        return Refusal(TableCode.RATED, "moves of a rated game cannot be taken back")
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


def _taken_back(table: Table, by: Color, at: float) -> Events:
    return [events.TakenBack(at=at, ply=table.last_ply(by) - 1, by=by), *rest_of(table, by, at)]
