"""Solves shipped puzzles once more, each by a longer search: the solution wins, and no other move does."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import Analysis, Engine, Score
from damaci.puzzles.puzzle import Goal, Puzzle
from lab.puzzles.solution import NO_WIN, is_win
from lab.tables_folder import tables_in

MEGABYTES = 64


class Finding(StrEnum):
    """The result of a search about one of the solver's moves."""

    ALONE = "attains the goal, and no other move does"
    NEAR = "attains the goal alone, but another move comes nearer to it than in a new puzzle"
    NOT_ALONE = "attains the goal, but so does another move"
    FAILS = "does not attain the goal"


@dataclass(frozen=True, slots=True)
class Job:
    """A puzzle to be solved again."""

    puzzle: Puzzle
    nodes: int
    """Nodes of each search."""
    tables: str | None = None
    """The folder with endgame tables."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One of the solver's choices, and what the search found there."""

    puzzle: str
    fen: str
    move: str
    finding: Finding
    best: str
    """The search's two best moves with their scores."""

    def __str__(self) -> str:
        return f"{self.puzzle} {self.fen}: {self.move} {self.finding} ({self.best})"


def check(job: Job) -> list[Checked]:
    """Searches each position in which the solver has a choice. Equal jobs give equal results."""
    engine = _engine(job.tables)
    found = []
    for position, move in choices(job.puzzle):
        engine.forget()
        analysis = engine.analyse(position, nodes=job.nodes, lines=2)
        finding = judge(analysis, move, job.puzzle.goal)
        best = ", ".join(f"{position.text(line.move)} {line.score}" for line in analysis.lines)
        found.append(Checked(job.puzzle.id, position.fen, position.text(move), finding, best))
    return found


@cache
def _engine(tables: str | None) -> Engine:
    return Engine(MEGABYTES, tables=tables_in(tables))


def choices(puzzle: Puzzle) -> Iterator[tuple[Position, Move]]:
    """The positions in which the solver has more than one legal move, with the move of the solution."""
    position = puzzle.position
    for ply, text in enumerate(puzzle.moves):
        move = position.parse_move(text)
        if ply % 2 == 0 and len(position.legal_moves) > 1:
            yield position, move
        position = position.play(move)


def judge(analysis: Analysis, move: Move, goal: Goal) -> Finding:
    """The finding about a move, by the two best lines."""
    right = [line.move for line in analysis.lines if _attains(line.score, goal)]
    if move not in right:
        return Finding.FAILS
    if len(right) > 1:
        return Finding.NOT_ALONE
    near = goal is Goal.WIN and any(line.score.centimen > NO_WIN for line in analysis.lines[1:])
    return Finding.NEAR if near else Finding.ALONE


def _attains(score: Score, goal: Goal) -> bool:
    """Whether a score attains the goal. The goal of a draw is attained if the other side does not win."""
    if goal is Goal.WIN:
        return is_win(score)
    return not is_win(-score)
