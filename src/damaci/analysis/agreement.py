"""How the moves of a player compare with the engine's: how often they are its first choice, and how much the other
moves give away.

Only meaningful moves are compared: moves with a choice, outside the opening book, in a game that is not yet decided."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Protocol

import msgspec

from damaci.analysis.estimate import Figure, figure
from damaci.analysis.review import ended
from damaci.analysis.worth import worth
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.book import SHIPPED
from damaci.engine.analysis import Analysis, Score
from damaci.game.game import Game

NODES = 150_000
"""The nodes that the engine searches in a position: always the same number, so that figures can be compared."""
OPEN = 95.0
"""A position is decided when one side may expect more of the point than this, in hundredths."""

MOST_MOVES = 100
"""The most moves of a game that are compared: the longest games would otherwise take minutes each."""


class MoveSearcher(Protocol):
    """The part of an engine that is needed here; damaci.engine.Engine has it."""

    def analyse(self, subject: Game, *, nodes: int) -> Analysis:
        """The best line after a number of nodes."""


class ComparedMove(msgspec.Struct, frozen=True):
    """A move that was compared: whether it is the engine's first choice, and how much of the expected result it gives
    away, in hundredths of a point."""

    agrees: bool
    lost: float


class Comparison(msgspec.Struct, frozen=True):
    """The moves of a player compared with the engine's: the numbers of moves and of games, the share of the moves that
    are its first choice (hundredths), and the mean of what they give away (hundredths of a point). Without moves there
    are no figures."""

    games: int
    moves: int
    agreement: Figure | None
    loss: Figure | None


def never() -> bool:
    """Always answers that the comparison goes on."""
    return False


def choices(
    engine: MoveSearcher, played: Game, color: Color, stopped: Callable[[], bool] = never
) -> list[ComparedMove]:
    """The first MOST_MOVES compared moves of one side of a game, in order. `stopped` is called before each move: when
    it returns True, the rest is left out."""
    return list(islice(_choices(engine, played, color, stopped), MOST_MOVES))


def comparison(games: Sequence[Sequence[ComparedMove]]) -> Comparison:
    """The comparison of all the compared moves of some games."""
    return Comparison(
        games=len(games),
        moves=sum(len(game) for game in games),
        agreement=figure([[float(each.agrees) for each in game] for game in games]),
        loss=figure([[each.lost / 100 for each in game] for game in games]),
    )


def _choices(engine: MoveSearcher, played: Game, color: Color, stopped: Callable[[], bool]) -> Iterator[ComparedMove]:
    game = Game(played.ruleset, played.start.fen, played.endings, played.options)
    for move in played.moves:
        if stopped():
            return
        if game.turn is color and (choice := _choice(engine, game, move)):
            yield choice
        game.push(move)


def _choice(engine: MoveSearcher, game: Game, move: Move) -> ComparedMove | None:
    if len(game.legal_moves) < 2 or SHIPPED.moves(game.position):
        return None
    found = engine.analyse(game, nodes=NODES)
    expected = _share(found.score, game.turn, game.turn)
    if not 100 - OPEN <= expected <= OPEN:
        return None
    if found.best == move:
        return ComparedMove(agrees=True, lost=0.0)
    after = game.copy()
    after.push(move)
    left = _share(_score(engine, after), after.turn, game.turn)
    return ComparedMove(agrees=False, lost=max(0.0, round(expected - left, 1)))


def _score(engine: MoveSearcher, game: Game) -> Score:
    if outcome := game.outcome():
        return ended(outcome, game.turn)
    return engine.analyse(game, nodes=NODES).score


def _share(score: Score, turn: Color, color: Color) -> float:
    return worth(score, turn).share_of(color)
