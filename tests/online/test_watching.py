"""What many watch is looked at once, and told by what has changed."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import pytest

from damaci.online import watching
from damaci.online.watching import Watching
from damaci.store import StoreError

pytestmark = pytest.mark.anyio


class Weather:
    """Something that changes, and can be away."""

    def __init__(self) -> None:
        self.now = "sun"
        self.away = False
        self.looks = 0

    async def look(self, place: str, known: str | None) -> str:
        self.looks += 1
        if self.away:
            raise StoreError("nobody looks")
        return f"{self.now} in {place}"


@pytest.fixture
def weather(monkeypatch: pytest.MonkeyPatch) -> Weather:
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0.01)
    return Weather()


@pytest.fixture
async def watched(weather: Weather) -> AsyncIterator[Watching[str, str]]:
    found = Watching("weather", weather.look, lambda told, seen: f"{told or 'nothing'}, then {seen}")
    found.start()
    yield found
    await found.close()


async def heard(news: AsyncGenerator[str]) -> str:
    async with asyncio.timeout(30):
        return await anext(news)


async def test_everybody_is_told_what_changes(weather: Weather, watched: Watching[str, str]) -> None:
    async with aclosing(watched.follow("Konya")) as one, aclosing(watched.follow("Konya")) as two:
        assert [await heard(each) for each in (one, two)] == 2 * ["nothing, then sun in Konya"]
        weather.now = "rain"
        assert [await heard(each) for each in (one, two)] == 2 * ["sun in Konya, then rain in Konya"]
    assert await watched.now("Sofya") == "rain in Sofya"


async def test_nobody_looks_while_nobody_watches(weather: Weather, watched: Watching[str, str]) -> None:
    async with aclosing(watched.follow("Konya")) as news:
        await heard(news)
    before = weather.looks
    await asyncio.sleep(0.1)
    assert weather.looks == before


async def test_whoever_watches_waits_for_the_store(weather: Weather, watched: Watching[str, str]) -> None:
    weather.away = True
    async with aclosing(watched.follow("Konya")) as news:
        first = asyncio.create_task(heard(news))
        await asyncio.sleep(0.05)
        assert not first.done()
        weather.away = False
        assert await first == "nothing, then sun in Konya"
