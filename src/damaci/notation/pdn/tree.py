"""A game in the form of PDN: tags, and a line of moves with annotations and variations."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

from damaci.arguments import bad, expect_each, expect_kind, expect_optional
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.notation.pdn.error import PdnWarning
from damaci.notation.pdn.remarks import (
    read_clock,
    read_marks,
    without_clock,
    without_marks,
    write_clock,
    write_marks,
)
from damaci.rules.endings import Endings
from damaci.rules.options import Options
from damaci.rules.ruleset import Ruleset

Result = Literal["1-0", "0-1", "1/2-1/2", "*"]


@dataclass(slots=True)
class Node:
    """A move, its annotations, and the lines that could have been played in its place."""

    move: Move
    nags: list[int] = field(default_factory=list)
    """Numeric annotation glyphs: 1 is a good move (!), 2 a bad one (?), and so on as PGN numbers them."""
    comments: list[str] = field(default_factory=list)
    variations: list["Line"] = field(default_factory=list)

    @property
    def clock(self) -> float | None:
        """The player's seconds left after the move: the command `[%clk h:mm:ss]` in a comment. Setting it writes that
        command; None removes it."""
        return read_clock(self.comments)

    @clock.setter
    def clock(self, seconds: float | None) -> None:
        bare = [without_clock(comment) for comment in self.comments]
        clock = [] if seconds is None else [write_clock(seconds)]
        self.comments = clock + [comment for comment in bare if comment]

    @property
    def marks(self) -> list[str]:
        """The marks that are drawn on the board after the move: `Gd4` is a green circle, `Rd3d4` a red arrow; G, R, Y,
        B for green, red, yellow, blue. They are the commands `[%csl ...]` and `[%cal ...]` in a comment; setting them
        writes these."""
        return read_marks(self.comments)

    @marks.setter
    def marks(self, marks: list[str]) -> None:
        self.comments = _marked(self.comments, marks)


@dataclass(slots=True)
class Line:
    """Moves one after another."""

    nodes: list[Node] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    """The comments before the first move."""

    @property
    def marks(self) -> list[str]:
        """The marks that are drawn on the board before the first move, as in Node."""
        return read_marks(self.comments)

    @marks.setter
    def marks(self, marks: list[str]) -> None:
        self.comments = _marked(self.comments, marks)


def _marked(comments: list[str], marks: list[str]) -> list[str]:
    said = [write_marks(marks), *map(without_marks, comments)]
    return [comment for comment in said if comment]


class Unread(Protocol):
    """A line that is known to be right, but whose Python values have not been made yet."""

    def line(self) -> Line:
        """Its moves and remarks."""
        raise NotImplementedError

    def words(self) -> str | None:
        """Its words in PDN, as the kernel's `write_words` gives them."""

    def transcript(self) -> tuple[list[str], list[tuple[int, str]]] | None:
        """Its moves as JSON and its remarks, as the kernel's `transcribe` gives them; None if it cannot."""


def _expect_line(line: Line | Unread) -> Line | Unread:
    if not isinstance(line, Line) and not hasattr(line, "transcript"):
        raise bad("line", line, "a Line")
    return line


_COMPARED = ("start", "tags", "result", "options", "endings", "line")


class PdnGame:
    """A game with its tags, but without the tags that are derived from the game: Result, GameType, Ruleset, SetUp, FEN,
    Options, Endings."""

    __slots__ = ("_line", "endings", "options", "result", "start", "tags", "warnings")

    def __init__(
        self,
        start: Position | None = None,
        tags: dict[str, str] | None = None,
        line: Line | Unread | None = None,
        result: Result = "*",
        options: Options | None = None,
        endings: Endings | None = None,
        warnings: Iterable[PdnWarning] = (),
    ) -> None:
        """A game from `start`; if it is not given, from the start of Turkish draughts.

        Options and endings are the ruleset's own unless given. Raises BadArgument for values of another kind."""
        self.start = expect_optional("start", start, Position) or Position.start()
        self.tags: dict[str, str] = {} if tags is None else expect_kind("tags", tags, dict)
        self.result = result
        self.options = expect_optional("options", options, Options) or self.ruleset.options
        self.endings = expect_optional("endings", endings, Endings) or self.ruleset.endings
        self.warnings = tuple(warnings)
        """Warnings about text that was not PDN, but could be understood, in order. Not compared by `==`."""
        self._line = Line() if line is None else _expect_line(line)

    @property
    def line(self) -> Line:
        """What was played."""
        if not isinstance(self._line, Line):
            self._line = self._line.line()
        return self._line

    @line.setter
    def line(self, line: Line) -> None:
        self._line = line

    @property
    def unread(self) -> Unread | None:
        """The line in the form of its source. None once `line` has been read, because that line can be changed."""
        if isinstance(self._line, Line):
            return None
        return self._line

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PdnGame):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _COMPARED)

    __hash__ = None  # type: ignore[assignment]  # it can be changed

    def __repr__(self) -> str:
        return f"PdnGame({', '.join(f'{name}={getattr(self, name)!r}' for name in _COMPARED)})"

    @classmethod
    def of(
        cls,
        start: Position,
        moves: Iterable[Move],
        result: Result = "*",
        tags: dict[str, str] | None = None,
        options: Options | None = None,
        endings: Endings | None = None,
    ) -> "PdnGame":
        """A game without any annotation. Raises BadArgument for values of another kind."""
        expect_kind("start", start, Position)
        given = {} if tags is None else dict(expect_kind("tags", tags, dict))
        return cls(start, given, Line([Node(move) for move in expect_each("moves", moves)]), result, options, endings)

    @property
    def ruleset(self) -> Ruleset:
        """The rules by which it was played."""
        return self.start.ruleset

    @property
    def moves(self) -> list[Move]:
        """What was played."""
        return [node.move for node in self.line.nodes]

    def positions(self) -> Iterator[Position]:
        """The start, and the position after each move played. Raises IllegalMove at a move that is not legal."""
        position = self.start
        yield position
        for move in self.moves:
            position = position.play(move).under(self.options)
            yield position
