"""A game with all its variations, as the analysis page holds it: moves that say which one they follow."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec

from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.notation.pdn import Line, Node, PdnGame, Result
from damaci.notation.pdn.remarks import MARK, read_marks, without_marks
from damaci.rules.endings import Endings
from damaci.rules.options import Options
from damaci.sentence import Sentence

START = -1
"""What the first moves follow."""
MOST_MOVES = 20_000
DEEPEST = 100
"""How deep variations may lie in variations: PDN that goes deeper is not read either."""
Marks = list[Annotated[str, msgspec.Meta(pattern=f"^{MARK}$")]]


class Branch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move. The first of the moves that follow the same move is the main line."""

    parent: int = START
    """The index in the list of the move that it follows."""
    text: str
    path: list[str] = []
    captured: list[str] = []
    fen: str = ""
    """The position after the move."""
    comment: str = ""
    nags: list[Annotated[int, msgspec.Meta(ge=0, le=255)]] = []
    marks: Marks = []
    """What is drawn on the board after the move, as damaci.notation.pdn.Node has it."""


class Tree(msgspec.Struct, frozen=True, kw_only=True):
    """Moves from a start position. To read them, only each move's predecessor, text and comments are needed."""

    ruleset: str
    start: str
    nodes: Annotated[list[Branch], msgspec.Meta(max_length=MOST_MOVES)] = []
    comment: str = ""
    marks: Marks = []
    tags: dict[str, str] = {}
    result: Result = "*"
    options: Options
    endings: Endings


def tree_of(record: PdnGame) -> Tree:
    """The tree of a record. Raises DamaciError for one of too many moves."""
    nodes: list[Branch] = []
    _add(nodes, record.line.nodes, record.start, record.options, START, [])
    if len(nodes) > MOST_MOVES:
        raise DamaciError(Sentence("{n} moves: expected at most {most}", {"n": len(nodes), "most": MOST_MOVES}))
    return Tree(
        ruleset=record.ruleset.name,
        start=record.start.fen,
        nodes=nodes,
        comment=_said(record.line.comments),
        marks=record.line.marks,
        tags=record.tags,
        result=record.result,
        options=record.options,
        endings=record.endings,
    )


def _add(
    nodes: list[Branch], line: list[Node], position: Position, options: Options, parent: int, said: list[str]
) -> None:
    """Adds a line. A comment before it becomes one of its first move."""
    for node in line:
        after = position.play(node.move).under(options)
        here = len(nodes)
        nodes.append(branch(node, position, after, parent, [*said, *node.comments]))
        for variation in node.variations:
            _add(nodes, variation.nodes, position, options, parent, variation.comments)
        position = after
        parent = here
        said = []


def branch(node: Node, before: Position, after: Position, parent: int = START, comments: Sequence[str] = ()) -> Branch:
    """A move between two positions."""
    return Branch(
        parent=parent,
        text=before.text(node.move),
        path=list(map(str, node.move.path)),
        captured=list(map(str, node.move.jumps)),
        fen=after.fen,
        comment=_said(comments),
        nags=node.nags,
        marks=read_marks(comments),
    )


def _said(comments: Sequence[str]) -> str:
    """Comments without the marks in them."""
    return " ".join(filter(None, map(without_marks, comments)))


def positions_of(tree: Tree) -> Iterator[Position]:
    """The start and the position after each move of a tree as it was read."""
    for fen in (tree.start, *(each.fen for each in tree.nodes)):
        yield Position.from_fen(fen, tree.ruleset)


def record_of(tree: Tree) -> PdnGame:
    """The record of a tree. Raises DamaciError for moves that are not legal, that follow none, or that lie too deep."""
    start = Position.from_fen(tree.start, tree.ruleset)
    return PdnGame(start, tree.tags, _Reader(tree).read(start), tree.result, tree.options, tree.endings)


class _Reader:
    """One reading of one tree. `following`: for each move, the indices of the moves after it."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.following: defaultdict[int, list[int]] = defaultdict(list)
        for place, each in enumerate(tree.nodes):
            if not START <= each.parent < place:
                places = {"n": place, "parent": each.parent, "start": START}
                raise DamaciError(
                    Sentence("move {n} follows {parent}: expected {start} or the place of an earlier move", places)
                )
            self.following[each.parent].append(place)

    def read(self, start: Position) -> Line:
        line = Line(self.after(START, start, 0), [self.tree.comment] if self.tree.comment else [])
        if self.tree.marks:
            line.marks = self.tree.marks
        return line

    def after(self, place: int, position: Position, depth: int) -> list[Node]:
        """What is played after a move, or after the start."""
        if depth > DEEPEST:
            raise DamaciError(Sentence("variations more than {n} deep", {"n": DEEPEST}))
        nodes = []
        while self.following[place]:
            place, *others = self.following[place]
            node, then = self.node(place, position)
            node.variations = [self.variation(other, position, depth) for other in others]
            nodes.append(node)
            position = then
        return nodes

    def variation(self, place: int, position: Position, depth: int) -> Line:
        node, then = self.node(place, position)
        return Line([node, *self.after(place, then, depth + 1)])

    def node(self, place: int, position: Position) -> tuple[Node, Position]:
        """A move, and the position after it."""
        each = self.tree.nodes[place]
        move = position.parse_move(each.text)
        node = Node(move, list(each.nags), [each.comment] if each.comment else [])
        if each.marks:
            node.marks = each.marks
        return node, position.play(move).under(self.tree.options)
