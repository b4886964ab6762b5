"""Comparisons: one request at a time for each player, processed in order, and deleted with the player."""

import asyncio

import pytest
from sqlalchemy import insert

from damaci.store import Store, comparisons
from damaci.store.audit import Act
from damaci.store.comparisons import ComparisonResult, StoredComparison, WaitingComparison
from damaci.store.players import Player
from damaci.store.ratings import RatingKey
from damaci.store.schema import RATINGS

pytestmark = pytest.mark.anyio

ADA = RatingKey("a", "turkish", "blitz")
BORA = RatingKey("b", "turkish", "blitz")
FOUND = ComparisonResult(5.0, 1500.0, "1/1", 200, "{}")


async def come(store: Store, *players: str) -> None:
    for player in players:
        await store.players.add(Player(player, player, 1.0))


def act(key: RatingKey) -> Act:
    return Act(at=1.0, who="operator", what="compare", on=key.player)


async def test_what_is_asked_for_waits_until_it_is_found(store: Store) -> None:
    await come(store, "a", "b")
    assert await store.comparisons.first() is None
    assert await store.comparisons.ask(ADA, 2.0, act(ADA)) == ""
    assert await store.comparisons.ask(BORA, 3.0, act(BORA)) == ""
    assert await store.comparisons.ask(ADA, 4.0, act(ADA)) == "waits"
    assert (await store.comparisons.first(), await store.comparisons.waiting()) == (WaitingComparison(ADA, 2.0), 2)
    assert len(await store.audit.list(what="compare")) == 2
    await store.comparisons.postpone(WaitingComparison(ADA, 2.0), 9.0)
    assert await store.comparisons.first() == WaitingComparison(BORA, 3.0)
    await store.comparisons.put(ADA, FOUND)
    assert await store.comparisons.of_player("a") == [StoredComparison(ADA, None, FOUND)]
    assert await store.comparisons.ask(ADA, 10.0, act(ADA)) == ""
    assert await store.comparisons.of_player("a") == [StoredComparison(ADA, 10.0, FOUND)]


async def test_asked_for_twice_at_once_it_waits_once(place: str) -> None:
    async with Store(place) as one, Store(place) as other:
        await come(one, "a")
        asked = await asyncio.gather(*(each.comparisons.ask(ADA, 2.0, act(ADA)) for each in (one, other) * 4))
        assert sorted(asked) == ["", *["waits"] * 7]
        assert len(await one.audit.list(what="compare")) == 1


async def test_so_many_wait_at_most(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparisons, "MOST_WAITING", 1)
    await come(store, "a", "b")
    assert await store.comparisons.ask(ADA, 2.0, act(ADA)) == ""
    assert await store.comparisons.ask(BORA, 2.0, act(BORA)) == "full"
    assert await store.comparisons.of_player("b") == []


async def test_so_many_wait_at_most_also_asked_for_at_once(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparisons, "MOST_WAITING", 2)
    keys = [RatingKey(f"p{number}", "turkish", "blitz") for number in range(12)]
    async with Store(place) as one, Store(place) as other:
        await come(one, *[key.player for key in keys])
        stores = [one, other] * 6
        asked = await asyncio.gather(
            *(store.comparisons.ask(key, 2.0, act(key)) for store, key in zip(stores, keys, strict=True))
        )
        assert sorted(asked) == ["", "", *["full"] * 10]
        assert await one.comparisons.waiting() == 2


async def test_others_are_near_whom_the_same_engine_has_compared(store: Store) -> None:
    rated = {"a": 1500.0, "b": 1600.0, "c": 1700.0, "d": 1500.0, "e": 1500.0, "f": 1500.0}
    await come(store, *[player for player in rated if player != "f"])
    await store.players.add(Player("f", "f", 1.0, account="f", computer="medium"))
    for player, rating in rated.items():
        key = ADA._replace(player=player)
        await store.comparisons.ask(key, 2.0, act(key))
        engine = "2/1" if player == "d" else "1/1"
        moves = 5 if player == "e" else 200
        await store.comparisons.put(key, FOUND._replace(rating=rating, engine=engine, moves=moves))
    assert await store.comparisons.near(ADA, "1/1", 100, 1400, 1650) == [FOUND._replace(rating=1600.0)]


async def test_a_deleted_player_is_waited_for_no_more(store: Store) -> None:
    await come(store, "a")
    await store.comparisons.ask(ADA, 2.0, act(ADA))
    await store.erasure.erase("a", 3.0)
    await store.comparisons.put(ADA, FOUND)
    assert await store.comparisons.of_player("a") == []
    assert await store.comparisons.waiting() == 0


async def test_those_near_a_rating_whom_this_engine_has_not_compared(store: Store) -> None:
    await come(store, *"abcdef")
    for player, rating, games in (("a", 1500, 9), ("b", 1450, 3), ("c", 1640, 5), ("d", 1700, 8), ("e", 1400, 7)):
        rate = {"deviation": 60.0, "volatility": 0.06, "games": games, "at": 1.0, "number": games}
        values = {"player": player, "ruleset": "turkish", "speed": "blitz", "rating": rating, **rate}
        async with store._database.writing() as connection:
            await connection.execute(insert(RATINGS).values(values))
    assert await store.comparisons.uncompared(ADA, "1/1", 1350, 1650, 10) == ["e", "c", "b"]
    assert await store.comparisons.uncompared(ADA, "1/1", 1350, 1650, 1) == ["e"]
    await store.comparisons.ask(BORA, 2.0, act(BORA))
    assert await store.comparisons.uncompared(ADA, "1/1", 1350, 1650, 10) == ["e", "c"]
    await store.comparisons.put(BORA, FOUND)
    assert await store.comparisons.uncompared(ADA, "1/1", 1350, 1650, 10) == ["e", "c"]
    assert await store.comparisons.uncompared(ADA, "1/2", 1350, 1650, 10) == ["e", "c", "b"]
