"""Moves as people write them.

Moves are written as `d3-d4`. A capture is written with its first and last square, `f3xb7`, if only one legal capture
has these, otherwise with every landing square, `f3xf5xd5xd7xb7`. These forms are read, and so are any capture with
every landing square, the federation's form in which each square after the first is a captured one (`f3xf4xe5xd6xc7`),
and all of these without signs (`d3d4`).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from damaci.board.move import Move
from damaci.board.path import Path, by_captures, by_landings
from damaci.board.placement import Placement
from damaci.board.square import Square
from damaci.errors import MoveTextError
from damaci.sentence import Sentence

_SQUARE = "[a-h][1-8]"
_MOVE = re.compile(f"{_SQUARE}(?:-{_SQUARE}|(?:x{_SQUARE}){{1,63}}|(?:{_SQUARE}){{1,63}})")
_LOOKS_LIKE_MOVE = re.compile(f"(?:{_SQUARE}(?:[-x]?{_SQUARE})*)?")


class Attempt(NamedTuple):
    """A move as a text names it, legal or not: the squares, and the sign between them."""

    squares: tuple[Square, ...]
    sign: Literal["-", "x", ""] = ""
    """Empty when the text does not say whether the move is quiet or a capture."""


@lru_cache(maxsize=2048)
def read_attempt(text: str) -> Attempt:
    """The squares and the sign of a move text. Raises MoveTextError."""
    plain = text.strip().lower()
    if not _MOVE.fullmatch(plain):
        raise MoveTextError(_complaint(text, plain))
    squares = tuple(map(Square.parse, re.findall(_SQUARE, plain)))
    if "-" in plain:
        return Attempt(squares, "-")
    if "x" in plain:
        return Attempt(squares, "x")
    return Attempt(squares)


def _complaint(text: str, plain: str) -> Sentence:
    shown = repr(text if len(text) <= 40 else f"{text[:40]}…")
    good = _LOOKS_LIKE_MOVE.match(plain)
    at = good.end() if good else 0
    if at == len(plain) and at > 2:
        return Sentence(
            "{text} is not a move: expected one hyphen between two squares, "
            "or an x before every square after the first",
            {"text": shown},
        )
    if at == len(plain):
        return Sentence(
            "{text} is not a move: expected squares such as d3-d4, or f3xb7 for a capture; found the end",
            {"text": shown},
        )
    where = {"text": shown, "found": repr(plain[at]), "n": at + 1}
    return Sentence(
        "{text} is not a move: expected squares such as d3-d4, or f3xb7 for a capture; found {found} at character {n}",
        where,
    )


def read_moves(position: Placement, attempt: Attempt) -> list[Move]:
    """The legal moves that an attempt can mean: none, one, or several when it is ambiguous. They have the path that the
    attempt gives, if it gives one."""
    return _read_quiet(position, attempt) or _read_captures(position, attempt)


def _read_quiet(position: Placement, attempt: Attempt) -> list[Move]:
    if attempt.sign == "x" or len(attempt.squares) != 2:
        return []
    return position.between(*attempt.squares, capturing=False)


def _read_captures(position: Placement, attempt: Attempt) -> list[Move]:
    if attempt.sign == "-":
        return []
    if len(attempt.squares) == 2:
        short = position.between(*attempt.squares, capturing=True)
    else:
        short = []
    if len(short) == 1 or not position.must_capture:
        return short
    board = position.plain_board()
    if attempt.squares[0] not in board:
        return []
    movement = position.ruleset.movement
    landing = by_landings(movement, board, attempt.squares)
    given = _legal(position, [landing] if landing else [])
    return given or short or _legal(position, by_captures(movement, board, attempt.squares[0], attempt.squares[1:]))


def _legal(position: Placement, paths: Iterable[Path]) -> list[Move]:
    moves = (Move(squares[0], squares[-1], tuple(sorted(jumps)), squares, jumps) for squares, jumps in paths)
    return list(dict.fromkeys(move for move in moves if position.has_move(move)))


def write_move(position: Placement, move: Move) -> str:
    """The shortest text that means this legal move and no other. Raises IllegalMove when it is not legal here."""
    if not move.is_capture and position.has_move(move):
        return f"{move.origin}-{move.target}"
    alike = position.between(move.origin, move.target, capturing=True)
    if move not in alike:
        raise position.refuse(move)
    if len(alike) > 1:
        return str(alike[alike.index(move)])
    return f"{move.origin}x{move.target}"
