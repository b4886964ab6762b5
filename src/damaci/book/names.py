"""Neutral names for the first plies, by the move and its shape; there are no names in the literature."""

from collections.abc import Sequence
from typing import NamedTuple

from damaci.board.move import Move
from damaci.board.position import Position

NAMED_PLIES = 4
_FILES = 8

_OPENINGS = ("Edge opening", "Wing opening", "Flank opening", "Centre opening")
"""The phrases for first moves, by the distance of their file from the edge."""
_ON_THE_SAME_FILE = "met head-on"
_IN_THE_MIRROR = "mirrored"
_BESIDE = "met from beside"
_NEAR = "answered on the same side"
_FAR = "answered on the other side"
_ON = "pushed on"
_ASIDE = "stepping aside"
_PAIR = "making a pair"
_BACKED = "backed up"
_SECOND = "with a second front"
_CAPTURE = "with a capture"

PHRASES = (
    *_OPENINGS,
    _ON_THE_SAME_FILE,
    _IN_THE_MIRROR,
    _BESIDE,
    _NEAR,
    _FAR,
    _ON,
    _ASIDE,
    _PAIR,
    _BACKED,
    _SECOND,
    _CAPTURE,
)
"""All the phrases of names, for the translators."""


class NameNode(NamedTuple):
    """A node of the tree of names."""

    moves: tuple[str, ...]
    """The first line with this name."""
    name: tuple[str, ...]


def name(moves: Sequence[Move]) -> tuple[str, ...]:
    """The name of an opening: a phrase for each of its moves from the start, at most NAMED_PLIES.

    >>> position = Position.start()
    >>> d3d4 = position.read("d3-d4")
    >>> name([d3d4, position.play(d3d4).read("d6-d5")])
    ('Centre opening', 'met head-on')
    """
    return tuple(_phrase(moves, ply) for ply in range(min(len(moves), NAMED_PLIES)))


def tree(start: Position, plies: int = NAMED_PLIES) -> list[NameNode]:
    """Every name from a start position, each after the names that it continues, with the first line that leads to
    it."""
    found: dict[tuple[str, ...], NameNode] = {}
    _grow(found, start, (), (), plies)
    return list(found.values())


def _grow(
    found: dict[tuple[str, ...], NameNode],
    position: Position,
    line: tuple[Move, ...],
    texts: tuple[str, ...],
    plies: int,
) -> None:
    if len(line) == plies:
        return
    for move in position.legal_moves:
        longer = (*line, move)
        named = name(longer)
        if named not in found:
            found[named] = NameNode((*texts, position.text(move)), named)
            _grow(found, position.play(move), longer, found[named].moves, plies)


def _phrase(moves: Sequence[Move], ply: int) -> str:
    move = moves[ply]
    if move.captured:
        return _CAPTURE
    if ply == 0:
        return _OPENINGS[min(_file(move), _FILES - 1 - _file(move))]
    if ply == 1:
        return _reply(_file(moves[0]), _file(move))
    return _follow_up(moves[ply - 2], move)


def _reply(first: int, second: int) -> str:
    """The phrase for a reply, by the files of the two men."""
    if second == first:
        return _ON_THE_SAME_FILE
    if second == _FILES - 1 - first:
        return _IN_THE_MIRROR
    if abs(second - first) == 1:
        return _BESIDE
    if (second < _FILES // 2) == (first < _FILES // 2):
        return _NEAR
    return _FAR


def _follow_up(before: Move, move: Move) -> str:
    """The phrase for a side's second move, by its relation to the side's first."""
    if move.origin == before.target:
        if _rank(move.target) == _rank(move.origin):
            return _ASIDE
        return _ON
    if _rank(move.target) == _rank(before.target) and abs(_file(move) - _file(before)) == 1:
        return _PAIR
    if move.target == before.origin:
        return _BACKED
    return _SECOND


def _file(move: Move) -> int:
    return move.target % _FILES


def _rank(square: int) -> int:
    return square // _FILES
