"""The limits of several processes on one Redis."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from damaci.online import limit_exchange
from damaci.online.costs import MOST_OF_PLAYER, MOST_SOCKETS
from damaci.online.limit_exchange import LimitExchange
from damaci.online.limits import Limit, Payer, Quota, RateLimits, TooMany
from damaci.online.sockets import Sockets
from tests.host.fakes import eventually
from tests.servers import Redis
from tests.support import PATIENCE, free_port

pytestmark = pytest.mark.anyio

SLOW = Quota(Limit("test player's", 0.001, 8), Limit("test address's", 0.001, 80))


class Process:
    """The limits of one process."""

    def __init__(self, url: str) -> None:
        self.limits = RateLimits()
        self.sockets = Sockets()
        self.exchange = LimitExchange(url, self.limits, self.sockets)


@asynccontextmanager
async def processes(url: str, count: int) -> AsyncIterator[list[Process]]:
    found = [Process(url) for _ in range(count)]
    yield found
    for each in found:
        await each.exchange.close()


async def test_what_was_spent_at_one_process_is_gone_at_the_other(redis: Redis) -> None:
    ada = Payer("1.1.1.1", "spent elsewhere")
    async with processes(redis.url, 2) as (one, other):
        one.limits.take(SLOW, ada, 7.0)
        await one.exchange.exchange()
        other.limits.take(SLOW, ada)
        await other.exchange.exchange()
        with pytest.raises(TooMany):
            other.limits.take(SLOW, ada)


async def test_together_they_let_through_hardly_more_than_one(redis: Redis) -> None:
    eve = Payer("6.6.6.6")
    through = 0
    async with processes(redis.url, 4) as several:
        for _ in range(40):
            for each in several:
                try:
                    each.limits.take(SLOW, eve)
                    through += 1
                except TooMany:
                    pass
                await each.exchange.exchange()
    assert 80 <= through <= 80 + 4 * 80 / 8


async def test_sockets_are_counted_over_all_processes(redis: Redis) -> None:
    eve = Payer("6.6.6.6", "many sockets")
    async with processes(redis.url, 2) as (one, other):
        opened = [one.sockets.open(eve) for _ in range(MOST_OF_PLAYER // 2)]
        opened += [other.sockets.open(eve) for _ in range(MOST_OF_PLAYER // 2)]
        for each in opened:
            each.__enter__()
        for process in (one, other, one):
            await process.exchange.exchange()
        with pytest.raises(TooMany), one.sockets.open(eve):
            pass
        for each in opened[MOST_OF_PLAYER // 2 :]:
            each.__exit__(None, None, None)


async def test_a_process_that_has_ended_counts_no_longer(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit_exchange, "COUNTED_SECONDS", 1)
    eve = Payer("7.7.7.7")
    async with processes(redis.url, 2) as (one, other):
        opened = [process.sockets.open(eve) for process in (one, other) for _ in range(MOST_SOCKETS // 2)]
        for each in opened:
            each.__enter__()
        await one.exchange.exchange()
        await other.exchange.exchange()
        assert other.sockets._count("address 7.7.7.7") == MOST_SOCKETS
        async with asyncio.timeout(PATIENCE):
            while other.sockets._count("address 7.7.7.7") > MOST_SOCKETS // 2:
                await asyncio.sleep(0.1)
                await other.exchange.exchange()


async def test_without_redis_each_process_counts_alone() -> None:
    ada = Payer("1.1.1.1", "alone")
    async with processes(f"redis://127.0.0.1:{free_port()}/0", 1) as (one,):
        one.exchange.loop.up = True
        one.exchange.start()
        for _ in range(8):
            one.limits.take(SLOW, ada)
        with pytest.raises(TooMany):
            one.limits.take(SLOW, ada)
        await eventually(lambda: not one.exchange.loop.up)
