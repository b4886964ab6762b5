"""A finished rated game, read from its log: what the players' ratings need to know."""

from collections.abc import Iterable
from dataclasses import dataclass

from damaci.game.outcome import Reason
from damaci.play.events import AnyEvent, Ended, Moved, Opened
from damaci.play.speed import speed
from damaci.rating.speed import Speed

SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
"""White's, by the result."""
BEGUN = 2
"""Plies from which a game counts: before that, one of the sides has not moved."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """How a game changes ratings. `at`: when it ended (epoch seconds)."""

    id: str
    ruleset: str
    speed: Speed
    at: float
    score: float
    """White's."""


def rated_game(game: str, opened: Opened, ended: Ended, plies: int) -> RatedGame | None:
    """What the first and the last event of a game of so many plies say. None for a game that counts nothing: casual,
    without a clock, annulled, or over before both sides have moved."""
    agreed = opened.settings
    of = speed(agreed.clock, agreed.days)
    if not agreed.rated or of is None or plies < BEGUN or ended.reason == Reason.ANNULLED:
        return None
    return RatedGame(game, agreed.ruleset, of, ended.at, SCORES[ended.result])


def rated_log(game: str, events: Iterable[AnyEvent]) -> RatedGame | None:
    """The same from a whole log; None also for a game that is not over."""
    opened: Opened | None = None
    ended: Ended | None = None
    plies = 0
    for event in events:
        match event:
            case Opened():
                opened = event
            case Moved():
                plies = event.ply
            case Ended():
                ended = event
    if opened is None or ended is None:
        return None
    return rated_game(game, opened, ended, plies)
