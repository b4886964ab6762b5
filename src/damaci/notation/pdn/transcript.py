"""A game as texts: a writer only has to join the texts of its moves."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from damaci.arguments import expect_each, expect_kind
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.notation.pdn.remarks import number, plain
from damaci.notation.pdn.tree import Line, Node
from damaci.rules.options import Options


@dataclass(slots=True)
class Remarks:
    """The remarks on one move."""

    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list["Passage"] = field(default_factory=list)


@dataclass(slots=True)
class Passage:
    """Moves one after another, as texts."""

    moves: list[str] = field(default_factory=list)
    remarks: dict[int, Remarks] = field(default_factory=dict)
    """By the index of the move to which they belong, ascending."""
    comments: list[str] = field(default_factory=list)
    """The comments before the first move. No comment is empty, and their only whitespace is single spaces."""

    def on_last_move(self) -> Remarks:
        """The remarks on the last move so far."""
        last = len(self.moves) - 1
        remarks = self.remarks.get(last)
        if remarks is None:
            remarks = self.remarks[last] = Remarks()
        return remarks


Spell = Callable[[Position, Move, Position], str]
"""Returns the text of a move; it is called with the positions before and after the move."""


def assemble(moves: list[str], remarks: Iterable[tuple[int, str]]) -> Passage:
    """The passage with these moves, in the order of the text, and these remarks. The number before a remark is the
    number of moves before it."""
    branches = [Passage()]
    taken = 0
    for count, remark in remarks:
        if count > taken:
            branches[-1].moves += moves[taken:count]
            taken = count
        _take(branches, remark)
    branches[-1].moves += moves[taken:]
    return branches[0]


def _take(branches: list[Passage], remark: str) -> None:
    """Adds a remark to its move; `branches` are the passage being read and the passages that it interrupts."""
    passage = branches[-1]
    kind = remark[0]
    if kind in "{;":
        text = plain(remark)
        if text and passage.moves:
            passage.on_last_move().comments.append(text)
        elif text:
            passage.comments.append(text)
    elif kind == "(":
        variation = Passage()
        passage.on_last_move().variations.append(variation)
        branches.append(variation)
    elif kind == ")":
        branches.pop()
    else:
        passage.on_last_move().nags.append(number(remark))


def spelled(line: Line, start: Position, options: Options, spell: Spell) -> Passage:
    """The line's moves as texts. Raises IllegalMove when a move is not legal, BadArgument."""
    passage = Passage(comments=_tidy(expect_kind("a line", line, Line).comments))
    for index, (before, node, after) in enumerate(_steps(line, start, options)):
        passage.moves.append(spell(before, node.move, after))
        variations = [spelled(each, before, options, spell) for each in expect_each("variations", node.variations)]
        remarks = Remarks([*expect_each("nags", node.nags)], _tidy(node.comments), variations)
        if remarks.nags or remarks.comments or remarks.variations:
            passage.remarks[index] = remarks
    return passage


def _tidy(comments: list[str]) -> list[str]:
    """The comments with single spaces, without empty comments."""
    plain = (" ".join(expect_kind("a comment", comment, str).split()) for comment in expect_each("comments", comments))
    return [comment for comment in plain if comment]


def _steps(line: Line, position: Position, options: Options) -> Iterator[tuple[Position, Node, Position]]:
    """Each move with the positions before and after it."""
    for node in expect_each("nodes", line.nodes):
        after = position.play(expect_kind("a node", node, Node).move).under(options)
        yield position, node, after
        position = after
