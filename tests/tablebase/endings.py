"""Random endings for testing tables, and the draws by the rules alone."""

from random import Random

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.setup import Setup
from damaci.board.square import Square
from damaci.rules.catalogue import ruleset
from damaci.rules.endings import OneEach
from damaci.tablebase import Terms
from tests.board.samples import board_squares


def random_ending(random: Random, name: str, pieces: int) -> Position:
    """An ending with pieces of both colours, and with men only on squares that they can have reached."""
    while True:
        colors = [random.choice(list(Color)) for _ in range(pieces)]
        placed = {
            square: standing(random, square, color, name)
            for square, color in zip(random.sample(board_squares(name), pieces), colors, strict=True)
        }
        if len(set(colors)) == 2:
            return Setup(placed, random.choice(list(Color)), name).position()


def standing(random: Random, square: Square, color: Color, name: str) -> Piece:
    own_rank = square.rank if color is Color.WHITE else 7 - square.rank
    has_men_at_first = 1 in ruleset(name).movement.men_ranks
    return Piece(color, random.random() < 0.5 or own_rank == 7 or (own_rank == 0 and not has_men_at_first))


def is_drawn_by_rule(position: Position, terms: Terms) -> bool:
    if len(position.pieces()) != 2 or position.count(Color.WHITE) != 1:
        return False
    return terms.one_each is OneEach.AT_ONCE or (terms.one_each is OneEach.UNLESS_CAPTURE and not position.must_capture)
