import asyncio
import time

import asyncpg
import pytest
from sqlalchemy import make_url, text

from damaci.store import Store
from damaci.store.database import CONNECTIONS, Database
from damaci.store.heartbeats import Heartbeats
from damaci.store.prepared import Prepared
from damaci.stored.heartbeats import Heartbeat
from tests.servers import Postgres

pytestmark = pytest.mark.anyio

_WAITERS = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


async def test_a_heartbeat_tells_of_those_before_it(store: Store) -> None:
    assert (await store.heartbeats.beat("one", 5.0)).heartbeats == []
    beaten = await store.heartbeats.beat("other", 6.0)
    assert [(each.process, each.at) for each in beaten.heartbeats] == [("one", 5.0)]
    beaten = await store.heartbeats.beat("one", 7.0)
    assert sorted((each.process, each.at) for each in beaten.heartbeats) == [("one", 5.0), ("other", 6.0)]
    beaten = await store.heartbeats.read()
    assert sorted((each.process, each.at) for each in beaten.heartbeats) == [("one", 7.0), ("other", 6.0)]


async def test_the_time_of_the_database_comes_with_it(store: Store) -> None:
    began = (await store.heartbeats.read()).wall
    assert abs(began - time.time()) < 3600
    await store.heartbeats.beat("one", 5.0)
    beaten = await store.heartbeats.beat("one", 6.0)
    [former] = beaten.heartbeats
    assert isinstance(former, Heartbeat)
    assert began <= former.wall <= beaten.wall


async def test_an_outage_is_recorded_once(store: Store) -> None:
    await asyncio.gather(*(store.heartbeats.add_outage(10.0, 20.0 + number) for number in range(5)))
    await store.heartbeats.add_outage(1.0, 2.0)
    (first, (since, until)) = await store.heartbeats.outages()
    assert first == (1.0, 2.0)
    assert since == 10.0
    assert until in range(20, 25)


async def test_busy_connections_do_not_delay_it(postgres: Postgres) -> None:
    async with Store(url := await postgres.new_database()) as store:
        await store.heartbeats.beat("one", 5.0)
    lock = Prepared(text("SELECT pg_advisory_xact_lock(1)"))
    database = Database(make_url(url).set(drivername="postgresql+asyncpg"))
    holder = await asyncpg.connect(url)
    await holder.execute("SELECT pg_advisory_lock(1)")
    waiting = [asyncio.create_task(database.ask(lock)) for _ in range(CONNECTIONS)]
    while await holder.fetchval(_WAITERS) < CONNECTIONS // 2:  # noqa: ASYNC110 - another server
        await asyncio.sleep(0.01)
    beaten = await Heartbeats(database).beat("other", 6.0)
    assert [each.process for each in beaten.heartbeats] == ["one"]
    assert not any(each.done() for each in waiting)
    await holder.close()
    await asyncio.gather(*waiting)
    await database.close()


async def test_what_is_long_ago_is_forgotten(store: Store) -> None:
    await store.heartbeats.beat("one", 5.0)
    await store.heartbeats.beat("other", 50.0)
    await store.heartbeats.add_outage(1.0, 2.0)
    await store.heartbeats.add_outage(1.5, 20.0)
    await store.heartbeats.forget(10.0, 3.0)
    assert [each.process for each in (await store.heartbeats.read()).heartbeats] == ["other"]
    assert await store.heartbeats.outages() == [(1.5, 20.0)]
