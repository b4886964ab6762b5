"""The puzzles that are shipped: one file for each ruleset, read when the first of its puzzles is needed."""

import gzip
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import overload

from damaci.arguments import expect_kind, expect_word, shown
from damaci.errors import DamaciError
from damaci.puzzles.puzzle import Goal, Puzzle
from damaci.puzzles.themes import Theme
from damaci.rules.catalogue import RULESETS
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

SUFFIX = ".tsv.gz"
RATING = 6
THEMES = 9
"""The number of fields of a line."""


class UnknownPuzzle(DamaciError):
    """There is no puzzle with that id."""


class Collection(Sequence[Puzzle]):
    """Puzzles of one ruleset, easiest first."""

    def __init__(self, ruleset: str, rows: Iterable[str]) -> None:
        self.ruleset = ruleset
        self._rows = list(rows)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {row[: row.index("\t")]: number for number, row in enumerate(self._rows)}

    @cached_property
    def sizes(self) -> Mapping[Theme, int]:
        """The number of puzzles of each theme that has any."""
        found = Counter(theme for row in self._rows for theme in _themes_of(row))
        return {theme: found[theme] for theme in Theme if theme in found}

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, number: int) -> Puzzle: ...
    @overload
    def __getitem__(self, number: slice) -> list[Puzzle]: ...
    def __getitem__(self, number: int | slice) -> Puzzle | list[Puzzle]:
        if isinstance(number, slice):
            return [read_row(self.ruleset, row) for row in self._rows[number]]
        return read_row(self.ruleset, self._rows[number])

    def __contains__(self, puzzle: object) -> bool:
        return isinstance(puzzle, Puzzle) and puzzle.id in self._numbers

    def get(self, name: str) -> Puzzle | None:
        """The puzzle with an id; None if there is none. Raises BadArgument for a value that is not a text."""
        number = self._numbers.get(expect_kind("id", name, str))
        if number is None:
            return None
        return self[number]

    def name(self, number: int) -> str:
        """The id of a puzzle by its number, without reading the rest."""
        row = self._rows[number]
        return row[: row.index("\t")]

    def rating(self, number: int) -> int:
        """The first rating of a puzzle by its number."""
        return int(self._rows[number].split("\t", RATING + 1)[RATING])

    def numbers(self, theme: Theme | None = None) -> list[int]:
        """The numbers of all puzzles, or of those of one theme. Raises BadArgument for a value that is not a theme."""
        if theme is None:
            return [*range(len(self))]
        wanted = expect_word("theme", theme, Theme)
        return [number for number, row in enumerate(self._rows) if wanted in _themes_of(row)]

    def with_theme(self, theme: Theme) -> Iterator[Puzzle]:
        """The puzzles of one theme, easiest first."""
        return (self[number] for number in self.numbers(theme))


class Collections:
    """The collection of each ruleset, read when it is first needed."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """`read` returns the packed file of a ruleset."""
        self._read = read
        self._known: dict[str, Collection] = {}

    def of(self, ruleset: str) -> Collection:
        """The collection of a ruleset."""
        if ruleset not in self._known:
            self.replace(ruleset, self._read(ruleset))
        return self._known[ruleset]

    def replace(self, ruleset: str, packed: bytes) -> None:
        """Replaces the puzzles of a ruleset, for example by all of them if only a part was shipped. Raises OSError,
        EOFError, zlib.error or UnicodeDecodeError for a damaged file."""
        self._known[ruleset] = Collection(ruleset, gzip.decompress(packed).decode().splitlines())


def _themes_of(row: str) -> list[str]:
    return row.split("\t", THEMES + 1)[THEMES].split()


def _packaged(ruleset: str) -> bytes:
    return files("damaci.puzzles").joinpath("data", ruleset + SUFFIX).read_bytes()


SHIPPED = Collections(_packaged)
"""The collections that come with the package."""


def puzzles(ruleset: str | Ruleset = "turkish") -> Collection:
    """The shipped puzzles of a ruleset. Raises UnknownRuleset.

    >>> puzzle = puzzles("turkish")[0]
    >>> len(puzzle.moves) % 2
    1
    """
    return SHIPPED.of(find_ruleset(ruleset).name)


def find(name: str) -> Puzzle:
    """The shipped puzzle with an id, of any ruleset. Raises UnknownPuzzle; BadArgument for a value that is not a
    text."""
    for ruleset in RULESETS:
        puzzle = puzzles(ruleset).get(name)
        if puzzle:
            return puzzle
    known = {"name": shown(name), "example": puzzles()[0].id}
    raise UnknownPuzzle(Sentence("no puzzle {name}: expected an id such as {example}", known))


def write_row(puzzle: Puzzle) -> str:
    """A puzzle as a line of the file."""
    fields = (
        puzzle.id,
        puzzle.before,
        puzzle.last,
        " ".join(puzzle.moves),
        " ".join(puzzle.tail),
        puzzle.goal,
        str(puzzle.rating),
        str(puzzle.depth),
        str(puzzle.nodes),
        " ".join(puzzle.themes),
        puzzle.source,
    )
    return "\t".join(fields)


def read_row(ruleset: str, row: str) -> Puzzle:
    """The puzzle of a line."""
    name, before, last, moves, tail, goal, rating, depth, nodes, themes, source = row.split("\t")
    return Puzzle(
        name,
        ruleset,
        before,
        last,
        tuple(moves.split()),
        tuple(tail.split()),
        Goal(goal),
        int(rating),
        int(depth),
        int(nodes),
        tuple(map(Theme, themes.split())),
        source,
    )
