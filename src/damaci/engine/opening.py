"""The move that a level plays from the opening book."""

from random import Random

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.book import Library
from damaci.engine.analysis import Line, Score
from damaci.engine.levels import Level


def book_move(book: Library, position: Position, level: Level, ply: int, random: Random) -> Move | None:
    """The move that a level picks from the book at this ply of a game; None if it does not use the book then, or if
    the book does not have the position."""
    if ply >= level.book_plies:
        return None
    best = book.moves(position)[: level.considered(ply)]
    lines = [Line(Score(cp=each.value), (each.move,)) for each in best]
    if not lines:
        return None
    return level.pick(position, lines, ply, random).move
