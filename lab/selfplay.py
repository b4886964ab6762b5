"""Games that the engine plays against itself, for its positions."""

from dataclasses import dataclass
from random import Random

import numpy as np

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.engine import Engine, Score
from damaci.game.game import Game
from lab.records import RECORD, Records

FIRST_PLIES = (4, 11)
"""Plies played at random at first, at least and at most."""
SLIPS = 0.03
"""How often a move is played at random later, so that games come by positions in which something is wrong."""
MOST_PLIES = 220
"""A game so long is a draw."""
SURE = 1000
"""Centimen: who is ahead by more, in the eyes of both sides, for more than SURE_PLIES searches in a row, has won."""
SURE_PLIES = 6
HASH_MEGABYTES = 16

Row = tuple[tuple[int, int, int, int], bool, int, int, int]
"""As RECORD."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A job: so many games, the same for the same numbers wherever they are played."""

    number: int
    games: int
    ruleset: str
    nodes: int
    """That the search looks at for each move."""
    seed: int
    weights: bytes | None = None
    """What it has learned already; nothing: the hand-made evaluation alone."""


def play_shard(shard: Shard) -> tuple[int, Records]:
    """The shard's number and its positions: of each game those that were searched and in which the mover could not
    capture."""
    engine = Engine(HASH_MEGABYTES, learned=False)
    if shard.weights is not None:
        engine.learn(shard.ruleset, shard.weights)
    rows: list[Row] = []
    for number in range(shard.games):
        engine.forget()
        random = Random(f"{shard.seed} {shard.number} {number}")
        rows += SelfPlay(engine, shard, random).play(number)
    return shard.number, np.array(rows, RECORD)


class SelfPlay:
    """One game."""

    def __init__(self, engine: Engine, shard: Shard, random: Random) -> None:
        self._engine, self._nodes, self._random = engine, shard.nodes, random
        self._game = Game(shard.ruleset)
        self._first = random.randint(*FIRST_PLIES)
        self._seen: list[tuple[Position, int]] = []
        self._sure = 0

    def play(self, number: int) -> list[Row]:
        """Its rows."""
        result = None
        while result is None and self._game.outcome() is None and self._game.ply < MOST_PLIES:
            result = self._move()
        if result is None:
            outcome = self._game.outcome()
            result = _points(outcome.winner if outcome else None)
        return [
            (_sets(position), position.turn is Color.WHITE, score, result, number) for position, score in self._seen
        ]

    def _move(self) -> int | None:
        """Plays a move, or says the result where it is clear."""
        game = self._game
        if game.ply < self._first or self._random.random() < SLIPS:
            game.push(self._random.choice(game.legal_moves))
            return None
        analysis = self._engine.analyse(game, nodes=self._nodes)
        score, mover = analysis.score, game.turn
        if score.win is not None or score.loss is not None:
            return _points(mover if score.win is not None else mover.other)
        if not game.position.must_capture:
            self._seen.append((game.position, score.centimen))
        if self._is_sure(score):
            return _points(mover if score.centimen > 0 else mover.other)
        game.push(analysis.lines[0].move)
        return None

    def _is_sure(self, score: Score) -> bool:
        self._sure = self._sure + 1 if abs(score.centimen) > SURE else 0
        return self._sure > SURE_PLIES


def _points(winner: Color | None) -> int:
    return 0 if winner is None else 1 if winner is Color.WHITE else -1


def _sets(position: Position) -> tuple[int, int, int, int]:
    white, black = Color
    return position.men(white), position.kings(white), position.men(black), position.kings(black)
