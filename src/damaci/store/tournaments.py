"""Tournaments: a row for each, and the log of its events."""

import builtins
from collections.abc import Sequence

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.database import Database
from damaci.store.schema import TOURNAMENT_EVENTS, TOURNAMENTS
from damaci.stored.errors import StoreError, VersionConflict
from damaci.stored.tournaments import Row, StoredTournament
from damaci.tournament.events import AnyEvent

_decoder = msgspec.json.Decoder[AnyEvent](AnyEvent)


class Tournaments:
    """See damaci.stored.tournaments.Tournaments."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list(self, limit: int = 100) -> Sequence[StoredTournament]:
        """All tournaments, the last changed first. Raises StoreError."""
        query = select(TOURNAMENTS).order_by(TOURNAMENTS.c.updated.desc(), TOURNAMENTS.c.id).limit(limit)
        async with self._database.reading() as connection:
            return [StoredTournament(**row) for row in (await connection.execute(query)).mappings()]

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """The ids after an id, in order. Raises StoreError."""
        table = TOURNAMENTS.c
        async with self._database.reading() as connection:
            found = await connection.scalars(select(table.id).where(table.id > after).order_by(table.id).limit(limit))
            return list(found)

    async def add(self, tournament: str, events: Sequence[AnyEvent], row: Row) -> None:
        """Stores a new tournament with its events. Raises VersionConflict when that id is taken, StoreError."""
        try:
            async with self._database.writing() as connection:
                await add(connection, tournament, events, row)
        except IntegrityError:
            raise VersionConflict(tournament, 0) from None

    async def append(self, tournament: str, version: int, events: Sequence[AnyEvent], row: Row) -> None:
        """All of `events` after `version`, or none of them. Raises VersionConflict when the log does not end there,
        StoreError."""
        async with self._database.writing() as connection:
            await append(connection, tournament, version, events, row)

    async def version(self, tournament: str) -> int:
        """How many events there are; 0 for a tournament that does not exist. Raises StoreError."""
        async with self._database.reading() as connection:
            query = select(TOURNAMENTS.c.version).where(TOURNAMENTS.c.id == tournament)
            return await connection.scalar(query) or 0

    async def read(self, tournament: str, after: int = 0) -> builtins.list[AnyEvent]:
        """The events after version `after`; none for a tournament that does not exist. Raises StoreError."""
        table = TOURNAMENT_EVENTS.c
        query = select(table.event).where(table.tournament == tournament, table.version > after)
        async with self._database.reading() as connection:
            texts = await connection.scalars(query.order_by(table.version))
        try:
            return [_decoder.decode(text) for text in texts]
        except msgspec.DecodeError as error:
            name = self._database.name
            raise StoreError(f"{name}: tournament {tournament} has an event that cannot be read: {error}") from error

    async def delete(self, tournament: str) -> bool:
        """Deletes a tournament and its log; returns whether it existed. Raises StoreError."""
        async with self._database.changing() as connection:
            gone = await connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament))
        return bool(gone.rowcount)


async def add(connection: AsyncConnection, tournament: str, events: Sequence[AnyEvent], row: Row) -> None:
    """Stores a new tournament, in the transaction of `connection`. Raises IntegrityError if the id is taken."""
    await connection.execute(insert(TOURNAMENTS), {"id": tournament, "created": events[0].at, **row})
    await _write(connection, tournament, 0, events)


async def append(
    connection: AsyncConnection, tournament: str, version: int, events: Sequence[AnyEvent], row: Row
) -> None:
    """Appends events, in the transaction of `connection`. Raises VersionConflict when the log does not end at
    `version`."""
    table = TOURNAMENTS.c
    step = update(TOURNAMENTS).where(table.id == tournament, table.version == version).values(row)
    if not (await connection.execute(step)).rowcount:
        raise VersionConflict(tournament, version)
    if events:
        await _write(connection, tournament, version, events)


async def _write(connection: AsyncConnection, tournament: str, version: int, events: Sequence[AnyEvent]) -> None:
    rows = [
        {"tournament": tournament, "version": number, "event": msgspec.json.encode(event).decode()}
        for number, event in enumerate(events, version + 1)
    ]
    await connection.execute(insert(TOURNAMENT_EVENTS), rows)
