"""Random positions of every kind: from games, and from pieces put on random squares."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.setup import Setup
from damaci.board.square import SQUARES, Square
from damaci.rules.catalogue import RULESETS, ruleset
from damaci.rules.movement import last_rank

COLORS = list(Color)


def board_squares(name: str) -> list[Square]:
    """The squares that a ruleset uses."""
    return [square for square in SQUARES if ruleset(name).movement.playable(square)]


def standing(square: Square, color: Color, king: bool) -> Piece:
    """A piece for a square; it is a king where a man cannot be."""
    return Piece(color, king or last_rank(square, white=color is Color.WHITE))


@st.composite
def positions(draw: st.DrawFn, name: str, most: int = 32) -> Position:
    """A position of up to `most` pieces on any squares. Fewer pieces are simpler for Hypothesis."""
    kinds = st.tuples(st.sampled_from(COLORS), st.booleans())
    drawn = draw(st.dictionaries(st.sampled_from(board_squares(name)), kinds, min_size=1, max_size=most))
    pieces = {square: standing(square, *kind) for square, kind in drawn.items()}
    return Setup(pieces, draw(st.sampled_from(COLORS)), name).position()


def thrown(random: Random, name: str) -> Position:
    """A position of pieces on random squares: few or many, mostly men or mostly kings."""
    squares = board_squares(name)
    kings = random.choice([0.1, 0.4, 0.9])
    chosen = random.sample(squares, random.randint(2, len(squares) // 2))
    pieces = {square: standing(square, random.choice(COLORS), random.random() < kings) for square in chosen}
    return Setup(pieces, random.choice(COLORS), name).position()


def walk(random: Random, position: Position, plies: int) -> Iterator[Position]:
    """The positions of a random game that begins with `position`, until it ends or `plies` plies are played."""
    yield position
    for _ in range(plies):
        if not position.has_moves:
            return
        position = position.play(random.choice(position.legal_moves))
        yield position


any_position = st.sampled_from(sorted(RULESETS)).flatmap(positions)
