"""Heartbeats of the processes that serve the games, and the outages between them."""

import time
from collections.abc import Callable, Sequence

from sqlalchemy import delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.database import Database
from damaci.store.prepared import Prepared
from damaci.store.schema import HEARTBEATS, OUTAGES
from damaci.stored.heartbeats import Beaten, Heartbeat


class Heartbeats:
    """Records when each process could last write to the store."""

    def __init__(self, database: Database, wall: Callable[[], float] = time.time) -> None:
        """`wall`: the clock to use for a database without its own clock (SQLite)."""
        self._database = database
        self._wall = wall

    async def read(self) -> Beaten:
        """The heartbeats as they are. Raises StoreError."""
        async with self._database.reading() as connection:
            return await self._read(connection)

    async def beat(self, process: str, at: float) -> Beaten:
        """Leaves a heartbeat in place of the process's last one. Raises StoreError."""
        if self._database.dialect == "postgresql":
            # A busy process must not take itself for one that cannot reach the database.
            rows = await self._database.change_apart(_BEAT_AND_READ, process=process, at=at)
            return _beaten([tuple(row.values()) for row in rows])
        async with self._database.writing() as connection:
            beaten = await self._read(connection)
            await connection.execute(_BEAT, {"process": process, "at": at, "wall": beaten.wall})
        return beaten

    async def forget(self, heartbeats: float, outages: float) -> None:
        """Removes heartbeats before the first moment, and outages that ended before the second. Raises StoreError."""
        async with self._database.writing() as connection:
            await connection.execute(delete(HEARTBEATS).where(HEARTBEATS.c.at < heartbeats))
            await connection.execute(delete(OUTAGES).where(OUTAGES.c.until < outages))

    async def add_outage(self, since: float, until: float) -> None:
        """Records that nobody could write from `since` to `until`, unless another process has recorded the outage that
        began then. Raises StoreError."""
        begun = select(OUTAGES.c.since).where(OUTAGES.c.since == since)
        async with self._database.writing() as connection:
            if self._database.dialect == "postgresql":
                await connection.execute(text("LOCK TABLE outages IN EXCLUSIVE MODE"))
            if await connection.scalar(begun) is None:
                await connection.execute(insert(OUTAGES), {"since": since, "until": until})

    async def outages(self) -> list[tuple[float, float]]:
        """The recorded outages in order: when each began and ended. Raises StoreError."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(OUTAGES.c.since, OUTAGES.c.until).order_by(OUTAGES.c.since))
            return [(since, until) for since, until in found]

    async def _read(self, connection: AsyncConnection) -> Beaten:
        if self._database.dialect == "postgresql":
            return _beaten(list(await connection.execute(_READ)))
        rows = await connection.execute(select(HEARTBEATS.c.process, HEARTBEATS.c.at, HEARTBEATS.c.wall))
        return Beaten(self._wall(), [Heartbeat(*row) for row in rows])


def _beaten(rows: Sequence[Sequence[object]]) -> Beaten:
    wall = rows[0][0]
    assert isinstance(wall, float)
    return Beaten(wall, [Heartbeat(*row[1:]) for row in rows if row[1] is not None])  # type: ignore[arg-type]


_WALL = "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"
_READ = text(
    "SELECT clock.wall AS now, heartbeats.process, heartbeats.at, heartbeats.wall"
    f" FROM (SELECT {_WALL} AS wall) AS clock LEFT JOIN heartbeats ON true"
)
_UPSERT = (
    "INSERT INTO heartbeats (process, at, wall) VALUES (:process, :at, {wall})"
    " ON CONFLICT (process) DO UPDATE SET at = excluded.at, wall = excluded.wall"
)
_BEAT = text(_UPSERT.format(wall=":wall"))
# The snapshot of a statement is from before its own changes: the heartbeats are those until then.
_BEAT_AND_READ = Prepared(
    text(
        f"WITH clock AS ({_UPSERT.format(wall=_WALL)} RETURNING wall)"
        " SELECT clock.wall AS now, heartbeats.process, heartbeats.at, heartbeats.wall"
        " FROM clock LEFT JOIN heartbeats ON true"
    )
)
