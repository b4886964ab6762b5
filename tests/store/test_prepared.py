"""Statements that are compiled to the database's SQL once."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import URL, column, make_url, select, table, text
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.exc import IntegrityError

from damaci.store.database import Database
from damaci.store.prepared import Prepared, value
from tests.servers import Postgres

pytestmark = pytest.mark.anyio

THINGS = table("things", column("name"), column("number"))
ADD = Prepared(text("INSERT INTO things (name, number) VALUES (:name, :number)"))
ABOVE = Prepared(text("SELECT name, number FROM things WHERE number > :least AND number < :least + 10 ORDER BY name"))
RAISE = Prepared(text("UPDATE things SET number = number + 1 WHERE name = :name RETURNING number"))


@pytest.fixture
async def database(place: str) -> AsyncIterator[Database]:
    url = URL.create("sqlite+aiosqlite", database=f"{place}/things.db")
    if place.startswith("postgresql"):
        url = make_url(place).set(drivername="postgresql+asyncpg")
    database = Database(url)
    async with database.writing() as connection:
        await connection.execute(text("CREATE TABLE things (name VARCHAR PRIMARY KEY, number INTEGER NOT NULL)"))
    yield database
    await database.close()


async def test_what_is_asked_and_changed(database: Database) -> None:
    assert await database.attempt(ADD, name="a", number=4)
    await database.change(ADD, name="b", number=5)
    assert [row["name"] for row in await database.ask(ABOVE, least=3)] == ["a", "b"]
    assert [dict(row.items()) for row in await database.ask(ABOVE, least=4)] == [{"name": "b", "number": 5}]
    assert [row["number"] for row in await database.change(RAISE, name="b")] == [6]
    assert not await database.change(RAISE, name="c")


async def test_a_key_that_is_taken(database: Database) -> None:
    await database.change(ADD, name="a", number=4)
    assert not await database.attempt(ADD, name="a", number=5)
    with pytest.raises(IntegrityError):
        await database.change(ADD, name="a", number=5)
    assert [row["number"] for row in await database.ask(ABOVE, least=0)] == [4]


@pytest.mark.parametrize("names", [(), ("a",), ("c", "b", "d")])
async def test_one_parameter_for_many_values(database: Database, names: tuple[str, ...]) -> None:
    for number, name in enumerate("abc"):
        await database.change(ADD, name=name, number=number)
    named = Prepared(select(THINGS.c.name).where(database.among(THINGS.c.name, "names")))
    found = await database.ask(named, names=database.many(names))
    assert {row["name"] for row in found} == {*names} & {*"abc"}


def test_the_constants_of_a_statement_are_values_too() -> None:
    statement = Prepared(select(THINGS.c.name).where(THINGS.c.number.in_([1, 2]), THINGS.c.name == value("name")))
    dialect = PGDialect_asyncpg()  # type: ignore[no-untyped-call]
    for name in ("a", "b"):
        words, values = statement.words(dialect, {"name": name})
        assert words.count("$") == len(values) == 3
        assert {*values} == {1, 2, name}


async def test_connections_for_those_who_ask_at_the_same_time(postgres: Postgres) -> None:
    number = Prepared(text("SELECT pg_backend_pid() AS number FROM pg_sleep(:seconds)"))
    database = Database(make_url(await postgres.new_database()).set(drivername="postgresql+asyncpg"))
    asked = await asyncio.gather(*(database.ask(number, seconds=0.2) for _ in range(7)))
    assert len({row["number"] for (row,) in asked}) == 5
    assert await database.ask(number, seconds=0.0) == await database.ask(number, seconds=0.0)
    await database.close()
