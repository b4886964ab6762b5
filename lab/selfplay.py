"""Self-play: games of the engine against itself, and the positions recorded from them."""

from dataclasses import dataclass
from random import Random

import numpy as np

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.engine import Engine, Score
from damaci.game.game import Game
from lab.records import RECORD, Records

FIRST_PLIES = (4, 11)
"""The first plies are random: the smallest and largest number of them."""
SLIPS = 0.03
"""Probability of a random move after the first plies, so that games reach positions after mistakes."""
MOST_PLIES = 220
"""A game of this length is a draw."""
SURE = 1000
"""Centimen. The game is decided when more than SURE_PLIES searches in a row find a larger score, of either sign."""
SURE_PLIES = 6
HASH_MEGABYTES = 16

Row = tuple[tuple[int, int, int, int], bool, int, int, int]
"""The fields of RECORD."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A job: a number of games. Equal shards give equal games on every machine."""

    number: int
    games: int
    ruleset: str
    nodes: int
    """Nodes searched for each move."""
    seed: int
    weights: bytes | None = None
    """The kernel's tables. None stands for the hand-made evaluation."""


def play_shard(shard: Shard) -> tuple[int, Records]:
    """The shard's number and its records: the searched positions in which the side to move could not capture."""
    engine = Engine(HASH_MEGABYTES, learned=False)
    if shard.weights is not None:
        engine.load_weights(shard.ruleset, shard.weights)
    rows: list[Row] = []
    for number in range(shard.games):
        engine.forget()
        random = Random(f"{shard.seed} {shard.number} {number}")
        rows += SelfPlay(engine, shard, random).play(number)
    return shard.number, np.array(rows, RECORD)


class SelfPlay:
    """One game."""

    def __init__(self, engine: Engine, shard: Shard, random: Random) -> None:
        self._engine = engine
        self._nodes = shard.nodes
        self._random = random
        self._game = Game(shard.ruleset)
        self._first = random.randint(*FIRST_PLIES)
        self._seen: list[tuple[Position, int]] = []
        self._sure = 0

    def play(self, number: int) -> list[Row]:
        """Plays the game and returns its records; `number` is the game's number in the shard."""
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
        """Plays one move, or returns the result if the search shows that the game is decided."""
        game = self._game
        if game.ply < self._first or self._random.random() < SLIPS:
            game.push(self._random.choice(game.legal_moves))
            return None
        analysis = self._engine.analyse(game, nodes=self._nodes)
        score = analysis.score
        mover = game.turn
        if score.win is not None:
            return _points(mover)
        if score.loss is not None:
            return _points(mover.other)
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
    if winner is None:
        return 0
    if winner is Color.WHITE:
        return 1
    return -1


def _sets(position: Position) -> tuple[int, int, int, int]:
    white, black = Color
    return position.men(white), position.kings(white), position.men(black), position.kings(black)
