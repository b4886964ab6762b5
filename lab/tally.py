"""How counted games ended."""

from dataclasses import dataclass
from math import sqrt
from typing import Self

from damaci.board.position import Position
from damaci.book.canonical import canonical_key
from damaci.book.games import Results
from lab.counting import Counts

NORMAL_95 = 1.96
"""Standard deviations on each side of the mean, within which 95 % of a normal distribution lie."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of some games; one at least."""

    results: Results

    @classmethod
    def of(cls, ruleset: str, counts: Counts) -> Self:
        """The tally of all games in the counts: each went through the start, where White is to move."""
        [row] = counts[counts["key"] == canonical_key(Position.start(ruleset))]
        return cls(Results(int(row["won"]), int(row["drawn"]), int(row["lost"])))

    @property
    def score(self) -> float:
        """White's points by game, between 0 and 1."""
        return (self.results.white + self.results.draw / 2) / self.results.games

    @property
    def margin(self) -> float:
        """The 95 % interval of the score has this length on each side."""
        squares = (self.results.white + self.results.draw / 4) / self.results.games
        return NORMAL_95 * sqrt((squares - self.score**2) / self.results.games)

    def __str__(self) -> str:
        results = self.results
        games = self.results.games
        return (
            f"{games:,} games: White won {results.white / games:.2%}, {results.draw / games:.2%} were drawn, "
            f"Black won {results.black / games:.2%}; White scored {self.score:.2%} ± {self.margin:.2%}"
        )
