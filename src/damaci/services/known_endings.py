"""Sources of endgame knowledge: tables in a folder, and tables elsewhere."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from damaci import _kernel
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.services.run import Run
from damaci.tablebase import Material, Probe, RemoteTablebase, Tablebase, Terms
from damaci.tablebase.remote import RemoteTables

Ready = Callable[[Terms], Awaitable[Tablebase]]
"""The tablebase, with all tables of these rules that there are."""


@dataclass(frozen=True)
class FoundEnding:
    """How a position ends, and each of its moves, the best first; the best play, as far as it was asked for."""

    probe: Probe
    moves: dict[Move, Probe]
    line: list[Move]


class Knowledge(Protocol):
    """Some tables."""

    async def find(self, position: Position, terms: Terms, plies: int) -> FoundEnding | None:
        """How a position ends, with a line of so many plies unless it is a draw; None if no table has it."""

    async def counts(self, material: Material, terms: Terms) -> _kernel.Counts | None:
        """How all positions of a material end; None if there is no table."""


class TablesHere:
    """The tables of a folder."""

    def __init__(self, ready: Ready, run: Run) -> None:
        self._ready = ready
        self._run = run

    @classmethod
    def of(cls, tablebase: Tablebase, run: Run) -> "TablesHere":
        """The tables of a folder that is ready."""

        async def ready(_: Terms) -> Tablebase:
            return tablebase

        return cls(ready, run)

    async def find(self, position: Position, terms: Terms, plies: int) -> FoundEnding | None:
        """See Knowledge."""
        return await self._run(_find, await self._ready(terms), position, terms, plies)

    async def counts(self, material: Material, terms: Terms) -> _kernel.Counts | None:
        """See Knowledge."""
        tables = (await self._ready(terms)).usable(terms)
        return tables.materials.get(material) if tables else None


def _find(tablebase: Tablebase, position: Position, terms: Terms, plies: int) -> FoundEnding | None:
    tables = tablebase.usable(terms)
    if tables is None:
        return None
    probe = tables.probe(position)
    if probe is None:
        return None
    line = tables.line(position, plies) if probe.result else []
    return FoundEnding(probe, tables.moves(position), line)


class TablesElsewhere:
    """Tables that are read part by part. They answer nothing while they cannot be reached."""

    def __init__(self, tablebase: RemoteTablebase) -> None:
        self._tablebase = tablebase

    async def find(self, position: Position, terms: Terms, plies: int) -> FoundEnding | None:
        """See Knowledge."""

        async def look(tables: RemoteTables) -> FoundEnding | None:
            probe = await tables.probe(position)
            if probe is None:
                return None
            line = await tables.line(position, plies) if probe.result else []
            return FoundEnding(probe, await tables.moves(position), line)

        return await self._tablebase.ask(terms, look)

    async def counts(self, material: Material, terms: Terms) -> _kernel.Counts | None:
        """See Knowledge."""
        return await self._tablebase.ask(terms, lambda tables: tables.counts(material))
