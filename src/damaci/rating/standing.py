"""The standing of a player: the rating after the last rated game, and the time of that game."""

from dataclasses import dataclass

from damaci.rating.glicko import Glicko2
from damaci.rating.rating import Rating

SYSTEM = Glicko2()
"""The system by which games between players are rated."""
SURE_TO = 75.0
"""The greatest deviation of a rating at the usual ruleset that is certain enough for a list of the best."""
SURE_TO_IN_VARIANTS = 65.0
"""The same for other rulesets: fewer people play them."""
NEW = Rating()
"""The rating of a player who has not played."""
DAY = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating with its age. The defaults are those of a player without rated games."""

    rating: Rating = NEW
    games: int = 0
    """Rated games so far."""
    at: float = 0.0
    """When the last of these games ended (epoch seconds)."""

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
        """The standing after one more game, which ended at `at` (epoch seconds) and led to this rating."""
        return Standing(rating, self.games + 1, max(self.at, at))


@dataclass(frozen=True, slots=True)
class StandingChange:
    """The effect of a game on one player's rating."""

    before: Rating
    """The rating at the end of the game but without its result, with the deviation of that moment."""
    after: Rating
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""

    @property
    def points(self) -> int:
        """The rating points won, as players see them: the difference of the rounded ratings."""
        return round(self.after.rating) - round(self.before.rating)


def rate(white: Rating, black: Rating, score: float) -> tuple[StandingChange, StandingChange]:
    """The effect of a game on both players. Their ratings are given as at the end of the game; `score` is White's.

    >>> white, black = rate(Rating(1500, 80, 0.06), Rating(1700, 80, 0.06), score=1)
    >>> white.points, black.points
    (26, -26)
    """
    after = SYSTEM.game(white, black, score)
    return StandingChange(white, after[0], score), StandingChange(black, after[1], 1 - score)
