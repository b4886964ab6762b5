"""A connection to PostgreSQL without SQLAlchemy, which takes longer to pass on the one statement that every move needs
than PostgreSQL to carry it out."""

import asyncio
from collections.abc import Sequence
from typing import Any


class Direct:
    """One connection of the driver: opened when it is needed, and again when it has been lost."""

    def __init__(self, arguments: dict[str, Any]) -> None:
        """`arguments`: those of asyncpg.connect."""
        self._arguments = arguments
        self._connection: Any = None
        self._turn = asyncio.Lock()

    async def fetch(self, statement: str, *values: object) -> Sequence[Any]:
        """The rows of a statement, which is a transaction by itself. Raises what the driver raises, OSError."""
        from asyncpg.exceptions import PostgresError

        async with self._turn:
            try:
                rows: Sequence[Any] = await (await self._connected()).fetch(statement, *values)
            except PostgresError:
                raise
            except BaseException:
                # Whether the server still works on it is not known: the connection cannot be used again.
                self._drop()
                raise
        return rows

    def close(self) -> None:
        """Closes the connection, if there is one."""
        self._drop()

    async def _connected(self) -> Any:
        import asyncpg

        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(**self._arguments)  # type: ignore[no-untyped-call]
        return self._connection

    def _drop(self) -> None:
        if self._connection:
            self._connection.terminate()
            self._connection = None
