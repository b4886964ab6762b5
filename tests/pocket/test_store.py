"""The browser's store gives the same answers as the database."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from damaci.play.events import AnyEvent, Rematched, TakenBack
from damaci.pocket.records import MemoryRecords, StorageFull
from damaci.pocket.store import PocketStore
from damaci.store import Store as Database
from damaci.stored import Store, StoreError, VersionConflict
from damaci.stored.incoming import NewRecord
from tests.store.samples import ended, game, moved, opened
from tests.store.test_settings import adding

pytestmark = pytest.mark.anyio

GAMES = ("ga", "gb", "gc", "gd")


class FailingRecords(MemoryRecords):
    """Raises `error`, if one is set, when records are written."""

    error: StoreError | None = None

    async def write(
        self, expected: Mapping[str, str | None], changes: Mapping[str, str | None], *, lasting: bool = True
    ) -> bool:
        await asyncio.sleep(0)
        if self.error:
            raise self.error
        return await super().write(expected, changes, lasting=lasting)


def _events(lots: random.Random, version: int, at: float) -> list[AnyEvent]:
    rulesets = ("turkish", "world")
    begun: list[AnyEvent] = [] if version else [opened(at, lots.choice(rulesets), lots.choice(("Bora", "CAN")))]
    more: list[AnyEvent] = [moved(version + number, at) for number in range(1, lots.randint(1, 4))]
    end: list[AnyEvent] = lots.choice([[], [], [ended(at)], [TakenBack(ply=1, by="white", at=at)]])
    return [*begun, *more, *end]


async def _act(store: Store, lots: random.Random, at: float) -> Any:
    """Carries out a random action on a store; returns its result."""
    game = lots.choice(GAMES)
    match lots.choice(["append", "append", "append", "wrong", "read", "delete", "list", "rest"]):
        case "append":
            there = await store.games.get(game)
            version = there.version if there else 0
            events = _events(lots, version, at)
            return await store.log.append(game, version, events) if events else None
        case "wrong":
            version = lots.randint(1, 9)
            there = await store.games.get(game)
            if there and there.version == version:
                return None
            with pytest.raises(VersionConflict):
                await store.log.append(game, version, [moved(9)])
        case "read":
            after = lots.randint(0, 6)
            known = {each: lots.randint(0, 4) for each in GAMES}
            return await store.log.read(game, after), await store.log.read_many(known), await store.log.texts(GAMES)
        case "delete" if lots.random() < 0.3:
            return await store.games.delete(game)
        case "list":
            return await _lists(store, lots)
        case "rest":
            return await _rest(store, lots, game)
    return None


async def _lists(store: Store, lots: random.Random) -> Any:
    wanted: dict[str, Any] = {
        "finished": lots.choice([None, True, False]),
        "ruleset": lots.choice(["", "", "turkish"]),
        "player": lots.choice(["", "", "CAN", "easy", "person", "nobody"]),
        "search": lots.choice(["", "", "can", "o", "%", "şi"]),
        "begun": lots.random() < 0.5,
        "limit": lots.choice([None, 1, 2]),
        "offset": lots.choice([0, 0, 1]),
    }
    if wanted["limit"] is None:
        wanted["offset"] = 0
    return (
        await store.games.list(**wanted),
        await store.games.unfinished(),
        await store.games.ids(lots.choice(["", *GAMES]), 2),
    )


async def _rest(store: Store, lots: random.Random, game: str) -> Any:
    await store.settings.put(lots.choice("ab"), {"n": lots.randint(0, 9)})
    await store.settings.change(lots.choice("abc"), lambda value: [value] if lots.random() < 0.5 else value)
    missing = sorted(await store.contents.missing(9))
    if missing:
        await store.contents.put({missing[0]: lots.choice(["", f"hash of {missing[0]}"])})
    if await store.games.get(game):
        await store.reviews.put(game, f'"{lots.random()}"')
        await store.games.edit(game, {"White": f"{lots.random()}"}, lots.choice(["Can", "Ece", "ŞIH"]), "Bora")
    return (
        missing,
        await store.games.edited(GAMES),
        await store.settings.all(),
        await store.settings.get("a", 1),
        await store.contents.find([f"hash of {each}" for each in GAMES]),
        await store.reviews.get(game),
        sorted(await store.contents.missing(9)),
    )


@pytest.mark.parametrize("seed", range(3))
async def test_it_answers_as_the_database_does(tmp_path: Path, seed: int) -> None:
    records = MemoryRecords()
    tabs = [PocketStore(records), PocketStore(records)]
    async with Database(tmp_path) as database:
        for step in range(120):
            expected = await _act(database, random.Random(f"{seed} {step}"), 1000.0 + step)
            found = await _act(tabs[step % 2], random.Random(f"{seed} {step}"), 1000.0 + step)
            assert found == expected


async def test_what_two_tabs_change_at_once_is_all_kept() -> None:
    records = FailingRecords()
    tabs = [PocketStore(records), PocketStore(records)]
    await asyncio.gather(*(tab.settings.change("list", adding(number)) for number, tab in enumerate(tabs)))
    assert sorted(await tabs[0].settings.get("list")) == [0, 1]


async def test_of_two_tabs_that_append_one_wins() -> None:
    records = FailingRecords()
    tabs = [PocketStore(records), PocketStore(records)]
    await tabs[0].log.append("g", 0, game(0))
    done = await asyncio.gather(
        *(tab.log.append("g", 1, [moved(1, at=float(at))]) for at, tab in enumerate(tabs)), return_exceptions=True
    )
    assert [type(each) for each in done] == [int, VersionConflict]
    assert await tabs[1].log.append("g", 2, [moved(2)]) == 3
    assert await tabs[0].log.append("g", 3, [moved(3)]) == 4


async def test_what_cannot_be_written_has_not_happened_and_can_be_tried_again() -> None:
    records = FailingRecords()
    store = PocketStore(records)
    await store.log.append("g", 0, game(1))
    records.error = StorageFull("full")
    with pytest.raises(StoreError):
        await store.log.append("g", 2, [moved(2)])
    records.error = None
    assert await store.log.read("g") == game(1)
    assert await store.log.append("g", 2, [moved(2)]) == 3


async def test_whoever_is_cancelled_while_it_is_written_has_the_answer() -> None:
    store = PocketStore(FailingRecords())
    answers: list[int] = []

    async def write() -> None:
        answers.append(await store.log.append("g", 0, game(1)))
        await asyncio.sleep(9)

    writing = asyncio.create_task(write())
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert answers == [2]
    assert len(await store.log.read("g")) == 2


async def test_a_rematch_is_in_both_games_or_in_none() -> None:
    store = PocketStore(MemoryRecords())
    await store.log.append("g", 0, [*game(1), ended()])
    rematched: Sequence[AnyEvent] = [Rematched(game="h", by="white", at=5.0)]
    with pytest.raises(VersionConflict):
        await store.pairings.go_on("g", 2, rematched, "h", game(0))
    assert await store.games.get("h") is None
    await store.pairings.go_on("g", 3, rematched, "h", game(0))
    assert (await store.log.read("g"))[-1] == rematched[0]
    assert await store.log.read("h") == game(0)
    with pytest.raises(VersionConflict):
        await store.pairings.go_on("g", 4, rematched, "h", game(0))


async def test_games_that_come_in_are_found_by_their_content() -> None:
    store = PocketStore(MemoryRecords())
    await store.contents.add([NewRecord("a", [*game(2), ended()], "xyz"), NewRecord("b", game(1), "")])
    assert await store.contents.find(["xyz", "no"]) == {"xyz": "a"}
    assert await store.contents.missing(5) == []
    with pytest.raises(StoreError):
        await store.contents.add([NewRecord("c", game(1), ""), NewRecord("b", game(1), "")])
    assert await store.games.ids("", 9) == ["a", "b"]
    assert await store.games.delete("a")
    assert await store.contents.find(["xyz"]) == {}


async def test_heartbeats_and_outages_are_kept_until_they_are_old() -> None:
    store = PocketStore(MemoryRecords())
    await store.heartbeats.beat("p", 10.0)
    await store.heartbeats.beat("q", 20.0)
    assert {each.process: each.at for each in (await store.heartbeats.read()).heartbeats} == {"p": 10.0, "q": 20.0}
    for span in ((5.0, 6.0), (1.0, 2.0), (5.0, 9.0)):
        await store.heartbeats.add_outage(*span)
    assert await store.heartbeats.outages() == [(1.0, 2.0), (5.0, 6.0)]
    await store.heartbeats.forget(15.0, 4.0)
    assert await store.heartbeats.outages() == [(5.0, 6.0)]
    assert [each.process for each in (await store.heartbeats.read()).heartbeats] == ["q"]
