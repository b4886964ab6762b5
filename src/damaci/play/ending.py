"""Ends that a position decides by itself, and the result of a side's win."""

from damaci.game.game import Game
from damaci.play.events import Color, Ended, Result, word

WIN: dict[Color, Result] = {"white": "1-0", "black": "0-1"}


def ended_by_rule(game: Game, at: float) -> list[Ended]:
    """The end of a game that its position has decided, if it has."""
    outcome = game.outcome()
    if outcome is None:
        return []
    result = WIN[word(outcome.winner)] if outcome.winner else "1/2-1/2"
    return [Ended(at=at, result=result, reason=outcome.reason.value)]
