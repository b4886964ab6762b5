"""Makes a collection of the puzzles that were found: refuses duplicates and mirror images, counts themes, rates."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import Engine
from damaci.puzzles.images import canonical, name_of
from damaci.puzzles.puzzle import Goal, Puzzle
from damaci.puzzles.reading import SolutionReading
from damaci.puzzles.themes import Theme, themes_of
from lab.puzzles.difficulty import first_rating, weakest_level
from lab.puzzles.mining import Found

HASH_MEGABYTES = 8


@dataclass
class Sieve:
    """Decides which of the found puzzles are kept, and counts why the others are not."""

    refused: Counter[str] = field(default_factory=Counter)
    _starts: set[str] = field(default_factory=set)
    _inner: set[str] = field(default_factory=set)
    _keys: set[tuple[str, str]] = field(default_factory=set)

    def keep(self, puzzles: Iterable[Puzzle]) -> None:
        """Counts the puzzles of an earlier collection as kept: puzzles like them are refused."""
        for each in puzzles:
            self._keep(_as_found(each), each.position)

    def sift(self, ruleset: str, found: Iterable[Found]) -> Iterator[tuple[Found, Position]]:
        """Yields the puzzles to keep, those with the longest solutions first, each with the solver's position."""
        for each in sorted(found, key=lambda one: (-len(one.moves), one.source)):
            start = Position.from_fen(each.before, ruleset).play(each.moves[0])
            reason = self._problem(each, start)
            if reason:
                self.refused[reason] += 1
            else:
                self._keep(each, start)
                yield each, start

    def _problem(self, found: Found, start: Position) -> str | None:
        image = canonical(start)
        if image in self._starts:
            return "duplicate or mirror image"
        if image in self._inner:
            return "part of another"
        if (found.source.partition(",")[0], found.moves[1]) in self._keys:
            return "same game and key move"
        return None

    def _keep(self, found: Found, start: Position) -> None:
        self._starts.add(canonical(start))
        self._keys.add((found.source.partition(",")[0], found.moves[1]))
        for text in found.moves[1:]:
            start = start.play(text)
            self._inner.add(canonical(start))


def _as_found(puzzle: Puzzle) -> Found:
    return Found(
        before=puzzle.before,
        moves=(puzzle.last, *puzzle.moves),
        tail=puzzle.tail,
        goal=puzzle.goal,
        choices=puzzle.choices,
        depth=puzzle.depth,
        nodes=puzzle.nodes,
        source=puzzle.source,
    )


class Maker:
    """Makes puzzles from the findings."""

    def __init__(self) -> None:
        self._engine = Engine(HASH_MEGABYTES)

    def puzzle(self, found: Found, start: Position) -> Puzzle:
        """The puzzle with its id, its themes and its first rating."""
        reading = SolutionReading.of(start, found.moves[1:], found.tail)
        wins = found.goal == Goal.WIN
        themes = themes_of(reading, wins)
        moves = tuple(step.move for step in reading.steps[: len(found.moves) - 1])
        return Puzzle(
            id=name_of(start),
            ruleset=start.ruleset.name,
            before=found.before,
            last=found.moves[0],
            moves=found.moves[1:],
            tail=found.tail,
            goal=Goal(found.goal),
            rating=self._rating(found, start, moves, Theme.QUIET_KEY in themes),
            depth=found.depth,
            nodes=found.nodes,
            themes=themes,
            source=found.source,
        )

    def _rating(self, found: Found, start: Position, moves: tuple[Move, ...], quiet: bool) -> int:
        level = weakest_level(self._engine, start, moves)
        pieces = start.count(start.turn) + start.count(start.turn.other)
        return first_rating(level, found.nodes, found.choices, pieces, quiet)
