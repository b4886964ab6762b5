"""One game of a match."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.game.game import Game
from damaci.game.outcome import Outcome, Reason
from damaci.game.record import to_pdn
from damaci.hub.errors import EngineSilent, HubError, IllegalAnswer
from damaci.match.adjudication import Adjudication, adjudicate
from damaci.match.clocks import MatchClocks, TimeControl
from damaci.match.contender import Player
from damaci.match.openings import Opening
from damaci.notation.pdn import PdnGame
from damaci.tablebase import Tables

MOST_PLIES = 300
"""Plies, the opening included, after which a game is adjudicated a draw."""

_REASONS = {EngineSilent: Reason.TIME, IllegalAnswer: Reason.RESIGNATION}
"""The reasons with which games end by these faults; by other faults a game is abandoned."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The fault by which an engine lost a game."""

    by: Color
    kind: str
    """A HubError's stable word: crash, time-out, illegal-move, nonsense."""
    message: str


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of a match."""

    game: Game
    outcome: Outcome
    fault: Fault | None = None
    adjudication: Adjudication | None = None

    def pdn(self, tags: dict[str, str]) -> PdnGame:
        """Its record with these tags, and with the reason of its end if the board does not show it."""
        if self.adjudication:
            tags = tags | {"Termination": "adjudication"}
        record = to_pdn(self.game, tags)
        if why := self.fault or self.adjudication:
            *_, last = record.line, *record.line.nodes
            last.comments.append(why.message)
        if self.fault:
            record.tags.setdefault("Termination", "rules infraction")
        return record


def play(
    opening: Opening,
    white: Player,
    black: Player,
    seed: int,
    stopped: Callable[[], bool],
    most_plies: int = MOST_PLIES,
    time: TimeControl | None = None,
    tables: Tables | None = None,
) -> Played | None:
    """The game of two players from an opening; None if it was stopped before its end.

    A player that commits a fault or exceeds its time loses. A position in the tables, which have to be of its
    ruleset, is adjudicated. Raises GameOver for an opening in which the game is over.
    """
    game = opening.game()
    clocks = None
    if time:
        clocks = MatchClocks(time)
    seats = {Color.WHITE: white, Color.BLACK: black}
    for color in Color:
        try:
            seats[color].new_game(seed)
        except HubError as error:
            return _lost(game, color, error)
    while (outcome := game.outcome()) is None:
        if stopped():
            return None
        if adjudication := adjudicate(game, most_plies, tables):
            return _adjudicated(game, adjudication)
        try:
            game.push(_move(seats[game.turn], game, clocks))
        except HubError as error:
            if stopped():
                return None
            return _lost(game, game.turn, error)
    return Played(game, outcome)


def _move(player: Player, game: Game, clocks: MatchClocks | None) -> Move:
    if clocks is None:
        return player.move(game)
    began = monotonic()
    move = player.move(game, clocks.of(game.turn))
    clocks.take(game.turn, monotonic() - began)
    return move


def _adjudicated(game: Game, adjudication: Adjudication) -> Played:
    reason = Reason.RESIGNATION
    if adjudication.winner is None:
        reason = Reason.AGREEMENT
    outcome = game.end(Outcome(reason, adjudication.winner).result, reason)
    return Played(game, outcome, adjudication=adjudication)


def _lost(game: Game, by: Color, error: HubError) -> Played:
    reason = next((reason for kind, reason in _REASONS.items() if isinstance(error, kind)), Reason.ABANDONED)
    outcome = game.end(Outcome(reason, by.other).result, reason)
    return Played(game, outcome, Fault(by, error.kind, str(error)))
