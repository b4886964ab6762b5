"""The fast path to PostgreSQL: one connection, which is opened again when it has been lost."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import make_url

from damaci.store import StoreError, database
from damaci.store.database import Database
from tests.servers import Postgres

pytestmark = pytest.mark.anyio

NUMBER = "SELECT pg_backend_pid() AS number"


@pytest.fixture
async def opened(postgres: Postgres) -> AsyncIterator[Database]:
    url = make_url(await postgres.new_database()).set(drivername="postgresql+asyncpg")
    opened = Database(url)
    yield opened
    await opened.close()


async def test_all_statements_go_over_one_connection(opened: Database) -> None:
    answers = await asyncio.gather(*(opened.fetch(NUMBER) for _ in range(5)))
    assert len({rows[0]["number"] for rows in answers}) == 1


async def test_takes_values(opened: Database) -> None:
    assert [row[0] for row in await opened.fetch("SELECT $1::int + n FROM generate_series(1, 2) AS n", 40)] == [41, 42]


async def test_an_error_of_the_statement_is_told_and_leaves_the_connection(opened: Database) -> None:
    (before,) = await opened.fetch(NUMBER)
    with pytest.raises(StoreError, match="division by zero"):
        await opened.fetch("SELECT 1 / 0")
    assert await opened.fetch(NUMBER) == [before]


async def test_a_lost_connection_is_opened_again(opened: Database) -> None:
    (before,) = await opened.fetch(NUMBER)
    with pytest.raises(StoreError):
        await opened.fetch("SELECT pg_terminate_backend(pg_backend_pid())")
    (after,) = await opened.fetch(NUMBER)
    assert after["number"] != before["number"]


async def test_what_takes_too_long_is_given_up_with_its_connection(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "SILENCE_SECONDS", 1)
    opened = Database(make_url(await postgres.new_database()).set(drivername="postgresql+asyncpg"))
    (before,) = await opened.fetch(NUMBER)
    with pytest.raises(StoreError, match="no answer"):
        await opened.fetch("SELECT pg_sleep(600)")
    (after,) = await opened.fetch(NUMBER)
    assert after["number"] != before["number"]
    await opened.close()
