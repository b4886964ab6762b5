"""Chooses the positions of the courses from the shipped puzzles and from endgame tables.

First run `damaci tablebase build --pieces 4 --dir FOLDER`. Then `python -m tools.courses FOLDER` writes
src/damaci/lessons/data/courses.tsv, with the same content each time. tests/lessons/test_courses.py proves each position
again.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import TypeVar

from damaci import Move, Position
from damaci.book.canonical import canonical_key
from damaci.lessons.courses import DATA, Row
from damaci.puzzles import Puzzle, Theme, puzzles
from damaci.puzzles.puzzle import Goal
from damaci.puzzles.reading import PlayedMove, SolutionReading
from damaci.rules.endings import OneEach
from damaci.tablebase import Probe, Tables, Terms
from tools.blockades import blockades

EACH = 12
"""Positions of a course."""
PRACTICE = 3
"""Positions to practise with at the end of a course."""
FEW = 4
"""The most pieces in a position to practise with: as many as in the tables that the app makes, so that its answers are
exact."""
HARDEST = 1_500
"""Rating of the hardest puzzle in a course."""
LONGEST = 7
"""Plies of the longest solution."""
SAMPLES = 4_000
"""Number of positions of a material that are examined."""
RARE_SAMPLES = 100_000
"""The same number for courses in which only one move may win, and has to be of a certain kind."""
T = TypeVar("T")
Counts = tuple[int, int, int, int]
"""The numbers of White's men and damas, and of Black's men and damas."""


def spread(found: list[T], count: int) -> list[T]:
    """`count` of the items, spread evenly from the first to the last."""
    return [found[number * (len(found) - 1) // (count - 1)] for number in range(count)]


# ---- from puzzles ----------------------------------------------------------------------------------------------------


def of_puzzles(course: str, suits: Callable[[Puzzle, SolutionReading], bool]) -> list[Row]:
    """Puzzles that suit, beginning with the easiest."""
    found = [each for each in _suiting(suits) if each.rating <= HARDEST]
    return [Row(course, "position", "win", f"puzzle {each.id}", each.fen, each.moves) for each in spread(found, EACH)]


def hardest_of_few(course: str, suits: Callable[[Puzzle, SolutionReading], bool], taught: list[Row]) -> list[Row]:
    """The hardest puzzles with few pieces that suit and are not in `taught`. They are for practice, without their
    solution."""
    names = {row.source for row in taught}
    found = [Row(course, "practice", "win", f"puzzle {each.id}", each.fen, ()) for each in _suiting(suits, FEW)]
    return [row for row in reversed(found) if row.source not in names][:PRACTICE]


def _suiting(suits: Callable[[Puzzle, SolutionReading], bool], pieces: int = 64) -> list[Puzzle]:
    """The puzzles that suit and have at most this many pieces, the easiest first."""
    found = [each for each in puzzles("turkish") if _fits(each) and _pieces(each) <= pieces]
    return [each for each in found if suits(each, _reading(each))]


def _fits(puzzle: Puzzle) -> bool:
    return puzzle.goal is Goal.WIN and len(puzzle.moves) <= LONGEST


def _reading(puzzle: Puzzle) -> SolutionReading:
    return SolutionReading.of(puzzle.position, puzzle.moves + puzzle.tail)


def _pieces(puzzle: Puzzle) -> int:
    return puzzle.position.count(puzzle.position.turn) + puzzle.position.count(puzzle.position.turn.other)


def asks(puzzle: Puzzle, reading: SolutionReading) -> bool:
    """Whether the first move asks for a piece, with men on the board that matter."""
    start = reading.start
    return reading.own[0].asks and bool(start.men(start.turn)) and reading.taken > 0


def gives(puzzle: Puzzle, reading: SolutionReading) -> bool:
    """Whether the puzzle is about giving pieces to take more."""
    return reading.own[0].gives and reading.taken > reading.given and Theme.GIVE_FOR_DAMA not in puzzle.themes


def reaches_the_last_row(puzzle: Puzzle, reading: SolutionReading) -> bool:
    """Whether one of the solver's men reaches the last rank, by a sacrifice or by running."""
    return any(step.promotes for step in reading.own) or Theme.LAST_ROW in puzzle.themes


# ---- from tables -----------------------------------------------------------------------------------------------------


