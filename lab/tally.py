"""The tally of counted games: how many were won, drawn and lost."""

from dataclasses import dataclass
from math import sqrt
from typing import Self

from damaci.board.position import Position
from damaci.book.canonical import canonical_key
from damaci.book.games import Results
from lab.counting import Counts

NORMAL_95 = 1.96
"""95 % of a normal distribution lie within this number of standard deviations on each side of the mean."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of one or more games."""

    results: Results

    @classmethod
    def of(cls, ruleset: str, counts: Counts) -> Self:
        """The tally of all games in the counts. It is that of the start, where White is to move: every game began
        there."""
        [row] = counts[counts["key"] == canonical_key(Position.start(ruleset))]
        return cls(Results(int(row["won"]), int(row["drawn"]), int(row["lost"])))

    @property
    def score(self) -> float:
        """White's points per game, between 0 and 1."""
        return (self.results.white + self.results.draw / 2) / self.results.games

    @property
    def margin(self) -> float:
        """The length of the score's 95 % interval on each side."""
        squares = (self.results.white + self.results.draw / 4) / self.results.games
        return NORMAL_95 * sqrt((squares - self.score**2) / self.results.games)

    def __str__(self) -> str:
        results = self.results
        games = self.results.games
        return (
            f"{games:,} games: White won {results.white / games:.2%}, {results.draw / games:.2%} were drawn, "
            f"Black won {results.black / games:.2%}; White scored {self.score:.2%} ± {self.margin:.2%}"
        )
