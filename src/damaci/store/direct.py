"""Connections to PostgreSQL without SQLAlchemy, which takes longer to pass a statement on than PostgreSQL to carry it
out."""

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy.exc import IntegrityError

BY_INDEX = "SET enable_seqscan = off; SET jit = off; SET plan_cache_mode = force_generic_plan"
"""Lets PostgreSQL plan the statements that are carried out often: once, and as for large tables. A plan made while a
table is small would read the whole table again and again while that grows."""


class Direct:
    """Connections of the driver: opened when they are needed, and again when they have been lost."""

    def __init__(self, arguments: dict[str, Any], patience: float, most: int = 1) -> None:
        """`arguments`: those of asyncpg.connect. `most`: the most connections at a time; when all are busy, a caller
        waits for at most `patience` seconds."""
        self._arguments = arguments
        self._patience = patience
        self._free = asyncio.Semaphore(most)
        self._idle: list[Any] = []

    async def fetch(self, statement: str, *values: object) -> Sequence[Any]:
        """The rows of a statement, which is a transaction by itself. Raises IntegrityError, otherwise what the driver
        raises, OSError."""
        await self._wait()
        try:
            return await self._fetch(await self._connected(), statement, values)
        finally:
            self._free.release()

    async def _fetch(self, connection: Any, statement: str, values: Sequence[object]) -> Sequence[Any]:
        from asyncpg.exceptions import IntegrityConstraintViolationError, PostgresError

        try:
            rows: Sequence[Any] = await connection.fetch(statement, *values)
        except PostgresError as error:
            self._idle.append(connection)
            if isinstance(error, IntegrityConstraintViolationError):
                raise IntegrityError(statement, values, error) from error
            raise
        except BaseException:
            # Whether the server still works on it is not known: the connection cannot be used again.
            connection.terminate()
            raise
        self._idle.append(connection)
        return rows

    def close(self) -> None:
        """Closes the connections, which nobody uses any more."""
        for connection in self._idle:
            connection.terminate()
        self._idle.clear()

    async def _wait(self) -> None:
        """Until there may be one more connection in use."""
        if self._free.locked():
            async with asyncio.timeout(self._patience):
                await self._free.acquire()
        else:
            await self._free.acquire()

    async def _connected(self) -> Any:
        """The connection that was used last, if it is still open, or else a new one."""
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return await self._connect()

    async def _connect(self) -> Any:
        import asyncpg

        connection = await asyncpg.connect(**self._arguments)  # type: ignore[no-untyped-call]
        try:
            await connection.execute(BY_INDEX)
        except BaseException:
            connection.terminate()
            raise
        return connection
