"""Long games without a draw rule, in which kings move to and fro."""

from damaci.play.events import AnyEvent, ClockTimes, Ended, Moved, Seat, Settings
from damaci.play.table import Table
from damaci.rules.endings import Endings

WALK = (["a1", "a2"], ["h8", "h7"], ["a2", "a1"], ["h7", "h8"])
NEVER_DRAWN = Settings(fen="W:WKa1:BKh8", endings=Endings(), clock=ClockTimes(600))


def long_game(plies: int, white: str = "Ada", black: str = "Bob", at: float = 1e9) -> list[AnyEvent]:
    """The events of an unfinished game with this many plies."""
    opened = Table.open(NEVER_DRAWN, Seat("person", white), Seat("person", black), at=at)
    return [*opened, *(Moved(at=at + ply, ply=ply, path=WALK[(ply - 1) % 4]) for ply in range(1, plies + 1))]


def finished_game(plies: int, white: str = "Ada", black: str = "Bob") -> list[AnyEvent]:
    """The events of the same game, ended by an agreed draw."""
    events = long_game(plies, white, black)
    return [*events, Ended(at=events[-1].at + 1, result="1/2-1/2", reason="agreement")]
