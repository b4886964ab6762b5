"""Where a player stands: the rating after the last rated game, and when that was."""

from dataclasses import dataclass

from damaci.rating.glicko import Glicko2
from damaci.rating.rating import Rating

SYSTEM = Glicko2()
"""The system by which games between players are rated."""
SURE_TO = 75.0
"""The deviation up to which a rating at the usual ruleset is sure enough for a list of the best."""
SURE_TO_IN_VARIANTS = 65.0
"""The same for other rulesets: fewer people play them."""
NEW = Rating()
"""That of somebody who has not played."""
DAY = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating with its age. The defaults are those of somebody who has not played a rated game."""

    rating: Rating = NEW
    games: int = 0
    """Rated games so far."""
    at: float = 0.0
    """When the last of them ended (epoch seconds)."""

    def now(self, at: float) -> Rating:
        """The rating at a moment (epoch seconds): the deviation has grown since the last game.

        >>> year = Standing(Rating(1700, 60, 0.06), games=30, at=0.0).now(365 * 24 * 3600)
        >>> round(year.rating), round(year.deviation)
        (1700, 110)
        """
        if not self.games:
            return self.rating
        return SYSTEM.aged(self.rating, max(0.0, at - self.at) / DAY)

    def followed_by(self, rating: Rating, at: float) -> "Standing":
        """The standing after one more game, which ended then (epoch seconds) and led to that rating."""
        return Standing(rating, self.games + 1, max(self.at, at))


@dataclass(frozen=True, slots=True)
class StandingChange:
    """What a game did to one player."""

    before: Rating
    """At the end of the game, with the deviation of that moment."""
    after: Rating
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""

    @property
    def points(self) -> int:
        """Rating points won, as they are shown: the difference of the rounded ratings."""
        return round(self.after.rating) - round(self.before.rating)


def rate(white: Rating, black: Rating, score: float) -> tuple[StandingChange, StandingChange]:
    """What a game does to both players, whose ratings are those at its end. `score` is white's.

    >>> white, black = rate(Rating(1500, 80, 0.06), Rating(1700, 80, 0.06), score=1)
    >>> white.points, black.points
    (26, -26)
    """
    after = SYSTEM.game(white, black, score)
    return StandingChange(white, after[0], score), StandingChange(black, after[1], 1 - score)
