"""The numbers of nodes of the searches for hard positions."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """The nodes of the searches. These begin with an empty transposition table, except those for the moves of a
    game."""

    shallow: int = 100_000
    """Nodes of the short search, which must not choose the right move."""
    deep: int = 20_000_000
    """The most nodes of the long search, which has to prove the right move."""

    @property
    def play(self) -> int:
        """Nodes of the search for each move of a game. The transposition table is kept from move to move."""
        return max(1, self.shallow // 10)

    @property
    def second(self) -> int:
        """Nodes to which the shallow search goes on. If it does not change its mind, a long search is not made."""
        return 3 * self.shallow

    @property
    def screen(self) -> int:
        """The number of nodes at which the long search is given up unless one move is right by then."""
        return self.deep // 20

    @property
    def least(self) -> int:
        """The fewest nodes of a long search that proves a move."""
        return self.deep // 10
