"""The processes that serve the games of this store, as they report themselves."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import delete, insert, select, update

from damaci.store.audit import Act, record
from damaci.store.database import Database
from damaci.store.prepared import Prepared, value
from damaci.store.schema import PROCESSES


class Process(msgspec.Struct, frozen=True):
    """A serving process. `seen`: when it last wrote (epoch seconds); `draining`: it is to end, or is ending."""

    id: str
    host: str
    process: int
    started: float
    seen: float
    draining: bool = False


_SEE = Prepared(
    update(PROCESSES).where(PROCESSES.c.id == value("of")).values(seen=value("at")).returning(PROCESSES.c.draining)
)


class Processes:
    """Processes by id. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, process: Process, silent_since: float) -> None:
        """Adds a process; removes those that have not been seen since `silent_since` (epoch seconds)."""
        async with self._database.writing() as connection:
            await connection.execute(delete(PROCESSES).where(PROCESSES.c.seen < silent_since))
            await connection.execute(insert(PROCESSES).values(**msgspec.structs.asdict(process)))

    async def see(self, process: Process) -> bool:
        """Records that a process is running; returns whether it shall drain."""
        for row in await self._database.change(_SEE, of=process.id, at=process.seen):
            return bool(row["draining"])
        # Another process thought that this one had ended.
        await self._database.attempt(insert(PROCESSES).values(**msgspec.structs.asdict(process)))
        return False

    async def drain(self, process: str, act: Act | None = None, silent_since: float = 0.0) -> bool:
        """Asks a process to drain; returns whether it has been seen since `silent_since` (epoch seconds)."""
        there = (PROCESSES.c.id == process) & (PROCESSES.c.seen >= silent_since)
        async with self._database.writing() as connection:
            told = await connection.execute(update(PROCESSES).where(there).values(draining=True))
            if told.rowcount and act:
                await record(connection, act)
            return bool(told.rowcount)

    async def remove(self, process: str) -> None:
        """Removes a process that ends."""
        async with self._database.changing() as connection:
            await connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process))

    async def seen(self, since: float) -> Sequence[Process]:
        """The processes that were there at `since` (epoch seconds) or later, oldest first."""
        query = select(PROCESSES).where(PROCESSES.c.seen >= since).order_by(PROCESSES.c.started, PROCESSES.c.id)
        async with self._database.reading() as connection:
            return [Process(*row) for row in await connection.execute(query)]
