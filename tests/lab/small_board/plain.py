"""Solves a small board with the reference generator, in the simplest way: outcomes are derived again and again until
none changes."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from damaci.rules import reference
from damaci.rules.movement import Movement
from damaci.rules.steps import Board, Piece
from lab.small_board.board import SmallBoard

MOVEMENT = Movement.of("turkish")
Position = frozenset[tuple[int, Piece]]
"""The pieces of the side to move are White's."""


def large(board: SmallBoard, square: int) -> int:
    """The number that a square has on the large board."""
    return square // board.files * 8 + square % board.files


def small(board: SmallBoard, square: int) -> int:
    return square // 8 * board.files + square % 8


def exchanged(board: SmallBoard, pieces: Board) -> Position:
    return frozenset(
        ((board.ranks - 1 - square // 8) * 8 + square % 8, Piece(not piece.white, piece.king))
        for square, piece in pieces.items()
    )


def either(board: SmallBoard, position: Position) -> Position:
    """The same position for a position and its mirror image."""
    mirrored = frozenset((square // 8 * 8 + board.files - 1 - square % 8, piece) for square, piece in position)
    return min(position, mirrored, key=sorted)


@dataclass
class Plain:
    """All positions that can be reached, and the positions after their moves."""

    board: SmallBoard
    men: int
    after: dict[Position, list[Position]] = field(default_factory=dict)
    capturing: set[Position] = field(default_factory=set)

    @property
    def start(self) -> Position:
        squares = [square for square in range(self.board.files * self.board.ranks) if self.men >> square & 1]
        white = [(large(self.board, square), Piece(True, False)) for square in squares]
        black = [(large(self.board, self.board.flipped(square)), Piece(False, False)) for square in squares]
        return either(self.board, frozenset(white + black))

    def reach(self) -> None:
        waiting = [self.start]
        while waiting:
            position = waiting.pop()
            if position not in self.after:
                self.after[position] = [*self._moves(position)]
                waiting += self.after[position]

    def _moves(self, position: Position) -> Iterable[Position]:
        pieces = dict(position)
        for move in reference.moves(MOVEMENT, pieces, True):
            if move[2]:
                self.capturing.add(position)
            yield either(self.board, exchanged(self.board, reference.play(pieces, move)))

    def outcomes(self, reading: str) -> dict[Position, int]:
        """The plies of each win (odd) and loss (even). Draws are left out."""
        found: dict[Position, int] = {}
        while True:
            deeper = {
                position: plies
                for position in self.after
                if position not in found and not self._is_drawn(position, reading)
                if (plies := self._plies(position, found)) is not None
            }
            if not deeper:
                return found
            found |= deeper

    def _is_drawn(self, position: Position, reading: str) -> bool:
        if reading == "never" or Counter(piece.white for _, piece in position) != {True: 1, False: 1}:
            return False
        return reading == "at-once" or position not in self.capturing

    def _plies(self, position: Position, found: dict[Position, int]) -> int | None:
        after = [found.get(each) for each in self.after[position]]
        if losses := [plies for plies in after if plies is not None and plies % 2 == 0]:
            return min(losses) + 1
        if None in after:
            return None
        return max((plies + 1 for plies in after if plies is not None), default=0)
