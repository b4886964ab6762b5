"""Which games other processes have open too: nobody has to be told of the others."""

from collections import deque
from collections.abc import Collection, Sequence

ALONE = 1
"""The number of receivers of a notice that only reached the process that sent it."""


class Audience:
    """What the answers to notices say: how many processes each has reached."""

    def __init__(self) -> None:
        self._untold: dict[str, int] = {}
        """Games that no other process has open, and the version of each that nobody has been told; 0 for none."""
        self._asked: deque[Sequence[str]] = deque()
        """The games of notices that have been sent, but not been answered."""

    def misses(self, game: str, version: int) -> bool:
        """Whether no process has to be told of this version. A process that opens the game later is told then."""
        if game not in self._untold:
            return False
        self._untold[game] = version
        return True

    def asked(self, games: Sequence[str]) -> None:
        """Notices of these games have been sent."""
        self._asked.append(games)

    def answered(self, counts: Sequence[int], followed: Collection[str]) -> dict[str, int]:
        """How many processes each of the next notices has reached, this one included for games that are `followed`
        here. Returns what a process has to be told now, as `came` does."""
        untold: dict[str, int] = {}
        for game, count in zip(self._asked.popleft(), counts, strict=True):
            if count > ALONE:
                untold |= self.came(game)
            elif game in followed:
                self._untold.setdefault(game, 0)
        return untold

    def came(self, game: str) -> dict[str, int]:
        """Another process has a game open from now on. Returns the game with the version of which nobody was told, if
        there is one."""
        version = self._untold.pop(game, 0)
        return {game: version} if version else {}

    def forget(self, game: str) -> None:
        """A game is not followed here any more."""
        self._untold.pop(game, None)

    def clear(self) -> None:
        """Nothing is known any more, and nothing will be answered."""
        self._untold.clear()
        self._asked.clear()
