"""The first rating of a puzzle: from the weakest level that solves it, and from what the search needs."""

import math
from collections.abc import Iterator

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import LEVELS, Engine

RATINGS = {"beginner": 1050, "easy": 1250, "casual": 1400, "medium": 1550, "club": 1750, "hard": 1950}
"""The rating of a puzzle by the weakest level that solves it, among the levels with a fixed depth."""
BEYOND = 2150
"""The rating of a puzzle that none of these levels solves."""
LEAST = 600
MOST = 2600


def weakest_level(engine: Engine, position: Position, moves: tuple[Move, ...]) -> str | None:
    """The weakest level whose search, without the level's slips, finds all of the solver's moves. None if no level with
    a fixed depth finds them."""
    choices = [*_choices(position, moves)]
    for name in RATINGS:
        engine.forget()
        depth = LEVELS[name].limits.depth
        if all(engine.analyse(each, depth=depth).best == move for each, move in choices):
            return name
    return None


def _choices(position: Position, moves: tuple[Move, ...]) -> Iterator[tuple[Position, Move]]:
    for ply, move in enumerate(moves):
        if ply % 2 == 0 and len(position.legal_moves) > 1:
            yield position, move
        position = position.play(move)


def first_rating(level: str | None, nodes: int, choices: int, pieces: int, quiet_key: bool) -> int:
    """The rating. `choices` is how many moves have to be found among several legal ones, `nodes` is how many nodes the
    hardest of them takes."""
    rating = RATINGS[level] if level else BEYOND
    rating += round(min(150.0, max(-50.0, 25 * (math.log2(nodes) - 9))))
    rating += 60 * min(4, choices - 2) + 10 * (pieces - 14) + 60 * quiet_key
    return max(LEAST, min(MOST, rating))
