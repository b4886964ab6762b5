"""Chooses balanced ballots from a book: a few first moves after which neither side is ahead."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from damaci.board.position import Position
from damaci.book import Book
from damaci.book.canonical import canonical_key
from damaci.errors import DamaciError
from lab.errors import LabError

PLIES = (3, 4, 5)
BALANCED = 8
"""Centimen that either side is ahead by, at most."""
MOST_LOSS = 25
"""Centimen that each move of a ballot may be worse than the best."""

Line = tuple[str, ...]


def read_lines(file: Path, ruleset: str) -> tuple[Line, ...]:
    """The ballots of a file, one on each line. Raises OSError, and LabError for another file or illegal moves."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LabError(f"{file}: expected text in UTF-8") from None
    lines = tuple(tuple(line.split()) for line in text.splitlines())
    if not lines:
        raise LabError(f"{file}: expected ballots, found none")
    for number, line in enumerate(lines, 1):
        _expect_legal(f"{file}: line {number}", line, Position.start(ruleset))
    return lines


def _expect_legal(where: str, line: Line, position: Position) -> None:
    try:
        for move in line:
            position = position.play(move)
    except DamaciError as error:
        raise LabError(f"{where}: {error}") from None


def choose(book: Book, start: Position, each: int) -> list[Line]:
    """Up to `each` ballots of every length, spread over the first two moves; no two lead to positions that are worth
    the same."""
    found: dict[int, dict[Line, list[tuple[int, Line]]]] = defaultdict(lambda: defaultdict(list))
    for line, value in _lines(book, start):
        found[len(line)][line[:2]].append((abs(value), line))
    return [line for plies in PLIES for line in _spread(found[plies], each)]


def _lines(book: Book, start: Position) -> Iterator[tuple[Line, int]]:
    """Lines to balanced, quiet positions, with the value for the side to move."""
    seen = {canonical_key(start)}
    last: list[tuple[Line, Position]] = [((), start)]
    for plies in range(1, max(PLIES) + 1):
        last = [each for line, position in last for each in _longer(book, line, position, seen)]
        for line, position in last:
            value = book.value(position)
            if plies in PLIES and value is not None and abs(value) <= BALANCED and not position.must_capture:
                yield line, value


def _longer(book: Book, line: Line, position: Position, seen: set[int]) -> Iterator[tuple[Line, Position]]:
    moves = book.moves(position)
    for each in moves:
        after = position.play(each.move)
        key = canonical_key(after)
        if moves[0].value - each.value <= MOST_LOSS and key not in seen:
            seen.add(key)
            yield (*line, position.text(each.move)), after


def _spread(groups: dict[Line, list[tuple[int, Line]]], most: int) -> list[Line]:
    """Takes lines from the groups in turn, the most balanced of each group first."""
    rounds = zip_longest(*(sorted(group) for group in groups.values()))
    return sorted([line for each in rounds for _, line in filter(None, each)][:most])
