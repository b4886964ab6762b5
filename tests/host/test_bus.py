import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from damaci.host import bus as module
from damaci.host.bus import UNKNOWN, RedisBus
from tests.host.fakes import eventually
from tests.servers import Redis

pytestmark = pytest.mark.anyio


class Ear:
    """What has been heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []

    def __call__(self, game: str, version: int) -> None:
        self.heard.append((game, version))


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[tuple[RedisBus, Ear]]:
    bus, ear = RedisBus(url), Ear()
    bus.hear = ear
    await bus.open()
    try:
        yield bus, ear
    finally:
        await bus.close()


@pytest.fixture
def own_redis(monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """A Redis that may be ended; with less patience for it."""
    for name in ("RETRY_SECONDS", "PULSE_SECONDS", "SILENCE_SECONDS"):
        monkeypatch.setattr(module, name, 0.1)
    server = Redis()
    server.start()
    yield server
    server.close()


async def test_one_hears_what_the_other_tells_of_a_game_that_it_follows(redis: Redis) -> None:
    async with connected(redis.url) as (one, _), connected(redis.url) as (other, ear):
        await eventually(lambda: one.up and other.up)
        other.follow("g")
        await eventually(lambda: ear.heard == [("g", UNKNOWN)])  # it may have missed something just before
        one.tell("else", 4)
        one.tell("g", 7)
        await eventually(lambda: ear.heard[1:] == [("g", 7)])
        other.leave("g")
        other.follow("last")
        await eventually(lambda: ear.heard[2:] == [("last", UNKNOWN)])
        one.tell("g", 8)
        one.tell("last", 3)
        await eventually(lambda: ear.heard[3:] == [("last", 3)])


async def test_without_redis_it_keeps_trying_and_says_so(own_redis: Redis) -> None:
    own_redis.stop()
    async with connected(own_redis.url) as (bus, ear):
        bus.follow("g")
        bus.tell("g", 1)
        await asyncio.sleep(0.3)
        assert not bus.up
        own_redis.start()
        await eventually(lambda: bus.up and set(ear.heard) == {("g", UNKNOWN)})


@pytest.mark.parametrize("how", ["ended", "held"])
async def test_when_redis_comes_back_everything_followed_is_to_be_looked_at(own_redis: Redis, how: str) -> None:
    everything = {
        ("a", UNKNOWN),
        ("b", UNKNOWN),
    }  # more than once, if the machine is so busy that Redis seems to be away again
    async with connected(own_redis.url) as (bus, ear):
        await eventually(lambda: bus.up)
        bus.follow("a")
        bus.follow("b")
        await eventually(lambda: set(ear.heard) == everything)
        own_redis.stop() if how == "ended" else own_redis.hold()
        await eventually(lambda: not bus.up)
        ear.heard.clear()
        own_redis.start() if how == "ended" else own_redis.let_go()
        await eventually(lambda: bus.up and set(ear.heard) == everything)


async def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="redis://"):
        RedisBus("http://elsewhere")
