"""A database: its connections and transactions, with the driver's errors as StoreError."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    ARRAY,
    URL,
    ColumnElement,
    Connection,
    Executable,
    RowMapping,
    String,
    Table,
    any_,
    event,
    func,
    select,
)
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from damaci.store.direct import Direct
from damaci.store.naming import teach
from damaci.store.prepared import Prepared, value
from damaci.store.soundness import expect_sound, expect_whole
from damaci.stored.errors import StoreError

LOCK_SECONDS = 30
"""Seconds to wait for another process that is writing to the same SQLite file."""
SILENCE_SECONDS = 5
"""Seconds to wait for a database server that does not answer."""
CONNECTIONS = 10
"""Connections of each process to a database server for transactions, and half as many for single statements that are
prepared, and for others. Two more are kept for appended events and for heartbeats."""


Row = RowMapping
"""A row by the names of its columns. Those of PostgreSQL's driver have the same methods."""


class Database:
    """SQLite (write-ahead log, synced at every commit) or another database by its URL. Raises StoreError for a URL it
    has no driver for."""

    def __init__(self, url: URL) -> None:
        self.dialect = url.get_backend_name()
        self._file = url.database if self.dialect == "sqlite" else None
        self.name = self._file or url.render_as_string(hide_password=True)
        try:
            self._engine = _sqlite(url) if self.dialect == "sqlite" else _server(url)
            # A single statement is a transaction by itself: with autocommit, one round trip instead of three.
            if self._is_postgresql:
                self._single = _server(
                    url, isolation_level="AUTOCOMMIT", pool_reset_on_return=None, pool_size=CONNECTIONS // 2
                )
            else:
                self._single = self._engine
        except (NoSuchModuleError, ModuleNotFoundError) as error:
            raise StoreError(f"{self.name}: {_no_driver(self.dialect)}: {error}") from error
        self._errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError, PoolTimeout, *_driver_errors(self.dialect))
        self._writer = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        # SQLite has one writer at a time. This lock is fair and wakes at once; SQLite's own waiting does neither.
        self._turn: asyncio.Lock | nullcontext[None] = asyncio.Lock() if self.dialect == "sqlite" else nullcontext()
        arguments = _connect_arguments(self._single) if self._is_postgresql else {}
        self._direct = Direct(arguments, SILENCE_SECONDS)
        self._prepared = Direct(arguments, SILENCE_SECONDS, most=CONNECTIONS // 2)
        self._apart = Direct(arguments, SILENCE_SECONDS)
        self._use = _Use(self.in_plain_words)

    def probe(self) -> None:
        """Checks that an SQLite file can be opened, is one, and is whole, and switches it to a write-ahead log. Raises
        StoreError.

        The asynchronous driver would fail too, but its thread outlives the failure and raises another error after the
        event loop is closed.
        """
        if not self._file:
            return
        with self._in_plain_words():
            expect_whole(Path(self._file))
            with closing(sqlite3.connect(self._file, timeout=LOCK_SECONDS)) as connection:
                _keep_write_ahead_log(connection)
                expect_sound(Path(self._file), connection)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for one statement. Raises StoreError."""
        with self._use:
            async with self._single.connect() as connection:
                yield connection

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """A connection for one changing statement: as `writing`, but the change may be committed as soon as the
        statement is done."""
        async with self.reading() if self._is_postgresql else self.writing() as connection:
            yield connection

    async def ask(self, statement: Prepared, **values: object) -> Sequence[Row]:
        """The rows that a statement finds. Raises StoreError."""
        if self._is_postgresql:
            return await self._carry_out(self._prepared, statement, values)
        async with self.reading() as connection:
            return (await connection.execute(statement.statement, values)).mappings().all()

    async def change(self, statement: Prepared, **values: object) -> Sequence[Row]:
        """The rows that a changing statement returns. Raises StoreError; IntegrityError passes."""
        if self._is_postgresql:
            return await self._carry_out(self._prepared, statement, values)
        async with self.writing() as connection:
            done = await connection.execute(statement.statement, values)
            return done.mappings().all() if done.returns_rows else ()

    async def change_apart(self, statement: Prepared, **values: object) -> Sequence[Row]:
        """As `change`, of PostgreSQL, over a connection of its own: no number of other statements can delay it."""
        return await self._carry_out(self._apart, statement, values)

    async def _carry_out(self, direct: Direct, statement: Prepared, values: dict[str, object]) -> Sequence[Row]:
        """In PostgreSQL, past SQLAlchemy, which takes several times as long as the database."""
        text, ordered = statement.words(self._single.dialect, values)
        with self._use:
            return await direct.fetch(text, *ordered)

    async def attempt(self, statement: Executable | Prepared, **values: object) -> bool:
        """Executes one changing statement. Returns False, without a change, if a key forbids it: one that is taken, or
        of a row that has been deleted. Raises StoreError."""
        try:
            if isinstance(statement, Prepared):
                await self.change(statement, **values)
            else:
                async with self.changing() as connection:
                    await connection.execute(statement)
        except IntegrityError:
            return False
        return True

    def insert(self, table: Table) -> Any:
        """An INSERT in the database's own dialect, which knows ON CONFLICT."""
        # Imports only the dialect in use; importing all of them would slow every start.
        return import_module(f"sqlalchemy.dialects.{self.dialect}").insert(table)

    def among(self, column: ColumnElement[str], name: str) -> ColumnElement[bool]:
        """Whether a column has one of the values of the parameter of that name, which `many` makes: one parameter
        however many values there are, so that the statement stays the same."""
        if self._is_postgresql:
            return column == any_(value(name, ARRAY(String)))
        return column.in_(select(func.json_each(value(name)).table_valued("value").c.value))

    def many(self, values: Collection[str]) -> object:
        """The parameter of `among`."""
        if self._is_postgresql:
            return list(values)
        return msgspec.json.encode(list(values)).decode()

    async def fetch(self, statement: str, *values: object) -> Sequence[Any]:
        """The rows of one statement of PostgreSQL, with $1, $2 for the values: the fastest way. Raises StoreError."""
        with self._use:
            return await self._direct.fetch(statement, *values)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction: committed at the end, rolled back on an exception. Raises StoreError;
        IntegrityError passes."""
        with self._use:
            async with self._turn, self._writer.begin() as connection:
                yield connection

    async def close(self) -> None:
        """Closes all connections after the running reads and writes have ended."""
        await self._use.ended()
        await self._engine.dispose()
        await self._single.dispose()
        self._direct.close()
        self._prepared.close()
        self._apart.close()

    @property
    def _is_postgresql(self) -> bool:
        return self.dialect == "postgresql"

    @contextmanager
    def _in_plain_words(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if said := self.in_plain_words(error):
                raise said from error
            raise

    def in_plain_words(self, error: BaseException) -> StoreError | None:
        """What is to be raised in place of an error of the driver; None for every other one, and for
        IntegrityError."""
        if isinstance(error, IntegrityError):
            return None
        if isinstance(error, DBAPIError):
            return StoreError(f"{self.name}: {error.orig}")
        if isinstance(error, self._errors):
            return StoreError(f"{self.name}: {str(error) or 'no answer'}")
        return None


class _Use:
    """Counts those who use a database, each as long as its `with` lasts, and has errors said in plain words. Made once,
    because it is needed for every statement."""

    def __init__(self, in_plain_words: Callable[[BaseException], StoreError | None]) -> None:
        self._in_plain_words = in_plain_words
        self._users = 0
        self._unused = asyncio.Event()
        self._unused.set()

    async def ended(self) -> None:
        """Returns once nobody uses it."""
        await self._unused.wait()

    def __enter__(self) -> None:
        self._users += 1
        self._unused.clear()

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        self._users -= 1
        if not self._users:
            self._unused.set()
        if error and (said := self._in_plain_words(error)):
            raise said from error


def _keep_write_ahead_log(connection: sqlite3.Connection) -> None:
    # SQLite does not wait by itself when two processes change the journal mode of a new file at once.
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


class _Connection(sqlite3.Connection):
    """A connection that is closed in the middle of a transaction, because its task was cancelled, ends the transaction.
    SQLite itself keeps it, and its lock, as long as somebody knows the cursor of an unfinished query."""

    def close(self) -> None:
        """Closes it, once or more."""
        with suppress(sqlite3.Error):  # closed before, or broken
            self.rollback()
        super().close()


def _sqlite(url: URL) -> AsyncEngine:
    engine = create_async_engine(url, connect_args={"timeout": LOCK_SECONDS, "factory": _Connection})
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _no_driver(dialect: str) -> str:
    if dialect == "postgresql":
        return "PostgreSQL's driver is missing, `pip install 'damaci[server]'` brings it"
    return "expected a folder, or a URL that begins with postgresql://"


def _server(url: URL, **options: Any) -> AsyncEngine:
    patience: dict[str, Any] = {"pool_timeout": SILENCE_SECONDS, "pool_size": CONNECTIONS, "max_overflow": 0}
    if url.get_backend_name() == "postgresql":
        patience["connect_args"] = {"timeout": SILENCE_SECONDS, "command_timeout": SILENCE_SECONDS}
    engine = create_async_engine(url, **(patience | options))
    if url.get_backend_name() == "postgresql":
        event.listen(engine.sync_engine, "checkout", _expect_open)
    return engine


def _expect_open(connection: Any, _record: object, _proxy: object) -> None:
    # The driver knows when the server has closed the connection: no round trip is needed to find out.
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _connect_arguments(engine: AsyncEngine) -> dict[str, Any]:
    """What the driver is called with to connect."""
    _, arguments = engine.dialect.create_connect_args(engine.url)
    return {**arguments, "timeout": SILENCE_SECONDS, "command_timeout": SILENCE_SECONDS}


def _driver_errors(dialect: str) -> tuple[type[Exception], ...]:
    """The exceptions of a driver while it connects, which SQLAlchemy does not translate."""
    if dialect != "postgresql":
        return ()
    from asyncpg.exceptions import InterfaceError, InternalClientError, PostgresError

    # The last is raised by a connection that the server has ended in the middle of a statement.
    return (PostgresError, InterfaceError, InternalClientError)


def _set_up(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
    teach(connection)


def _begin(connection: Connection) -> None:
    # Python's sqlite3 begins transactions by itself, but not for reads and schema changes; a schema change could then
    # be half done.
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))
