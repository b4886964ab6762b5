"""Measures how many moves lose at once: if few moves do, a book has to be wide."""

from dataclasses import dataclass

import numpy as np

from damaci.batch import Positions
from damaci.match.openings import generate
from lab.book import JOB_POSITIONS, Leaves, search_leaves
from lab.work import Workers

A_MAN = 100
"""The fewest centimen that a losing move gives away."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of good and losing moves in many positions, compared with the best move of each position."""

    positions: int
    moves: int
    losing: float
    """The share of moves that are worse by a man or more."""
    near: float
    """The share of moves that are worse by a tenth of a man at most."""

    def __str__(self) -> str:
        return (
            f"{self.positions:,} positions, {self.moves:,} moves: {self.losing:.1%} worse than the best by a man or "
            f"more, {self.near:.1%} by a tenth of a man at most"
        )


def measure(ruleset: str, positions: int, nodes: int, seed: int, workers: Workers) -> Shares:
    """Searches each move of this many balanced positions, 6 to 10 plies from the start."""
    openings = [opening.game().position for opening in generate(ruleset, positions, seed)]
    roots = Positions.of(openings, ruleset)
    counts = np.diff(roots.legal_moves().offsets)
    after = roots.successors().for_mover()
    starts = range(0, len(after), JOB_POSITIONS)
    jobs = [Leaves(number, ruleset, after.boards[at : at + JOB_POSITIONS], nodes) for number, at in enumerate(starts)]
    found = dict(workers.run(search_leaves, jobs))
    values = -np.array([value for number in range(len(jobs)) for value in found[number]])
    first = np.concatenate([[0], np.cumsum(counts)[:-1]])
    losses = np.repeat(np.maximum.reduceat(values, first), counts) - values
    return Shares(positions, len(losses), float((losses >= A_MAN).mean()), float((losses <= A_MAN // 10).mean()))
