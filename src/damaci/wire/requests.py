"""A client's request as the command that the table knows, if the client sits where it says."""

from collections.abc import Collection

from damaci.play import commands
from damaci.play.events import Color
from damaci.play.refusal import Refusal, TableCode
from damaci.wire import messages as m


def to_command(request: m.Request, held: Collection[Color]) -> commands.SeatCommand | Refusal:
    """The command of a connection that holds the seats `held`; refused for a seat that it does not hold, or when it
    does not say which."""
    by = _seat(request, held)
    if by is None:
        return Refusal(
            TableCode.NOT_YOUR_SEAT,
            f"asked for {request.color or 'no side'}, holding {' and '.join(held) or 'no seat'}",
        )
    match request:
        case m.Move():
            return commands.Move(by=by, ply=request.ply, move=request.move, id=request.id)
        case m.Touch():
            return commands.Touch(by=by, ply=request.ply, square=request.square)
        case m.OfferTakeback():
            return commands.OfferTakeback(by=by, ply=request.ply)
        case m.Say():
            return commands.Say(by=by, phrase=request.phrase)
    return _PLAIN[type(request)](by=by)


_Plain = (
    commands.Resign
    | commands.OfferDraw
    | commands.DeclineDraw
    | commands.DeclineTakeback
    | commands.OfferRematch
    | commands.DeclineRematch
)
_PLAIN: dict[type[m.Request], type[_Plain]] = {
    m.Resign: commands.Resign,
    m.OfferDraw: commands.OfferDraw,
    m.DeclineDraw: commands.DeclineDraw,
    m.DeclineTakeback: commands.DeclineTakeback,
    m.OfferRematch: commands.OfferRematch,
    m.DeclineRematch: commands.DeclineRematch,
}


def _seat(request: m.Request, held: Collection[Color]) -> Color | None:
    if request.color is None and len(held) == 1:
        return next(iter(held))
    return request.color if request.color in held else None
