"""The books and counted games that come with the package; they are read when they are first used."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from importlib import resources

from damaci.arguments import expect_kind
from damaci.board.position import Position
from damaci.book.book import Book, BookMove, pack_book
from damaci.book.games import EngineGames, Results, pack_games
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.ruleset import Ruleset

Read = Callable[[str], bytes | None]
"""The content of a file by its name; None if there is no such file."""


class Openings:
    """The openings of one ruleset: its book, games and ballots."""

    def __init__(self, ruleset: str, read: Read) -> None:
        self._ruleset = ruleset
        self._read = read

    @cached_property
    def book(self) -> Book:
        """Its book; an empty one if there is none."""
        return Book(self._read(f"{self._ruleset}.book") or pack_book(()))

    @cached_property
    def games(self) -> EngineGames:
        """The counted games of the engine; without any games if there is no file."""
        return EngineGames(self._read(f"{self._ruleset}.games") or pack_games(()))

    @cached_property
    def ballots(self) -> tuple[tuple[str, ...], ...]:
        """The moves of its ballots, in the notation of PDN."""
        content = self._read(f"{self._ruleset}.ballots") or b""
        return tuple(tuple(line.split()) for line in content.decode().splitlines())


class Library:
    """The openings of every ruleset."""

    def __init__(self, read: Read) -> None:
        """`read` returns the content of the files."""
        self._read = read
        self._added: dict[str, bytes] = {}
        self._openings = lru_cache(maxsize=None)(lambda ruleset: Openings(ruleset, self._file))

    def add(self, files: Mapping[str, bytes]) -> None:
        """Replaces the files of the same names by these files from now on."""
        self._added |= files
        self._openings.cache_clear()

    def openings(self, ruleset: str | Ruleset) -> Openings:
        """The openings of one ruleset. Raises UnknownRuleset."""
        return self._openings(find_ruleset(ruleset).name)

    def moves(self, position: Position) -> tuple[BookMove, ...]:
        """All legal moves by their value in the book, best first; none if it does not know the values of all of
        them."""
        return self.openings(expect_kind("position", position, Position).ruleset).book.moves(position)

    def results(self, position: Position) -> Results:
        """The results of the engine's games in which this position occurred."""
        return self.openings(expect_kind("position", position, Position).ruleset).games.results(position)

    def _file(self, name: str) -> bytes | None:
        return self._added.get(name) or self._read(name)


def _packaged(name: str) -> bytes | None:
    file = resources.files("damaci.book") / "data" / name
    if not file.is_file():
        return None
    return file.read_bytes()


SHIPPED = Library(_packaged)
"""The library that comes with the package."""
