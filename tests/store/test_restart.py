"""When PostgreSQL has been restarted, the earlier connections can no longer be used."""

import asyncio

import pytest

from damaci.play import Table
from damaci.play import events as e
from damaci.store import Store
from tests.play.tables import PERSON
from tests.servers import Postgres

pytestmark = pytest.mark.anyio


async def test_the_first_requests_after_a_restart_succeed() -> None:
    server = Postgres("fsync=off")
    server.start()
    try:
        async with Store(await server.new_database()) as store:
            await store.log.append("g", 0, Table.open(e.Settings(), PERSON, PERSON, at=0))
            moved = e.Moved(at=1, ply=1, path=["a3", "a4"])
            await store.log.append("g", 1, [moved])
            await store.log.read("g")
            for version in (2, 4):
                await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start)
                await store.log.append("g", version, [e.Said(at=2, by="white", phrase="hello")])
                assert len(await store.log.read("g")) == version + 1
                await store.log.append(f"h{version}", 0, Table.open(e.Settings(), PERSON, PERSON, at=0))
                await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start)
                await store.heartbeats.beat("one", 5.0)
                await store.log.append("g", version + 1, [e.Said(at=2, by="white", phrase="hello")])
    finally:
        server.close()
