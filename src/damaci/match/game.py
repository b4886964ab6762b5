"""One game of a match."""

from collections.abc import Callable
from dataclasses import dataclass

from damaci.board.color import Color
from damaci.game.game import Game
from damaci.game.outcome import Outcome, Reason
from damaci.game.record import to_pdn
from damaci.hub.errors import EngineSilent, HubError, IllegalAnswer
from damaci.match.contender import Player
from damaci.match.openings import Opening
from damaci.notation.pdn import PdnGame

MOST_PLIES = 300
"""A game so long, its opening included, is adjudicated a draw."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What an engine did wrong, which lost it the game."""

    by: Color
    kind: str
    """A HubError's stable word: crash, time-out, illegal-move, nonsense."""
    message: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end."""

    game: Game
    outcome: Outcome
    fault: Fault | None = None
    adjudicated: bool = False

    def pdn(self, tags: dict[str, str]) -> PdnGame:
        """Its record, with these tags and why it ended, if the board does not show it."""
        if self.fault:
            record = to_pdn(self.game, tags)
            last = record.line.nodes[-1] if record.line.nodes else record.line
            last.comments.append(self.fault.message)
            record.tags.setdefault("Termination", "rules infraction")
            return record
        return to_pdn(self.game, tags | ({"Termination": "adjudication"} if self.adjudicated else {}))


def play(
    opening: Opening, white: Player, black: Player, seed: int, stopped: Callable[[], bool], most_plies: int = MOST_PLIES
) -> Played | None:
    """The game of two players from an opening; nothing if it was stopped before its end.

    Who commits a fault loses. Raises GameOver for an opening that has no game left.
    """
    game = opening.game()
    seats = {Color.WHITE: white, Color.BLACK: black}
    for color in Color:
        try:
            seats[color].new_game(seed)
        except HubError as error:
            return _lost(game, color, error)
    while (outcome := game.outcome()) is None:
        if stopped():
            return None
        if game.ply >= most_plies:
            return Played(game, game.end("1/2-1/2", Reason.AGREEMENT), adjudicated=True)
        try:
            game.push(seats[game.turn].move(game))
        except HubError as error:
            return None if stopped() else _lost(game, game.turn, error)
    return Played(game, outcome)


def _lost(game: Game, by: Color, error: HubError) -> Played:
    reason = (
        Reason.TIME if isinstance(error, EngineSilent) else Reason.RESIGNATION if isinstance(error, IllegalAnswer) else Reason.ABANDONED
    )
    outcome = game.end("0-1" if by is Color.WHITE else "1-0", reason)
    return Played(game, outcome, Fault(by, error.kind, str(error)))
