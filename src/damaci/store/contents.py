"""Hashes of games' contents, which find duplicates; and storing many games at once."""

from collections.abc import Collection, Mapping, Sequence

import msgspec
from sqlalchemy import delete, insert, select

from damaci.play.events import AnyEvent
from damaci.store.appending import event_rows
from damaci.store.database import Database
from damaci.store.schema import CONTENTS, EVENTS, GAMES
from damaci.stored.incoming import NewRecord
from damaci.stored.summary import row_of

_encoder = msgspec.json.Encoder()


class Contents:
    """Hashes of games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, hashes: Collection[str]) -> dict[str, str]:
        """The ids of the games with these hashes, by hash. Raises StoreError."""
        query = select(CONTENTS.c.hash, CONTENTS.c.game).where(CONTENTS.c.hash.in_(hashes))
        async with self._database.reading() as connection:
            return {row.hash: row.game for row in await connection.execute(query)}

    async def missing(self, limit: int) -> list[str]:
        """Finished games without a hash. Raises StoreError."""
        query = select(GAMES.c.id).outerjoin(CONTENTS).where(GAMES.c.result != "*", CONTENTS.c.game.is_(None))
        async with self._database.reading() as connection:
            return list(await connection.scalars(query.limit(limit)))

    async def put(self, hashes: Mapping[str, str]) -> None:
        """Stores the hashes of games, by their ids, in place of former ones. Raises StoreError."""
        async with self._database.writing() as connection:
            await connection.execute(delete(CONTENTS).where(CONTENTS.c.game.in_(hashes)))
            await connection.execute(insert(CONTENTS), [{"game": game, "hash": hash} for game, hash in hashes.items()])

    async def add(self, incoming: Sequence[NewRecord]) -> None:
        """Stores games with their logs, all or none. Raises StoreError."""
        rows = [_row(each) for each in incoming]
        events = [row for each in incoming for row in event_rows(each.game, 0, _texts(each.events))]
        hashes = [{"game": each.game, "hash": each.hash} for each in incoming if each.hash]
        async with self._database.writing() as connection:
            await connection.execute(insert(GAMES), rows)
            await connection.execute(insert(EVENTS), events)
            if hashes:
                await connection.execute(insert(CONTENTS), hashes)


def _row(incoming: NewRecord) -> dict[str, object]:
    events = incoming.events
    return {"id": incoming.game, "version": len(events), "created": events[0].at, **row_of(events)}


def _texts(events: Sequence[AnyEvent]) -> list[str]:
    return [_encoder.encode(event).decode() for event in events]
