"""Whether a problem is sound, that is, only one first move attains its goal; and the solution."""

from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Literal

from damaci.analysis.worth import worth
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.engine.analysis import Analysis, Line
from damaci.game.game import Game

Goal = Literal["win", "draw"]
Verdict = Literal["sound", "cooked", "unsolved", "trivial"]
WON = 87.0
DRAWN = 35.0
"""The expected result, in hundredths of a point, from which a line counts as a win (3.5 men ahead) and as at least a
draw."""
ALTERNATIVES = 6
"""The number of moves that are compared at each choice. If all of these attain the goal, all legal moves are."""
LONGEST = 25
"""The most plies of a solution."""
DEFENCES = 3
"""At each move of the other side, this many of its best replies besides the solution's are examined."""
MOST_REPLIES = 48
"""The most replies that are examined in all, those nearest to the solution first."""

Look = Callable[[Game, int], Awaitable[Analysis]]
"""Finds the best moves of a game's position, as many as the number says."""


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """One of the solver's moves: the moves that attain the goal, the best first, and the number of legal moves."""

    ply: int
    right: tuple[Move, ...]
    legal: int


@dataclass(frozen=True, slots=True)
class Defence:
    """A line other than the solution, up to a reply of the other side after which several moves attain the goal:
    `right`, the best first."""

    line: tuple[Move, ...]
    right: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Solved:
    """A verdict, the main line, the solver's choices on it, and duals after other defences. `cut`: whether some
    defences were not examined."""

    verdict: Verdict
    line: tuple[Move, ...] = ()
    choices: tuple[SolverChoice, ...] = ()
    defences: tuple[Defence, ...] = ()
    cut: bool = False

    @property
    def duals(self) -> tuple[SolverChoice, ...]:
        """Choices after the first with more than one right move."""
        return tuple(each for each in self.choices[1:] if len(each.right) > 1)


async def solve(start: Game, goal: Goal, look: Look, longer: Look) -> Solved:
    """Solves a problem for the side to move. The other side defends as the engine thinks best. The line ends where
    every move attains the goal, or after the last move that is the only right one, if only duals follow it. A problem
    without any choice is trivial. Duals are also looked for after the best other defences.

    `longer` is a longer search on the line, used where no move seems to attain the goal."""
    solved = await _main_line(start, goal, look, longer)
    others = _Defences(start, goal, look)
    await others.search(solved.line)
    return replace(solved, defences=tuple(others.found), cut=others.cut)


async def _main_line(start: Game, goal: Goal, look: Look, longer: Look) -> Solved:
    choices = []
    line = list[Move]()
    game = start.copy()
    right: tuple[Move, ...] = ()
    while len(line) < LONGEST and not game.outcome():
        right = await _right(game, goal, look) or await _right(game, goal, longer)
        legal = len(game.legal_moves)
        if not right or (legal > 1 and len(right) == legal):
            break
        choices.append(SolverChoice(len(line), right, legal))
        _push(game, line, right[0])
        if not game.outcome():
            _push(game, line, (await look(game, 1)).lines[0].move)
    if not choices:
        return Solved("trivial" if right else "unsolved")
    return _verdict(line, choices)


class _Defences:
    """Follows the other replies of the other side, as long as the solver has exactly one right move after each."""

    def __init__(self, start: Game, goal: Goal, look: Look) -> None:
        self._start = start
        self._goal = goal
        self._look = look
        self._waiting: deque[tuple[Move, ...]] = deque()
        """Lines after which the other side is to move; those with fewer replies that differ from the solution first."""
        self._replies = 0
        self.found: list[Defence] = []
        self.cut = False

    async def search(self, line: tuple[Move, ...]) -> None:
        """Examines the replies other than a solution's, and the lines that follow from them."""
        for ply in range(1, len(line), 2):
            await self._look_after(line[:ply], line[ply])
        while self._waiting:
            await self._look_after(self._waiting.popleft(), None)

    async def _look_after(self, line: tuple[Move, ...], usual: Move | None) -> None:
        """Examines the best replies after a line, except the usual one."""
        game = _played(self._start, line)
        others = len(game.legal_moves) - (usual is not None)
        most = min(DEFENCES, others, MOST_REPLIES - self._replies)
        self.cut |= most < others
        if most <= 0:
            return
        best = (await self._look(game, most + (usual is not None))).lines
        for reply in [each.move for each in best if each.move != usual][:most]:
            await self._reply(game, (*line, reply))

    async def _reply(self, game: Game, line: tuple[Move, ...]) -> None:
        self._replies += 1
        after = game.copy()
        after.push(line[-1])
        if after.outcome():
            return
        right = await _right(after, self._goal, self._look)
        if 1 < len(right) < len(after.legal_moves):
            self.found.append(Defence(line, right))
        elif len(right) == 1:
            self._go_on(after, (*line, right[0]))

    def _go_on(self, game: Game, line: tuple[Move, ...]) -> None:
        """Adds a line to those whose replies will be examined, unless the game is over or the line too long."""
        game.push(line[-1])
        if not game.outcome() and len(line) < LONGEST:
            self._waiting.append(line)


def _played(start: Game, line: tuple[Move, ...]) -> Game:
    game = start.copy()
    for move in line:
        game.push(move)
    return game


async def _right(game: Game, goal: Goal, look: Look) -> tuple[Move, ...]:
    """The moves that attain the goal, the best first."""
    legal = len(game.legal_moves)
    for compared in dict.fromkeys((min(ALTERNATIVES, legal), legal)):
        best = await look(game, compared)
        right = tuple(each.move for each in best.lines if _attains(each, goal))
        if len(right) < compared:
            break
    return right


def _verdict(line: list[Move], choices: list[SolverChoice]) -> Solved:
    real = [each for each in choices if each.legal > 1]
    if not real:
        return Solved("trivial")
    end = max(each.ply for each in real if each is real[0] or len(each.right) == 1) + 1
    kept = tuple(each for each in choices if each.ply < end)
    if len(real[0].right) == 1:
        return Solved("sound", tuple(line[:end]), kept)
    return Solved("cooked", tuple(line[:end]), kept)


def _push(game: Game, line: list[Move], move: Move) -> None:
    game.push(move)
    line.append(move)


def _attains(line: Line, goal: Goal) -> bool:
    share = worth(line.score, Color.WHITE).share
    if goal == "win":
        return share >= WON and not line.score.draw
    return share >= DRAWN
