"""Holidays in the store: one at a time for each player, whichever process asks, and none of which the games are not
told."""

import asyncio

import pytest

from damaci.play import Table
from damaci.play import events as e
from damaci.store import Store
from damaci.store.holidays import Holiday, Taken
from damaci.store.players import Player

pytestmark = pytest.mark.anyio

PERSON = e.Seat("person")


@pytest.fixture(autouse=True)
async def players(store: Store) -> None:
    for name in ("ada", "bora"):
        await store.players.add(Player(name, name, 1.0))


async def begin(store: Store, id: str, began: float, until: float, player: str = "ada") -> Holiday:
    holiday = Holiday(id, player, began, until)
    assert await store.holidays.begin(player, lambda taken: holiday) == holiday
    return holiday


async def game(store: Store, id: str, at: float) -> None:
    events = Table.open(e.Settings(days=3), PERSON, PERSON, at)
    await store.pairings.begin(id, events, {"white": "ada", "black": "bora"})


async def test_of_two_that_begin_at_once_one_sees_the_other(store: Store) -> None:
    seen: list[int] = []

    def plan(taken: Taken) -> Holiday:
        seen.append(len(taken))
        return Holiday(f"h{len(taken)}", "ada", 10.0 + len(taken), 20.0)

    await asyncio.gather(*(store.holidays.begin("ada", plan) for _ in range(5)))
    assert seen == [0, 1, 2, 3, 4]
    assert [each.id for each in await store.holidays.of("ada")] == ["h0", "h1", "h2", "h3", "h4"]
    assert await store.holidays.of("bora") == []


async def test_what_is_refused_stores_nothing(store: Store) -> None:
    def refuse(taken: Taken) -> Holiday:
        raise LookupError(f"{len(taken)}")

    with pytest.raises(LookupError):
        await store.holidays.begin("ada", refuse)
    assert await store.holidays.of("ada") == []
    assert await store.holidays.begin("nobody", refuse) is None


async def test_the_one_that_goes_on_is_ended_once(store: Store) -> None:
    await begin(store, "past", 1.0, 5.0)
    await begin(store, "now", 10.0, 50.0)
    await begin(store, "other", 10.0, 50.0, player="bora")
    assert await store.holidays.end("ada", 30.0) == Holiday("now", "ada", 10.0, 30.0)
    assert await store.holidays.end("ada", 31.0) is None
    assert [each.until for each in await store.holidays.of("ada")] == [5.0, 30.0]
    assert [each.until for each in await store.holidays.of("bora")] == [50.0]


async def test_one_that_ends_in_its_first_moment_has_lasted_all_the_same(store: Store) -> None:
    await begin(store, "now", 10.0, 50.0)
    ended = await store.holidays.end("ada", 9.0)
    assert ended
    assert 10.0 < ended.until < 10.1
    assert await store.holidays.away(["g"], 10.1) == {}


async def test_those_that_concern_a_game(store: Store) -> None:
    await begin(store, "before", 10.0, 50.0)
    await game(store, "g", 100.0)
    await begin(store, "later", 300.0, 500.0)
    await begin(store, "theirs", 200.0, 400.0, player="bora")
    found = await store.holidays.of_game("g")
    assert [(color, each.id) for color, each in found] == [("black", "theirs"), ("white", "later")]
    assert await store.holidays.away(["g", "none"], 350.0) == {"g": {"white": 500.0, "black": 400.0}}
    assert await store.holidays.away(["g"], 450.0) == {"g": {"white": 500.0}}
    assert await store.holidays.away(["g"], 500.0) == {}


async def test_games_are_told_again_when_it_has_changed_meanwhile(store: Store) -> None:
    holiday = await begin(store, "now", 10.0, 50.0)
    assert await store.holidays.untold(9) == [holiday]
    ended = await store.holidays.end("ada", 30.0)
    assert ended
    await store.holidays.mark_noted(holiday)
    assert await store.holidays.untold(9) == [ended]
    await store.holidays.mark_noted(ended)
    assert await store.holidays.untold(9) == []


async def test_they_go_with_their_player(store: Store) -> None:
    await begin(store, "now", 10.0, 50.0)
    await store.erasure.erase("ada", 20.0)
    assert await store.holidays.of("ada") == []
    assert await store.holidays.untold(9) == []
