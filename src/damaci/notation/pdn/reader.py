"""Reads PDN by the rules: every move is a legal one, or the game is refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.notation.pdn.error import OnError, PdnError
from damaci.notation.pdn.scanner import MOVE, RawGame, native, scan
from damaci.notation.pdn.source import Source
from damaci.notation.pdn.tags import (
    DERIVED,
    read_endings,
    read_options,
    read_result,
    read_ruleset,
    read_start,
    settled,
    tagged_result,
)
from damaci.notation.pdn.tree import Line, Node, PdnGame, Result
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.options import Options
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

DEEPEST = 100
"""How deep variations may lie in variations."""
LARGEST_NAG = 255

_STRENGTHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def read(source: Source, ruleset: str | Ruleset = "turkish", *, on_error: OnError | None = None) -> Iterator[PdnGame]:
    """The games of a source one by one, their moves checked, in memory that does not grow with their number.

    `ruleset` is for games whose tags leave it open. Raises PdnError at a game that cannot be read; or calls `on_error`
    and goes on to the next game. Raises OSError, UnknownRuleset.

    >>> game = next(read(b'[White "Ada"] 1. d3-d4 {Why not?} d6-d5 *'))
    >>> game.tags, [str(move) for move in game.moves], game.line.nodes[0].comments
    ({'White': 'Ada'}, ['d3-d4', 'd6-d5'], ['Why not?'])
    """
    rules = find_ruleset(ruleset)
    for raw in scan(source, on_error=on_error):
        try:
            game = build(raw, rules)
        except PdnError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield game


def build(raw: RawGame, default: Ruleset) -> PdnGame:
    """The game that its tokens tell. Raises PdnError.

    A game in which the kernel finds nothing to complain of is made of Python values only when somebody asks for its
    line."""
    ruleset = read_ruleset(raw, default)
    start, options, endings = read_start(raw, ruleset), read_options(raw, ruleset), read_endings(raw, ruleset)
    tags = {name: value for name, value in raw.tags.items() if name not in DERIVED}
    tagged = tagged_result(raw)
    result = _quick_result(raw, start, options, tagged)
    if result:
        return PdnGame(start, tags, partial(_read_line, raw, start, options, tagged), result, options, endings)
    builder = _Builder(raw, start, options, tagged)
    return PdnGame(start, tags, builder.build(), builder.result, options, endings)


def _quick_result(raw: RawGame, start: Position, options: Options, tagged: Result) -> Result | None:
    """The result of a game that is right, None where the kernel leaves that open."""
    told = start.kernel.read_game(raw.text, options.last_three_kings)
    return None if told is None else settled(tagged, told)


def _read_line(raw: RawGame, start: Position, options: Options, tagged: Result) -> Line:
    return _Builder(raw, start, options, tagged).build()


@dataclass(slots=True)
class _Branch:
    """A line as far as it has been read."""

    line: Line
    position: Position
    ply: int = 0
    opened: int = 0
    """Where its bracket is."""
    before: Position = field(init=False)
    """The position before its last move, where a variation of that begins."""

    def __post_init__(self) -> None:
        self.before = self.position


class _Builder:
    """One game in the making. `branches` are the line being read and those that it interrupts."""

    def __init__(self, raw: RawGame, start: Position, options: Options, tagged: Result) -> None:
        self.raw = raw
        self.options = options
        self.line = Line()
        self.result: Result = tagged
        self.branches = [_Branch(self.line, start)]

    def build(self) -> Line:
        for token in self.raw.tokens():
            match token.lastgroup:
                case "moves":
                    self.play(token)
                case "foreign":
                    self.play_foreign(token)
                case "comment":
                    self.comment(token[0])
                case "nag":
                    self.annotate(_number(token[0]), token.start())
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
            text, strength = found.groups()
            self.move(text, found.start())
            if strength:
                self.annotate(_nag(strength.strip("()")), found.start(2))

    def play_foreign(self, token: re.Match[str]) -> None:
        self.move(native(token), token.start())
        if token["shout"]:
            self.annotate(_nag(token["shout"].strip("()")), token.start("shout"))

    def move(self, text: str, offset: int) -> None:
        branch = self.branches[-1]
        try:
            move = branch.position.parse_move(text)
            after = branch.position.play(move).under(self.options)
        except DamaciError as error:
            raise self.raw.error(
                Sentence("ply {n}: {reason}", {"n": branch.ply + 1, "reason": error.reason}), offset
            ) from None
        branch.before, branch.position = branch.position, after
        branch.ply += 1
        branch.line.nodes.append(Node(move))

    def comment(self, text: str) -> None:
        line = self.branches[-1].line
        # A line break in a comment is a space: writers break lines where they like.
        plain = " ".join((text[1:] if text[0] == ";" else text[1:-1]).split())
        if plain:
            (line.nodes[-1] if line.nodes else line).comments.append(plain)

    def annotate(self, nag: int, offset: int) -> None:
        line = self.branches[-1].line
        if not line.nodes:
            raise self.raw.error(Sentence("an annotation before the first move: expected a move"), offset)
        if nag > LARGEST_NAG:
            raise self.raw.error(
                Sentence("${nag}: expected a number up to {most}", {"nag": nag, "most": LARGEST_NAG}), offset
            )
        line.nodes[-1].nags.append(nag)

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
        if result is None:
            found = {"found": read_result(token[0]), "result": self.result}
            raise self.raw.error(
                Sentence("the moves end in {found}, but the tag Result says {result}", found), token.start()
            )
        self.result = result


def _number(nag: str) -> int:
    """The number behind a $, or of a shout. Python makes no number of thousands of digits: so many only mean too large
    a one."""
    if nag[0] != "$":
        return _nag(nag)
    digits = nag[1:].lstrip("0")
    return int(digits or "0") if len(digits) < 20 else LARGEST_NAG + 1


def _nag(strength: str) -> int:
    """The number for what is written behind a move; longer shouts mean no more than the longest known."""
    return _STRENGTHS.get(strength) or _STRENGTHS[strength[0] + strength[-1]]
