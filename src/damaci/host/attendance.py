"""Who is there in which game, so that an engine thinks only for those who wait for its move."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from damaci.host.fair_queue import Asker

REQUEST_SECONDS = 15.0
"""How long a request counts as being there: a program may play without a socket."""
LEAVING_SECONDS = 5.0
"""How long a player counts as being there after the last connection has ended: a page may be loaded again."""
MOST_REMEMBERED = 100_000
"""Games whose last asker is known; the one asked for longest ago is forgotten first."""


class Attending(Protocol):
    """What an engine's seat asks."""

    def asker(self, game: str) -> Asker:
        """The player for whom the engine thinks in a game."""

    def attended(self, game: str) -> bool:
        """Whether the player is there."""

    async def arrival(self, game: str) -> None:
        """Returns as soon as the player is there."""


class Always:
    """For a machine of one's own, where everybody who plays is present."""

    def asker(self, game: str) -> Asker:
        """See Attending."""
        return Asker(game=game)

    def attended(self, game: str) -> bool:
        """See Attending."""
        return True

    async def arrival(self, game: str) -> None:
        """See Attending."""


ALWAYS = Always()


@dataclass(slots=True)
class _Game:
    asker: Asker
    until: float = 0.0
    """Until then the player is there even without a connection."""
    connections: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


class Attendance:
    """Knows the players of this process's connections and requests."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._games: OrderedDict[str, _Game] = OrderedDict()

    @contextmanager
    def here(self, asker: Asker) -> Iterator[None]:
        """A player is connected to the game for as long as this lasts."""
        found = self._arrive(asker, 0.0)
        found.connections += 1
        try:
            yield
        finally:
            found.connections -= 1
            found.until = max(found.until, self._now() + LEAVING_SECONDS)

    def asked(self, asker: Asker) -> None:
        """A player has sent a request about the game."""
        self._arrive(asker, self._now() + REQUEST_SECONDS)

    def asker(self, game: str) -> Asker:
        """See Attending. After a restart nobody is known until somebody comes."""
        found = self._games.get(game)
        if found is None:
            return Asker(game=game)
        return found.asker

    def attended(self, game: str) -> bool:
        """See Attending."""
        found = self._games.get(game)
        return found is not None and (found.connections > 0 or found.until > self._now())

    async def arrival(self, game: str) -> None:
        """See Attending."""
        while not self.attended(game):
            found = self._games.setdefault(game, _Game(Asker(game=game)))
            found.arrived.clear()
            await found.arrived.wait()

    def _arrive(self, asker: Asker, until: float) -> _Game:
        found = self._games.setdefault(asker.game, _Game(asker))
        found.asker = asker
        found.until = max(found.until, until)
        self._games.move_to_end(asker.game)
        found.arrived.set()
        self._forget()
        return found

    def _forget(self) -> None:
        """Forgets the oldest game in which nobody is connected. An engine that waits for its player remembers the game
        again."""
        if len(self._games) > MOST_REMEMBERED:
            game, found = self._games.popitem(last=False)
            found.arrived.set()
            if found.connections:
                self._games[game] = found
