import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from redis import Redis as Client

from damaci.host import bus as module
from damaci.host.bus import UNKNOWN, RedisBus
from tests.host.fakes import eventually
from tests.servers import Redis

pytestmark = pytest.mark.anyio


class Notices:
    """The notices that have been received."""

    def __init__(self) -> None:
        self.came: list[tuple[str, int]] = []

    def __call__(self, game: str, version: int) -> None:
        self.came.append((game, version))


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[tuple[RedisBus, Notices]]:
    bus = RedisBus(url)
    notices = Notices()
    await bus.open()
    try:
        yield bus, notices
    finally:
        await bus.close()


@pytest.fixture
def own_redis(monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """A Redis that a test may stop. The bus's delays and timeouts are short."""
    for name in ("RETRY_SECONDS", "PULSE_SECONDS", "SILENCE_SECONDS"):
        monkeypatch.setattr(module, name, 0.1)
    server = Redis()
    server.start()
    yield server
    server.close()


async def test_what_one_publishes_comes_to_the_other_that_subscribes(redis: Redis) -> None:
    async with connected(redis.url) as (one, _), connected(redis.url) as (other, notices):
        await eventually(lambda: one.up and other.up)
        other.subscribe("g", notices)
        await eventually(lambda: notices.came == [("g", UNKNOWN)])  # the bus may have missed a notice just before
        one.publish("else", 4)
        one.publish("g", 7)
        await eventually(lambda: notices.came[1:] == [("g", 7)])
        other.unsubscribe("g")
        other.subscribe("last", notices)
        await eventually(lambda: notices.came[2:] == [("last", UNKNOWN)])
        one.publish("g", 8)
        one.publish("last", 3)
        await eventually(lambda: notices.came[3:] == [("last", 3)])


async def test_a_game_that_nobody_else_has_open_is_not_told(own_redis: Redis) -> None:
    async with connected(own_redis.url) as (one, notices), connected(own_redis.url) as (other, later):
        await eventually(lambda: one.up and other.up)
        one.subscribe("g", notices)
        await eventually(lambda: one._audience.misses("g", 1))
        before = _published(own_redis)
        for version in range(2, 9):
            one.publish("g", version)
        await asyncio.sleep(0.3)
        assert _published(own_redis) == before
        other.subscribe("g", later)
        await eventually(lambda: set(later.came) == {("g", UNKNOWN), ("g", 8)})
        one.publish("g", 9)
        await eventually(lambda: later.came[-1] == ("g", 9))
        other.publish("g", 10)
        await eventually(lambda: notices.came[-1] == ("g", 10))


async def test_who_leaves_a_game_is_missed_by_nobody(own_redis: Redis) -> None:
    async with connected(own_redis.url) as (one, notices), connected(own_redis.url) as (other, later):
        one.subscribe("g", notices)
        other.subscribe("g", later)
        await eventually(lambda: bool(notices.came and later.came))
        other.unsubscribe("g")
        await asyncio.sleep(0.3)
        one.publish("g", 2)
        await eventually(lambda: one._audience.misses("g", 3))


def _published(redis: Redis) -> int:
    """The number of notices that were published through that Redis."""
    with Client(port=redis.port, decode_responses=True) as client:
        said: Any = client.info("commandstats")
    return int(said.get("cmdstat_publish", {"calls": 0})["calls"])


async def test_without_redis_it_keeps_trying_and_says_so(own_redis: Redis) -> None:
    own_redis.stop()
    async with connected(own_redis.url) as (bus, notices):
        bus.subscribe("g", notices)
        bus.publish("g", 1)
        await asyncio.sleep(0.3)
        assert not bus.up
        own_redis.start()
        await eventually(lambda: bus.up and set(notices.came) == {("g", UNKNOWN)})


@pytest.mark.parametrize("how", ["ended", "held"])
async def test_when_redis_comes_back_everything_followed_is_to_be_looked_at(own_redis: Redis, how: str) -> None:
    everything = {
        ("a", UNKNOWN),
        ("b", UNKNOWN),
    }  # more than once if the machine is so busy that Redis seems to have failed again
    async with connected(own_redis.url) as (bus, notices):
        await eventually(lambda: bus.up)
        bus.subscribe("a", notices)
        bus.subscribe("b", notices)
        await eventually(lambda: set(notices.came) == everything)
        own_redis.stop() if how == "ended" else own_redis.hold()
        await eventually(lambda: not bus.up)
        notices.came.clear()
        own_redis.start() if how == "ended" else own_redis.let_go()
        await eventually(lambda: bus.up and set(notices.came) == everything)


async def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="redis://"):
        RedisBus("http://elsewhere")
