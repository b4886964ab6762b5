"""Problems that people make in the editor: whether they are sound, and their solution as PDN."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated

import msgspec

from damaci.analysis.soundness import Defence, Goal, Solved, Verdict, solve
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine.analysis import Analysis
from damaci.errors import GameOver
from damaci.game.game import Game
from damaci.notation.pdn import Line, Node, PdnGame, Result, write_game
from damaci.sentence import Sentence
from damaci.services.engine_lines import REVIEW_HASH_MEGABYTES, Known, LineEngine, MakeEngine

NODES = 300_000
"""Nodes of each search."""
MORE_NODES = 10 * NODES
"""Nodes of a search that looks again where no move seemed to attain the goal."""


class ComposedProblem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, and what its side to move is to attain."""

    ruleset: str = "turkish"
    fen: Annotated[str, msgspec.Meta(max_length=600)]
    goal: Goal = "win"


class Dual(msgspec.Struct, frozen=True):
    """Moves of the solver's that attain the goal as well as a move of the solution."""

    instead: str
    moves: list[str]


class OtherDefence(msgspec.Struct, frozen=True):
    """A line outside the solution, up to a reply of the other side, and the moves that attain the goal after it."""

    after: list[str]
    moves: list[str]


class CheckedProblem(msgspec.Struct, frozen=True):
    """What the engine says of a problem. `cooks`: first moves that attain the goal besides the solution's; `cut`:
    whether there are defences that were not looked at."""

    verdict: Verdict
    solution: list[str]
    cooks: list[str]
    duals: list[Dual]
    defences: list[OtherDefence]
    cut: bool
    nodes: int
    """Positions that each search looked at, where endgame tables did not decide."""
    pdn: str
    """The problem with its solution; what attains the goal too stands there as variations."""


class Problems:
    """Checks problems. Endgame tables are asked first."""

    def __init__(self, known: Known, make_engine: MakeEngine) -> None:
        self._known = known
        self._make_engine = make_engine

    async def check(self, problem: ComposedProblem) -> CheckedProblem:
        """Whether a problem is sound. Raises FenError, UnknownRuleset, and GameOver for a position in which nothing is
        to be found any more."""
        game = Game(problem.ruleset, problem.fen)
        if game.outcome():
            raise GameOver(Sentence("the game is over in this position"))
        async with self._make_engine(REVIEW_HASH_MEGABYTES) as engine:
            look = partial(self._look, engine, NODES)
            longer = partial(self._look, engine, MORE_NODES)
            solved = await solve(game, problem.goal, look, longer)
        first = solved.choices[0].right[1:] if solved.choices else ()
        return CheckedProblem(
            solved.verdict,
            [position.text(move) for position, move in _line(game.start, solved.line)],
            [game.start.text(move) for move in first],
            _duals(game.start, solved),
            [_defence(game.start, each) for each in solved.defences],
            solved.cut,
            NODES,
            _pdn(game.start, solved, problem.goal),
        )

    async def _look(self, engine: LineEngine, nodes: int, game: Game, lines: int) -> Analysis:
        if known := await self._known(game, lines):
            return known
        return [found async for found in engine.analyse(game, nodes=nodes, lines=lines)][-1]


def _line(position: Position, moves: Sequence[Move]) -> list[tuple[Position, Move]]:
    """Each move of a line with the position before it."""
    line = []
    for move in moves:
        line.append((position, move))
        position = position.play(move)
    return line


def _duals(start: Position, solved: Solved) -> list[Dual]:
    line = _line(start, solved.line)
    found = []
    for each in solved.duals:
        position, move = line[each.ply]
        found.append(Dual(position.text(move), [position.text(other) for other in each.right if other != move]))
    return found


def _defence(start: Position, defence: Defence) -> OtherDefence:
    line = _line(start, [*defence.line, defence.right[0]])
    after = line[-1][0]
    texts = [position.text(move) for position, move in line[:-1]]
    return OtherDefence(texts, [after.text(move) for move in defence.right])


_WON: dict[Color, Result] = {Color.WHITE: "1-0", Color.BLACK: "0-1"}


def _pdn(start: Position, solved: Solved, goal: Goal) -> str:
    result: Result = "1/2-1/2"
    if goal == "win":
        result = _WON[start.turn]
    tags = {"Event": "?", "White": "?", "Black": "?"}
    return write_game(PdnGame(start, tags, Line(_nodes(start, solved)), result))


class _Branches(dict[Move, "_Branches"]):
    """Moves, each with those after it; the first is the main one."""

    def add(self, line: Iterable[Move]) -> None:
        """Adds the moves of a line that are not there yet."""
        branches = self
        for move in line:
            branches = branches.setdefault(move, _Branches())


def _nodes(start: Position, solved: Solved) -> list[Node]:
    """The solution; moves that attain the goal too, and defences after which several do, are variations."""
    branches = _Branches()
    branches.add(solved.line)
    for choice in solved.choices:
        for move in choice.right:
            branches.add([*solved.line[: choice.ply], move])
    for defence in solved.defences:
        for move in defence.right:
            branches.add([*defence.line, move])
    return _nodes_of(start, branches)


def _nodes_of(position: Position, branches: _Branches) -> list[Node]:
    """The main moves with the others beside them."""
    if not branches:
        return []
    main, *others = branches
    variations = [
        Line([Node(position.with_path(move)), *_nodes_of(position.play(move), branches[move])]) for move in others
    ]
    return [Node(position.with_path(main), variations=variations), *_nodes_of(position.play(main), branches[main])]
