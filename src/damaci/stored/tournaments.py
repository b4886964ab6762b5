"""What services need of the stored tournaments."""

import builtins
from collections.abc import Sequence
from typing import Protocol

import msgspec

from damaci.tournament.events import AnyEvent
from damaci.tournament.tournament import Tournament

Row = dict[str, str | int | float | bool]


class StoredTournament(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    version: int
    """How many events it has."""
    created: float
    updated: float
    name: str
    system: str
    players: int
    rounds: int
    """How many have been paired."""
    closed: bool


def row_of(tournament: Tournament, updated: float) -> Row:
    """What a list shows of a tournament."""
    return {
        "version": tournament.version,
        "updated": updated,
        "name": tournament.settings.name,
        "system": tournament.settings.system,
        "players": len(tournament.entrants),
        "rounds": len(tournament.rounds),
        "closed": tournament.closed,
    }


class Tournaments(Protocol):
    """Tournaments as logs of events. Every method that waits raises StoreError, and then nothing was changed."""

    async def list(self, limit: int = 100) -> Sequence[StoredTournament]:
        """All tournaments, the last changed first."""

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """The ids after an id, in order."""

    async def add(self, tournament: str, events: Sequence[AnyEvent], row: Row) -> None:
        """Stores a new tournament with its events. Raises VersionConflict when there is one with that id."""

    async def append(self, tournament: str, version: int, events: Sequence[AnyEvent], row: Row) -> None:
        """All of `events` after `version`, or none of them; `row` is what the list shows from then on. Raises
        VersionConflict when the log does not end at `version`."""

    async def version(self, tournament: str) -> int:
        """How many events there are; 0 for a tournament that does not exist."""

    async def read(self, tournament: str, after: int = 0) -> builtins.list[AnyEvent]:
        """The events after version `after`; none for a tournament that does not exist."""

    async def delete(self, tournament: str) -> bool:
        """Deletes a tournament and its log; returns whether it existed."""
