"""A drawing of a position and of moves in it. The moves come from the rules, so that no drawing can contradict them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from damaci.board import svg
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.board.square import Square
from damaci.sentence import Sentence

TAKEN = "#a4372a66"


@dataclass(frozen=True)
class Diagram:
    """A position, some of its legal moves, and a caption."""

    position: Position
    caption: Sentence
    moves: tuple[Move, ...] = ()

    @classmethod
    def of(cls, position: Position, caption: Sentence, *, farthest: bool = False) -> "Diagram":
        """A diagram with all legal moves of a position, or only the farthest move in each direction."""
        moves = position.legal_moves
        return cls(position, caption, tuple(_farthest(moves)) if farthest else moves)

    def svg(self) -> str:
        """The drawing, which fills its container."""
        taken = dict.fromkeys(square for move in self.moves for square in move.captured)
        return svg.board(
            self.position,
            coordinates=False,
            highlights=dict.fromkeys(taken, TAKEN),
            arrows=dict.fromkeys(leg for move in self.moves for leg in pairwise(move.path)),
        )

    def pieces(self) -> dict[str, list[str]]:
        """Squares by kind of piece, for screen readers: `white man`, `white dama`, `black man`, `black dama`."""
        found: dict[str, list[str]] = {}
        for square, piece in self.position.pieces().items():
            found.setdefault(f"{piece.color} {'dama' if piece.king else 'man'}", []).append(str(square))
        return found


def _farthest(moves: Iterable[Move]) -> Iterator[Move]:
    found: dict[tuple[int, int], Move] = {}
    for move in sorted(moves, key=_distance):
        found[_way(move.origin, move.target)] = move
    yield from found.values()


def _distance(move: Move) -> int:
    return max(abs(move.target.file - move.origin.file), abs(move.target.rank - move.origin.rank))


def _way(origin: Square, target: Square) -> tuple[int, int]:
    files = target.file - origin.file
    ranks = target.rank - origin.rank
    return (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)
