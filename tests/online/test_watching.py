"""What many visitors watch is read once for all, and each is told what has changed."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress

import pytest

from damaci.online import watching
from damaci.online.watching import Watching
from damaci.store import StoreError

pytestmark = pytest.mark.anyio


class Weather:
    """Something that changes, and whose reading may fail."""

    def __init__(self) -> None:
        self.now = "sun"
        self.away = False
        self.looks = 0

    async def look(self, place: str, known: str | None) -> str:
        self.looks += 1
        if place == "nowhere":
            raise OverflowError(place)
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
    found.background.start()
    yield found
    await found.background.close()


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


async def test_what_cannot_be_seen_keeps_nobody_from_the_rest(weather: Weather, watched: Watching[str, str]) -> None:
    async with aclosing(watched.follow("nowhere")) as nothing, aclosing(watched.follow("Konya")) as news:
        waiting = asyncio.create_task(heard(nothing))
        assert await heard(news) == "nothing, then sun in Konya"
        await asyncio.sleep(0.05)
        weather.now = "rain"
        assert await heard(news) == "sun in Konya, then rain in Konya"
        assert not waiting.done()
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting


async def test_one_looks_for_all_who_come_at_once(weather: Weather, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "LOOK_SECONDS", 1000)
    watched = Watching("weather", weather.look, lambda told, seen: seen)
    many = [watched.follow("Konya") for _ in range(100)]
    assert {*await asyncio.gather(*(heard(each) for each in many))} == {"sun in Konya"}
    assert weather.looks == 1
    for each in many:
        await each.aclose()


async def test_what_was_seen_last_is_remembered_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "MOST_KEPT", 2)
    known: list[str | None] = []

    async def look(place: str, before: str | None) -> str:
        known.append(before)
        return f"sun in {place}"

    watched = Watching("weather", look, lambda told, seen: seen)
    for place in ("Konya", "Konya", "Sofya", "Tebriz", "Konya"):
        await watched.now(place)
    assert known == [None, "sun in Konya", None, None, None]
