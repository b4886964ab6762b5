"""How many nodes the searches for hard positions have."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """The nodes of the searches, all of which begin with an empty table."""

    shallow: int = 100_000
    """Nodes of the search that does not choose the right move."""
    deep: int = 20_000_000
    """Nodes of the search that proves it, at most."""

    @property
    def play(self) -> int:
        """For each move of a game, where the table is kept."""
        return max(1, self.shallow // 10)

    @property
    def screen(self) -> int:
        """The search that proves is given up here unless one move is right by then."""
        return self.deep // 20

    @property
    def least(self) -> int:
        """The search that proves has so many at least."""
        return self.deep // 10
