"""Counts the connections to each game in this process."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from damaci.play.events import Color

COLORS: tuple[Color, ...] = ("white", "black")
OnChange = Callable[[], None]


def seat(game: str, color: Color) -> str:
    """The name of a side of a game among all."""
    return f"{game} {color}"


class Presence:
    """Counts connections: those of players by side, and those of spectators."""

    def __init__(self, now: Callable[[], float] = time.monotonic, *, everybody: bool = True) -> None:
        """`everybody`: this process alone has connections to these games, so a player without one is away."""
        self._now = now
        self.everybody = everybody
        self._counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._left: dict[tuple[str, str], float] = {}
        self._followers: defaultdict[str, set[OnChange]] = defaultdict(set)

    @contextmanager
    def here(self, game: str, held: Collection[Color], changed: OnChange) -> Iterator[None]:
        """Counts a connection with these seats, or a spectator, for as long as this lasts. `changed` is called when
        others connect or leave."""
        roles: list[str] = [*held] or ["watching"]
        self._counts[game].update(roles)
        for color in COLORS:
            self._left.setdefault((game, color), self._now())
        self._followers[game].add(changed)
        self._notify(game)
        try:
            yield
        finally:
            self._counts[game].subtract(roles)
            self._followers[game].discard(changed)
            self._left |= {(game, color): self._now() for color in held}
            self._notify(game)
            self._forget(game)

    def watching(self, game: str) -> int:
        """The number of spectators."""
        if game in self._counts:
            return self._counts[game]["watching"]
        return 0

    def present(self, game: str, color: Color) -> bool:
        """Whether the player of that side is connected."""
        return game in self._counts and self._counts[game][color] > 0

    @property
    def seats(self) -> list[str]:
        """The sides that are connected, each as `seat` names it."""
        return [seat(game, color) for game, counts in self._counts.items() for color in COLORS if counts[color] > 0]

    def away(self, game: str, color: Color) -> float | None:
        """Seconds since that side left while another connection stayed; None while it is present, or no connection is
        left."""
        left = self._left.get((game, color))
        if left is None or self.present(game, color):
            return None
        return self._now() - left

    def _notify(self, game: str) -> None:
        for follower in list(self._followers[game]):
            follower()

    def _forget(self, game: str) -> None:
        if not self._counts[game].total():
            del self._counts[game], self._followers[game]
            for color in COLORS:
                self._left.pop((game, color), None)
