"""Images of a position: the position with the sides exchanged, and mirrored. A puzzle and its images are one puzzle."""

import hashlib
from collections.abc import Callable

from damaci.board.color import Color
from damaci.board.fen import write_fen
from damaci.board.position import Position

_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"
"""The characters of ids: no two of them look alike."""
ID_LENGTH = 6
Sets = tuple[int, int, int, int]
"""Men and kings of the side to move, then men and kings of the other side, as 64-bit sets."""


def canonical(position: Position) -> str:
    """The same text for a position and all its images: the FEN of one of them, with White to move.

    >>> mirrored, exchanged = Position.from_fen("W:We4:Be5,Ka8"), Position.from_fen("B:Wd4,Kh1:Bd5")
    >>> canonical(Position.from_fen("W:Wd4:Bd5,Kh8")) == canonical(mirrored) == canonical(exchanged)
    True
    """
    sets = _seen_by_mover(position)
    if position.ruleset.movement.dark_squares_only:
        return _fen(sets)
    return min(_fen(sets), _fen(_mirrored(sets)))


def name_of(position: Position) -> str:
    """The id of a puzzle that begins in a position. It is the same for all images, and depends on the ruleset."""
    text = f"{position.ruleset.name} {canonical(position)}"
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return "".join(_LETTERS[number >> 5 * digit & 31] for digit in range(ID_LENGTH))


def _seen_by_mover(position: Position) -> Sets:
    """The pieces as the side to move sees them. For Black the ranks are reversed, and if only the dark squares are
    used, the files too."""
    mover = position.turn
    other = mover.other
    sets = position.men(mover), position.kings(mover), position.men(other), position.kings(other)
    if mover is Color.WHITE:
        return sets
    turned = _each(sets, _reverse_ranks)
    if position.ruleset.movement.dark_squares_only:
        return _mirrored(turned)
    return turned


def _each(sets: Sets, change: Callable[[int], int]) -> Sets:
    men, kings, other_men, other_kings = (change(squares) for squares in sets)
    return men, kings, other_men, other_kings


def _mirrored(sets: Sets) -> Sets:
    return _each(sets, _reverse_files)


def _reverse_ranks(squares: int) -> int:
    return int.from_bytes(squares.to_bytes(8, "little"), "big")


def _reverse_files(squares: int) -> int:
    return int(f"{_reverse_ranks(squares):064b}"[::-1], 2)


def _fen(sets: Sets) -> str:
    men, kings, other_men, other_kings = sets
    return write_fen((men, kings), (other_men, other_kings), Color.WHITE)
