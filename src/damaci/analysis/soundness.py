"""Whether a problem is sound: its goal is attained by one first move only, and how it goes on."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Literal

from damaci.analysis.worth import worth
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.engine.analysis import Analysis, Line
from damaci.game.game import Game

Goal = Literal["win", "draw"]
Verdict = Literal["sound", "cooked", "unsolved", "trivial"]
WON, DRAWN = 87.0, 35.0
"""What has to be expected of a point, in hundredths, for a win (3.5 men ahead) and at least a draw."""
ALTERNATIVES = 6
"""Moves that are compared at each choice; all of them where these attain the goal."""
LONGEST = 25
"""Plies of a solution at most."""
DEFENCES = 3
"""Other replies of the other side that are looked at in the place of each of the solution's, the best of them."""

Look = Callable[[Game, int], Awaitable[Analysis]]
"""Finds the best so many moves of a game's position."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What attains the goal at one of the solver's moves, the best first, of how many legal moves."""

    ply: int
    right: tuple[Move, ...]
    legal: int


@dataclass(frozen=True, slots=True)
class Defence:
    """Another reply in the place of that of the line at a ply, after which several moves attain the goal, the best
    first."""

    ply: int
    reply: Move
    right: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Solved:
    """A verdict, the main line, the solver's choices on it, and duals after other defences."""

    verdict: Verdict
    line: tuple[Move, ...] = ()
    choices: tuple[Choice, ...] = ()
    defences: tuple[Defence, ...] = ()

    @property
    def duals(self) -> tuple[Choice, ...]:
        """Choices after the first with more than one right move."""
        return tuple(each for each in self.choices[1:] if len(each.right) > 1)


async def solve(start: Game, goal: Goal, look: Look) -> Solved:
    """Solves a problem for the side to move. The other side holds out as the engine thinks best. The line ends where
    every move attains the goal, and after its last only move where nothing but duals follows. Where there is never a
    choice, the problem is trivial. After the best other defences too, duals are looked for."""
    solved = await _main_line(start, goal, look)
    return replace(solved, defences=tuple([each async for each in _defences(start, goal, look, solved.line)]))


async def _main_line(start: Game, goal: Goal, look: Look) -> Solved:
    choices, line, game = [], list[Move](), start.copy()
    while len(line) < LONGEST and not game.outcome():
        right, legal = await _right(game, goal, look), len(game.legal_moves)
        if not right or (legal > 1 and len(right) == legal):
            break
        choices.append(Choice(len(line), right, legal))
        _push(game, line, right[0])
        if not game.outcome():
            _push(game, line, (await look(game, 1)).lines[0].move)
    if not choices:
        return _without_choices(await look(start, 1), goal)
    return _verdict(line, choices)


async def _defences(start: Game, goal: Goal, look: Look, line: tuple[Move, ...]) -> AsyncIterator[Defence]:
    game = start.copy()
    for ply, move in enumerate(line):
        if ply % 2:
            for reply in await _other_replies(game, move, look):
                right = await _choice_after(game, reply, goal, look)
                if right:
                    yield Defence(ply, reply, right)
        game.push(move)


async def _other_replies(game: Game, reply: Move, look: Look) -> list[Move]:
    compared = min(DEFENCES + 1, len(game.legal_moves))
    return [line.move for line in (await look(game, compared)).lines if line.move != reply][:DEFENCES]


async def _choice_after(game: Game, reply: Move, goal: Goal, look: Look) -> tuple[Move, ...]:
    """The moves that attain the goal after a reply; none if one alone does, or every move."""
    after = game.copy()
    after.push(reply)
    if after.outcome():
        return ()
    right = await _right(after, goal, look)
    if 1 < len(right) < len(after.legal_moves):
        return right
    return ()


async def _right(game: Game, goal: Goal, look: Look) -> tuple[Move, ...]:
    """The moves that attain the goal, the best first."""
    legal = len(game.legal_moves)
    for compared in dict.fromkeys((min(ALTERNATIVES, legal), legal)):
        best = await look(game, compared)
        right = tuple(each.move for each in best.lines if _attains(each, goal))
        if len(right) < compared:
            break
    return right


def _without_choices(best: Analysis, goal: Goal) -> Solved:
    if best.lines and _attains(best.lines[0], goal):
        return Solved("trivial")
    return Solved("unsolved")


def _verdict(line: list[Move], choices: list[Choice]) -> Solved:
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
