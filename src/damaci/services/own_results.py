"""The results of a person: which games those are is known to the app."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from heapq import nlargest

from damaci.services.opening_names import OpeningNames
from damaci.services.own_game import OwnGame
from damaci.services.own_progress import OwnProgress, progress_of
from damaci.services.run import Run

OPENINGS = 300
"""The latest games whose openings are told apart."""

Games = Callable[[str], Awaitable[Sequence[OwnGame]]]
"""The person's latest finished games of a ruleset, in any order. Raises StoreError."""


class OwnResults:
    """The progress of one person."""

    def __init__(self, games: Games, names: OpeningNames, run: Run) -> None:
        """`run` works the progress out: for thousands of games that takes long."""
        self._games = games
        self._names = names
        self._run = run

    async def of(self, ruleset: str, today: date) -> OwnProgress:
        """The progress at a ruleset. Raises StoreError."""
        games = await self._games(ruleset)
        latest = nlargest(OPENINGS, games, key=lambda game: game.at)
        openings = await self._names.of([each.id for each in latest])
        return await self._run(progress_of, games, openings, today)
