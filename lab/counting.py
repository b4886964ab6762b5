"""Plays games of the engine against itself from given openings, and counts for each position how the games through it
ended."""

from collections import defaultdict
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from damaci import _kernel
from damaci.board.color import Color
from damaci.board.position import Position
from damaci.book.canonical import canonical_key
from damaci.engine import weights
from lab.variety import draw, lines_at

COUNTS = np.dtype([("key", "<u8"), ("won", "<u4"), ("drawn", "<u4"), ("lost", "<u4")])
"""A position's canonical key, and how many games its side to move won, drew and lost."""
COUNTED_PLIES = 40
MOST_PLIES = 140
"""A game of this length is a draw."""
SURE = 300
"""Centimen. The game is decided when SURE_PLIES searches in a row find a larger score for the same side."""
SURE_PLIES = 3
WON = 20_000
REPETITIONS = 3
HASH_MEGABYTES = 1

Counts = NDArray[np.void]
"""[n] of COUNTS."""
Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountedShard:
    """A job: a number of games. Equal shards give equal counts on every machine."""

    number: int
    games: int
    ruleset: str
    nodes: int
    """Nodes searched for each move."""
    seed: int
    ballots: tuple[Line, ...]
    """The moves with which the games begin; the games use them in turn."""


def count_shard(shard: CountedShard) -> tuple[int, Counts]:
    """The shard's number and its counts."""
    searcher = _kernel.Searcher(HASH_MEGABYTES)
    searcher.learn(shard.ruleset, weights.learned(shard.ruleset))
    tally: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for number in range(shard.number * shard.games, (shard.number + 1) * shard.games):
        searcher.clear()
        game = CountedGame(searcher, shard, number)
        winner = game.play()
        for key, mover in game.seen.items():
            tally[key][_column(mover, winner)] += 1
    rows = [(key, *counts) for key, counts in sorted(tally.items())]
    return shard.number, np.array(rows, COUNTS)


class CountedGame:
    """One game. It uses the kernel's own positions, so that most of the time is spent in the search.

    A game is drawn by repetition or with one piece each; MOST_PLIES stands for the other draw rules.
    """

    def __init__(self, searcher: _kernel.Searcher, shard: CountedShard, number: int) -> None:
        self._searcher = searcher
        self._nodes = shard.nodes
        self._random = Random(f"counted {shard.seed} {number}")
        self._position = Position.start(shard.ruleset).kernel
        self._endings: _kernel.Endings = {"one_each": "at-once", "repetitions": REPETITIONS}
        self._past: list[int] = []
        self._sure = 0
        self.seen: dict[int, Color] = {}
        """The side to move in each position up to COUNTED_PLIES, by the position's key."""
        self._see()
        for move in shard.ballots[number % len(shard.ballots)]:
            self._go(Position(self._position).play(move).kernel)

    def play(self) -> Color | None:
        """Plays the game and returns its winner."""
        while not self._drawn():
            lines = self._search()
            if winner := self._decided(lines):
                return winner
            self._go(self._position.play(self._pick(lines)))
        return None

    @property
    def _turn(self) -> Color:
        return Color.WHITE if self._position.white_to_move else Color.BLACK

    def _drawn(self) -> bool:
        position = self._position
        white = position.white_men | position.white_kings
        black = position.black_men | position.black_kings
        one_each = white.bit_count() == 1 and black.bit_count() == 1
        repeated = self._past.count(position.key) >= REPETITIONS - 1
        return one_each or repeated or len(self._past) >= MOST_PLIES

    def _search(self) -> list[_kernel.Line]:
        lines = lines_at(len(self._past))
        found = self._searcher.search(
            self._position, nodes=self._nodes, lines=lines, history=self._past, endings=self._endings
        )
        return found["lines"]

    def _pick(self, lines: list[_kernel.Line]) -> _kernel.Move:
        return lines[draw([_centimen(line) for line in lines], self._random)]["pv"][0]

    def _go(self, position: _kernel.Position) -> None:
        self._past.append(self._position.key)
        self._position = position
        if len(self._past) <= COUNTED_PLIES:
            self._see()

    def _see(self) -> None:
        self.seen[canonical_key(Position(self._position))] = self._turn

    def _decided(self, lines: list[_kernel.Line]) -> Color | None:
        """The side that has won or will almost certainly win."""
        value = _centimen(lines[0]) if lines else -WON
        ahead = self._turn if value > 0 else self._turn.other
        self._sure = self._sure + 1 if abs(value) > SURE else 0
        return ahead if abs(value) >= WON or self._sure >= SURE_PLIES else None


def _centimen(line: _kernel.Line) -> int:
    score = line["score"]
    if "win" in score:
        return WON
    if "loss" in score:
        return -WON
    return score.get("cp", 0)


def _column(mover: Color, winner: Color | None) -> int:
    if winner is None:
        return 1
    if winner is mover:
        return 0
    return 2
