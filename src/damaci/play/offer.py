"""What one side has asked the other: at most once for each of its own moves."""

from dataclasses import dataclass, replace
from typing import Self

from damaci.play.events import Color


@dataclass(frozen=True, slots=True)
class StandingOffer:
    """A standing question, if there is one, and who has had a "no" since its last move."""

    by: Color | None = None
    declined: frozenset[Color] = frozenset()

    def made(self, by: Color) -> Self:
        """Asked by one side."""
        return replace(self, by=by)

    def refused(self) -> Self:
        """Answered with no: the side that asked has to move before it may ask again."""
        return replace(self, by=None, declined=self.declined | {self.by} if self.by else self.declined)

    def after_move(self, mover: Color) -> Self:
        """Still standing, if it was; the side that moved may ask again."""
        if mover in self.declined:
            return replace(self, declined=self.declined - {mover})
        return self
