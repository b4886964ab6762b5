"""How games ended, counted."""

from collections.abc import Iterable

import msgspec


class Tally(msgspec.Struct, frozen=True):
    """Results: won, drawn and lost games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def plus(self, score: float) -> "Tally":
        """With one more game: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return Tally(self.won + (score == 1), self.drawn + (score == 0.5), self.lost + (score == 0))

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


def tally_of(scores: Iterable[float]) -> Tally:
    """The tally of games with these scores."""
    tally = Tally()
    for score in scores:
        tally = tally.plus(score)
    return tally
