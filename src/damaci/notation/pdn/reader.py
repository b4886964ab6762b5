"""Reads PDN and checks every move: a game with an illegal move is refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.notation.pdn.error import OnError, PdnError, PdnWarning
from damaci.notation.pdn.gametype import SquareNames, numbered
from damaci.notation.pdn.remarks import LARGEST_NAG, number, plain, strength
from damaci.notation.pdn.scanner import MOVE, RawGame, native, scan, strength_of
from damaci.notation.pdn.source import Source
from damaci.notation.pdn.tags import (
    DERIVED,
    read_endings,
    read_names,
    read_options,
    read_result,
    read_ruleset,
    read_start,
    settled,
    tag_warnings,
    tagged_result,
)
from damaci.notation.pdn.tree import Line, Node, PdnGame, Result
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.options import Options
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

DEEPEST = 100
"""How deep variations may be nested."""


def read(
    source: Source,
    ruleset: str | Ruleset = "turkish",
    *,
    on_error: OnError | None = None,
    strict: bool = False,
) -> Iterator[PdnGame]:
    """The games of a source one by one, their moves checked, in memory that does not grow with their number.

    `ruleset` is for games whose tags do not name one. At a game that cannot be read it raises PdnError, or calls
    `on_error` and goes on to the next game. A game has `warnings` for text that is not PDN but can be understood;
    `strict` reading refuses such a game with its first warning, a PdnWarning. Raises OSError, UnknownRuleset.

    >>> game = next(read(b'[White "Ada"] 1. d3-d4 {Why not?} d6-d5 *'))
    >>> game.tags, [str(move) for move in game.moves], game.line.nodes[0].comments
    ({'White': 'Ada'}, ['d3-d4', 'd6-d5'], ['Why not?'])
    >>> str(next(read(b"1. d3 - d4 *")).warnings[0])
    'line 1, column 4: spaces in a move: expected none'
    """
    rules = find_ruleset(ruleset)
    for raw in scan(source, on_error=on_error):
        try:
            game = build(raw, rules)
            if strict and game.warnings:
                raise game.warnings[0]
        except PdnError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield game


def build(raw: RawGame, default: Ruleset) -> PdnGame:
    """The game that a RawGame's tokens give. Raises PdnError.

    If the kernel finds nothing wrong in a game, its Python values are made only when its line is first used."""
    ruleset = read_ruleset(raw, default)
    head = _read_head(raw, ruleset)
    tags = {name: value for name, value in raw.tags.items() if name not in DERIVED}
    endings = read_endings(raw, ruleset)
    warnings = [*raw.warnings, *tag_warnings(raw, ruleset)]
    result = _quick_result(head)
    if result:
        return PdnGame(head.start, tags, _Unread(head), result, head.options, endings, _in_order(warnings))
    builder = _Builder(head)
    line = builder.build()
    warnings += builder.warnings
    return PdnGame(head.start, tags, line, builder.result, head.options, endings, _in_order(warnings))


def _in_order(warnings: list[PdnWarning]) -> list[PdnWarning]:
    return sorted(warnings, key=lambda warning: (warning.line, warning.column))


class _Head(NamedTuple):
    """The parts of a game that are needed before its moves are read."""

    raw: RawGame
    start: Position
    options: Options
    tagged: Result
    """The value of the tag Result."""
    names: SquareNames | None
    """The names of squares; None for the usual names."""


def _read_head(raw: RawGame, ruleset: Ruleset) -> _Head:
    return _Head(
        raw,
        read_start(raw, ruleset),
        read_options(raw, ruleset),
        tagged_result(raw),
        read_names(raw, ruleset),
    )


def _quick_result(head: _Head) -> Result | None:
    """The result of a game in which the kernel finds nothing wrong; None for a game that it does not accept."""
    if head.names:
        return None
    moves_result = head.start.kernel.read_game(head.raw.text, head.options.last_three_kings)
    if moves_result is None:
        return None
    return settled(head.tagged, moves_result)


class _Unread(NamedTuple):
    """The moves of a game in which the kernel has found nothing wrong."""

    head: _Head

    def line(self) -> Line:
        return _Builder(self.head).build()

    def words(self) -> str | None:
        head = self.head
        return head.start.kernel.write_words(head.raw.text, head.options.last_three_kings)

    def transcript(self) -> tuple[list[str], list[tuple[int, str]]] | None:
        head = self.head
        return head.start.kernel.transcribe(head.raw.text, head.options.last_three_kings)


@dataclass(slots=True)
class _Branch:
    """The part of a line that has been read so far."""

    line: Line
    position: Position
    ply: int = 0
    opened: int = 0
    """The offset of its opening bracket."""
    before: Position = field(init=False)
    """The position before its last move, where a variation of that move begins."""

    def __post_init__(self) -> None:
        self.before = self.position


class _Builder:
    """Builds one game. `branches` are the line being read and the lines that it interrupts."""

    def __init__(self, head: _Head) -> None:
        self.raw = head.raw
        self.options = head.options
        self.names = head.names
        self.line = Line()
        self.result: Result = head.tagged
        self.branches = [_Branch(self.line, head.start)]
        self.warnings: list[PdnWarning] = []
        self.kinds: set[str] = set()
        """The kinds of warnings that have been given, each once a game: numbers for squares, spaces in moves."""

    def build(self) -> Line:
        for token in self.raw.tokens():
            match token.lastgroup:
                case "moves":
                    self.play(token)
                case "foreign" | "numeric":
                    self.play_foreign(token)
                case "comment":
                    self.comment(token[0])
                case "nag":
                    self.annotate(number(token[0]), token.start())
                case "open":
                    self.open(token.start())
                case "close":
                    self.close(token.start())
                case "result":
                    self.end(token)
        if len(self.branches) > 1:
            raise self.raw.error(Sentence("this variation is never closed: expected a )"), self.branches[-1].opened)
        if not self.raw.tags and not self.line.nodes:
            raise self.raw.error(Sentence("a game without tags and moves"), 0)
        return self.line

    def play(self, moves: re.Match[str]) -> None:
        for found in MOVE.finditer(self.raw.text, *moves.span()):
            text, signs = found.groups()
            self.move(text, found.start())
            if signs:
                self.annotate(strength(signs.strip("()")), found.start(2))

    def play_foreign(self, token: re.Match[str]) -> None:
        if any(map(str.isspace, token[0])):
            self.warn_once("spaces", Sentence("spaces in a move: expected none"), token.start())
        if token.lastgroup == "numeric" and not self.names:
            problem = Sentence("numbers for squares without a GameType that says so: counted from a1")
            self.warn_once("numbers", problem, token.start())
            self.names = numbered(self.branches[0].position.ruleset.movement)
        self.move(native(token), token.start())
        if signs := strength_of(token):
            self.annotate(strength(signs.strip("()")), token.end() - len(signs))

    def warn_once(self, kind: str, problem: Sentence, offset: int) -> None:
        if kind not in self.kinds:
            self.kinds.add(kind)
            self.warnings.append(self.raw.warning(problem, offset))

    def move(self, written: str, offset: int) -> None:
        branch = self.branches[-1]
        text = written
        if self.names:
            text = self.names.usual(written)
        try:
            move = branch.position.parse_move(text)
            after = branch.position.play(move).under(self.options)
        except DamaciError as error:
            reason = error.reason
            if text != written:
                reason = Sentence("{text}: {reason}", {"text": written, "reason": reason})
            raise self.raw.error(
                Sentence("ply {n}: {reason}", {"n": branch.ply + 1, "reason": reason}), offset
            ) from None
        branch.before = branch.position
        branch.position = after
        branch.ply += 1
        branch.line.nodes.append(Node(move))

    def comment(self, text: str) -> None:
        line = self.branches[-1].line
        said = plain(text)
        if said and line.nodes:
            line.nodes[-1].comments.append(said)
        elif said:
            line.comments.append(said)

    def annotate(self, nag: int, offset: int) -> None:
        line = self.branches[-1].line
        if not line.nodes:
            raise self.raw.error(Sentence("an annotation before the first move: expected a move"), offset)
        if nag <= LARGEST_NAG:
            line.nodes[-1].nags.append(nag)
            return
        problem = Sentence("an annotation is left out: expected a number up to ${most}", {"most": LARGEST_NAG})
        self.warnings.append(self.raw.warning(problem, offset))

    def open(self, offset: int) -> None:
        branch = self.branches[-1]
        if not branch.line.nodes:
            raise self.raw.error(Sentence("a variation before any move that it could replace: expected a move"), offset)
        if len(self.branches) > DEEPEST:
            raise self.raw.error(Sentence("variations more than {n} deep", {"n": DEEPEST}), offset)
        line = Line()
        branch.line.nodes[-1].variations.append(line)
        self.branches.append(_Branch(line, branch.before, branch.ply - 1, offset))

    def close(self, offset: int) -> None:
        if len(self.branches) == 1:
            raise self.raw.error(Sentence("a ) without a ("), offset)
        if not self.branches.pop().line.nodes:
            raise self.raw.error(Sentence("a variation without a move: expected one before the )"), offset)

    def end(self, token: re.Match[str]) -> None:
        if len(self.branches) > 1:
            raise self.raw.error(Sentence("a result in a variation: expected a move or a )"), token.start())
        result = settled(self.result, token[0])
        if result:
            self.result = result
            return
        found = {"found": read_result(token[0]), "result": self.result}
        problem = Sentence("the moves end in {found}, but the tag Result says {result}: the tag counts", found)
        self.warnings.append(self.raw.warning(problem, token.start()))
