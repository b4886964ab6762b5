"""The names of the openings of finished games."""

from collections.abc import Collection, Mapping

from damaci.board.position import Position
from damaci.book.names import name
from damaci.errors import DamaciError
from damaci.play.events import AnyEvent
from damaci.play.table import Table
from damaci.services.run import Run
from damaci.stored.store import EventLog

PLIES = 2
"""Plies of each game that name its opening."""
MOST_KEPT = 20_000
"""Games whose openings are remembered: a finished game does not change."""

Name = tuple[str, ...]
"""Phrases in English; none for a game that did not begin at the start of its ruleset, or cannot be read."""


class OpeningNames:
    """Reads games, each once."""

    def __init__(self, log: EventLog, run: Run) -> None:
        self._log = log
        self._run = run
        self._kept: dict[str, Name] = {}

    async def of(self, games: Collection[str]) -> Mapping[str, Name]:
        """The openings of finished games, by their ids. Raises StoreError."""
        known = {game: self._kept[game] for game in games if game in self._kept}
        missing = {game: 0 for game in games if game not in known}
        if missing:
            logs = await self._log.read_many(missing)
            found = await self._run(_named, dict(logs))
            self._keep(found)
            known |= found
        return known

    def _keep(self, found: Mapping[str, Name]) -> None:
        for game, named in found.items():
            if len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[game] = named


def _named(logs: dict[str, list[AnyEvent]]) -> dict[str, Name]:
    return {game: _name(events) for game, events in logs.items()}


def _name(events: list[AnyEvent]) -> Name:
    """The name by the moves that stood in the end: the first ones may have been taken back."""
    try:
        played = Table.fold(events).game
    except DamaciError:
        return ()
    if played.start == Position.start(played.ruleset) and played.ply >= PLIES:
        return tuple(name(played.moves[:PLIES]))
    return ()
