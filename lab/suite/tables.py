"""Finds, by endgame tables, the right move of a position: the only one that wins, or the only one that saves a draw."""

from damaci import _kernel
from damaci.board.position import Position
from damaci.tablebase import Probe, Tables
from damaci.tablebase.tables import probe_of
from lab.suite.hard import LINE, Hard, texts


def right_move(tables: Tables, position: _kernel.Position) -> _kernel.Move | None:
    """The only move that keeps the result of the position. None if there are several such moves, the position is lost
    or has only one move, or the tables do not know.

    It uses the kernel's own positions to be fast: it is called for many positions, and most have no right move.
    """
    end = _result(tables, position)
    moves = position.moves()
    if end is None or end < 0 or len(moves) < 2:
        return None
    right = None
    for move in moves:
        result = _result(tables, position.play(move))
        if result is None or (result == -end and right is not None):
            return None
        if result == -end:
            right = move
    return right


def _result(tables: Tables, position: _kernel.Position) -> int | None:
    """1 if the side to move wins, 0 for a draw, -1 if it loses, None if the tables do not know."""
    outcome = tables.kernel.probe(position)
    if outcome is None:
        return None
    return probe_of(outcome).result


def hard_by_tables(tables: Tables, position: Position, source: str) -> Hard:
    """A position that has a right move, with the tables' results of that move and of the best other one."""
    (move, best), (_, second), *_ = tables.moves(position).items()
    line = texts(position, tables.line(position, LINE))
    wins = best.result > 0
    return Hard(position.fen, position.text(move), _told(best), _told(second), wins, 0, 0, line, source)


def _told(probe: Probe) -> str:
    """A result in the form in which `damaci.engine.Score` is written."""
    if probe.result == 0:
        return "draw"
    if probe.result > 0:
        return f"win in {probe.plies}"
    return f"loss in {probe.plies}"
