"""The score of a match."""

from collections import Counter
from dataclasses import dataclass, field

from damaci.board.color import Color
from damaci.match.game import Played
from damaci.match.statistics import PAIR_SCORES, Elo

HALF_POINTS = {(True, False): 2, (False, False): 1, (False, True): 0}
"""A's half points, by whether A has won and whether B has won."""


@dataclass(slots=True)
class Tally:
    """The score from the point of view of the first engine, A."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * len(PAIR_SCORES))
    """How many finished pairs brought A 0, ½, 1, 1½ and 2 points."""
    adjudicated: int = 0
    """Games that were not played to their end."""
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The number of faults, by engine (`a` or `b`) and kind of fault."""
    reasons: Counter[str] = field(default_factory=Counter)
    """The number of games by the reason of their end; `tables` and `too-long` are adjudications."""
    _halves: dict[int, int] = field(default_factory=dict)
    """Half points of the first game of each pair that is not finished."""

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """A's share of the points."""
        if self.games:
            return (self.wins + self.draws / 2) / self.games
        return None

    @property
    def elo(self) -> Elo:
        """The Elo from the finished pairs."""
        return Elo.of(self.pairs)

    def add(self, pair: int, a: Color, played: Played) -> None:
        """Counts a game of a pair in which A had the colour `a`."""
        half_points = HALF_POINTS[played.outcome.winner is a, played.outcome.winner is a.other]
        self.wins += half_points == 2
        self.draws += half_points == 1
        self.losses += half_points == 0
        if played.adjudication:
            self.adjudicated += 1
            self.reasons[played.adjudication.kind] += 1
        else:
            self.reasons[played.outcome.reason.value] += 1
        if played.fault:
            engine = {a: "a", a.other: "b"}[played.fault.by]
            self.faults[engine, played.fault.kind] += 1
        if pair in self._halves:
            self.pairs[self._halves.pop(pair) + half_points] += 1
        else:
            self._halves[pair] = half_points
