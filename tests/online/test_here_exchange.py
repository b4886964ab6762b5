"""Which players are connected to several processes on one Redis."""

import asyncio

import pytest

from damaci.online import here_exchange
from damaci.online.connections import Connections
from damaci.online.here_exchange import HereExchange
from damaci.online.presence import Presence, seat
from tests.host.fakes import eventually
from tests.servers import Redis
from tests.support import free_port

pytestmark = pytest.mark.anyio


class Others(Connections):
    """Connections of players, without sockets."""

    def __init__(self, *players: str) -> None:
        super().__init__()
        self.names = set(players)

    @property
    def players(self) -> set[str]:
        return self.names


async def eventually_here(exchange: HereExchange, names: set[str]) -> None:
    """Waits until exactly these players are known to be here, and those who have left are not."""
    asked = names | {"ada", "bora", "cem"} if names == {"bora"} else names
    for _ in range(200):
        if await exchange.here(asked) == names:
            return
        await asyncio.sleep(0.05)
    assert await exchange.here(asked) == names


async def test_a_process_knows_who_is_at_the_other(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here_exchange, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(here_exchange, "COUNTED_SECONDS", 1)
    monkeypatch.setattr(here_exchange, "AT_A_TIME", 2)
    there = Others("ada", "bora", "cem")
    presence = Presence()
    one = HereExchange(redis.url, there, presence)
    other = HereExchange(redis.url, Others(), Presence())
    assert await other.here(["ada"]) == set()
    one.start()
    other.start()
    await eventually(lambda: one.loop.up and other.loop.up)
    assert await other.here(["ada", "cem", "dilek", "bora"]) == {"ada", "bora", "cem"}
    assert await other.here([]) == set()
    with presence.here("g", ["white"], lambda: None):
        await eventually_here(other, {seat("g", "white")})
    there.names = {"bora"}
    await eventually_here(other, {"bora"})
    await one.close()
    await other.close()


async def test_without_redis_nobody_is_known_to_be_elsewhere() -> None:
    exchange = HereExchange(f"redis://127.0.0.1:{free_port()}/0", Others("ada"), Presence())
    exchange.start()
    exchange.loop.up = True
    assert await exchange.here(["ada"]) == set()
    assert not exchange.loop.up
    await exchange.close()
