"""The finished games of the person who plays on this device, for progress. Only games against the computer: in the
others it is not known which side the person was."""

from collections.abc import Sequence

from damaci.board.color import Color
from damaci.services.own_game import OwnGame
from damaci.services.own_results import Games
from damaci.stored import Store, Summary

MOST = 5_000
"""The latest games that are counted."""
_SCORES = {"1-0": 1.0, "0-1": 0.0}
"""White's, by the result; a draw has half a point."""


def device_games(store: Store) -> Games:
    """The finished games of a store."""

    async def games(ruleset: str) -> Sequence[OwnGame]:
        listed = await store.games.list(finished=True, ruleset=ruleset, begun=True, limit=MOST)
        return [game for summary in listed if (game := _own(summary))]

    return games


def _own(summary: Summary) -> OwnGame | None:
    """A game of a person against a level; None for any other."""
    score = _SCORES.get(summary.result, 0.5)
    match summary.white.kind, summary.black.kind:
        case "person", "engine":
            return OwnGame(summary.id, Color.WHITE, summary.black.level, score, summary.updated, summary.speed)
        case "engine", "person":
            return OwnGame(summary.id, Color.BLACK, summary.white.level, 1 - score, summary.updated, summary.speed)
    return None