class Endings:
    """Positions of few pieces in which only one move attains the best result."""

    def __init__(self, folder: Path) -> None:
        self._tables = Tables(folder, Terms("turkish", OneEach.AT_ONCE))

    def find(self, course: str, material: Counts, result: int, random: Random) -> Iterator[Row]:
        """Random positions with their solutions; no two are equal or mirrored."""
        seen = set()
        for position, probe in self._sampled(material, random, SAMPLES):
            if probe.result != result or canonical_key(position) in seen:
                continue
            seen.add(canonical_key(position))
            moves = self._solution(position, result)
            if len(moves) >= 3:
                yield Row(course, "position", _goal(result), _source(material), position.fen, moves)

    def practice(self, course: str, material: Counts, random: Random, plies: range) -> Iterator[Row]:
        """Positions that are won in `plies` plies and have at least as many wrong moves as right ones."""
        for position in self._won(material, random, SAMPLES, plies):
            if 2 * len(self._winning(position)) <= len(position.legal_moves):
                yield _to_practise(course, material, position)

    def keys(
        self, course: str, material: Counts, random: Random, plies: range, suits: Callable[[PlayedMove], bool]
    ) -> Iterator[Row]:
        """Positions that are won in `plies` plies and in which only one move wins, which suits."""
        for position in self._won(material, random, RARE_SAMPLES, plies):
            good = self._winning(position)
            if len(good) == 1 and suits(SolutionReading.of(position, [position.text(good[0])]).own[0]):
                yield _to_practise(course, material, position)

    def _won(self, material: Counts, random: Random, samples: int, plies: range) -> Iterator[Position]:
        """Of `samples` random positions, those that are won in `plies` plies."""
        for position, probe in self._sampled(material, random, samples):
            if probe.result > 0 and probe.plies in plies:
                yield position

    def _sampled(self, material: Counts, random: Random, samples: int) -> Iterator[tuple[Position, Probe]]:
        """`samples` random positions, without those that the tables do not have."""
        for _ in range(samples):
            position = sample(material, random)
            probe = self._tables.probe(position) if position else None
            if position and probe:
                yield position, probe

    def _winning(self, position: Position) -> list[Move]:
        return [move for move, probe in self._tables.moves(position).items() if probe.result > 0]

    def _solution(self, position: Position, result: int) -> tuple[str, ...]:
        """The moves from a position on, as long as only one move attains the result. The other side resists as long
        as possible. The solver's last move may be one of several captures of the same pieces."""
        found: list[str] = []
        while len(found) < LONGEST:
            moves = self._tables.moves(position)
            good = [move for move, probe in moves.items() if probe.result == result]
            one_capture = bool(good and good[0].captured) and len({each.captured for each in good}) == 1
            if len(moves) < 2 or not good or (len(good) > 1 and not one_capture):
                break
            found.append("|".join(map(position.text, good)))
            position = position.play(good[0])
            replies = self._tables.moves(position)
            if len(good) > 1 or not replies:
                break
            found.append(position.text(next(iter(replies))))
            position = position.play(found[-1])
        return tuple(found[: len(found) - 1 + len(found) % 2])


def _to_practise(course: str, material: Counts, position: Position) -> Row:
    return Row(course, "practice", "win", _source(material), position.fen, ())


def _goal(result: int) -> str:
    return "win" if result > 0 else "draw"


def _source(material: Counts) -> str:
    white_men, white_damas, black_men, black_damas = material
    return f"table {'K' * white_damas}{'M' * white_men}v{'K' * black_damas}{'M' * black_men}"


def sample(material: Counts, random: Random) -> Position | None:
    """A random position of a material in which neither side can capture. None if the drawn squares do not give one."""
    squares = random.sample(range(64), sum(material))
    white_men, white_damas, black_men, _ = material
    names = ["abcdefgh"[square % 8] + str(square // 8 + 1) for square in squares]
    whites = names[: white_men + white_damas]
    blacks = names[white_men + white_damas :]
    white = _with_damas(whites, white_men)
    black = _with_damas(blacks, black_men)
    try:
        position = Position.from_fen(f"W:W{','.join(white)}:B{','.join(black)}")
    except ValueError:
        return None
    if position.must_capture or position.passed().must_capture:
        return None
    return position


def _with_damas(names: list[str], men: int) -> list[str]:
    """The squares of one side in FEN's form. In `names` those of its men come first."""
    return [*names[:men], *(f"K{name}" for name in names[men:])]


def of_tables(endings: Endings, course: str, wanted: list[tuple[Counts, int, int]], random: Random) -> list[Row]:
    """The wanted number of positions of each material and result, the shortest solutions first."""
    rows: list[Row] = []
    for material, result, count in wanted:
        found = sorted(
            islice(endings.find(course, material, result, random), 10 * count), key=lambda row: len(row.moves)
        )
        if count > 1:
            rows += spread(found, count)
        else:
            rows += found[-1:]
    return sorted(rows, key=lambda row: len(row.moves))


# ---- all -------------------------------------------------------------------------------------------------------------


def rows(folder: Path) -> Iterator[Row]:
    """All rows of the file."""
    random = Random(15)
    endings = Endings(folder)
    yield from of_puzzles("asking", asks)
    rare = Random(16)
    for material in ((1, 1, 2, 0), (1, 1, 1, 1), (2, 0, 2, 0)):
        yield next(endings.keys("asking", material, rare, range(11, 60), lambda step: step.asks))
    yield from of_puzzles("giving", gives)
    yield next(endings.keys("giving", (0, 2, 1, 1), rare, range(3, 9), lambda step: step.gives))
    yield from islice(endings.keys("giving", (3, 0, 1, 0), rare, range(9, 60), lambda step: step.gives), PRACTICE - 1)
    last_row = of_puzzles("last-row", reaches_the_last_row)
    yield from last_row + hardest_of_few("last-row", reaches_the_last_row, last_row)
    men = [((1, 1, 2, 0), 1, 6), ((1, 1, 1, 0), 1, 2), ((0, 1, 3, 0), 0, 4)]
    yield from of_tables(endings, "dama-and-men", men, random)
    yield from islice(endings.practice("dama-and-men", (1, 1, 2, 0), random, range(9, 20)), PRACTICE)
    two = [((2, 0, 1, 0), 1, 7), ((0, 2, 1, 0), 1, 2), ((0, 2, 0, 1), 1, 2), ((1, 1, 1, 0), 1, 1)]
    yield from of_tables(endings, "two-against-one", two, random)
    yield from islice(endings.practice("two-against-one", (2, 0, 1, 0), random, range(15, 30)), PRACTICE)
    found = blockades(Random(15), EACH)
    yield from (Row("blocking", "position", "win", "search", fen, moves) for fen, moves in found[:-1])
    yield Row("blocking", "practice", "win", "search", found[-1][0], ())


def main(folder: str) -> None:
    """Writes the file."""
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text("".join(f"{row.line}\n" for row in rows(Path(folder))), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
