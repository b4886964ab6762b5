"""Games by the day in the store: those whose time is over, and those in which it is a player's turn."""

import time

import pytest

from damaci.play import Decision, Table, decide
from damaci.play import commands as c
from damaci.play import events as e
from damaci.play.clock import DAY
from damaci.store import Store
from damaci.store.players import Player

pytestmark = pytest.mark.anyio

PERSON = e.Seat("person")


async def begin(store: Store, game: str, at: float, days: int = 1) -> Table:
    events = Table.open(e.Settings(days=days), PERSON, PERSON, at)
    await store.pairings.begin(game, events, {"white": "ada", "black": "bora"})
    return Table.fold(events)


async def do(store: Store, game: str, table: Table, command: c.AnyCommand, at: float) -> None:
    decision = decide(table, command, at)
    assert isinstance(decision, Decision)
    await store.log.append(game, table.version, decision.events)
    table.apply(decision)


async def due(store: Store, game: str) -> float | None:
    found = await store.games.get(game)
    assert found
    return found.due


@pytest.fixture
async def players(store: Store) -> None:
    for name in ("ada", "bora"):
        await store.players.add(Player(name, name, time.time()))


@pytest.mark.usefixtures("players")
async def test_the_end_of_the_time_follows_moves_outages_and_takebacks(store: Store) -> None:
    table = await begin(store, "g", at=1000)
    assert await due(store, "g") == 1000 + DAY
    await do(store, "g", table, c.Move(color="white", ply=1, move="a3-a4"), 2000)
    assert await due(store, "g") == 2000 + DAY
    await do(store, "g", table, c.Resume(since=2500, until=3000), 3000)
    assert await due(store, "g") == 2500 + DAY
    await do(store, "g", table, c.OfferTakeback(color="white"), 3500)
    assert await due(store, "g") == 2500 + DAY
    await do(store, "g", table, c.OfferTakeback(color="black"), 4000)
    assert await due(store, "g") == 4000 + DAY


@pytest.mark.usefixtures("players")
async def test_only_unfinished_games_are_due_the_earliest_first(store: Store) -> None:
    assert not await store.daily.any()
    for game, at in (("later", 3000), ("first", 1000), ("over", 2000)):
        table = await begin(store, game, at)
    await do(store, "over", table, c.Resign(color="white"), 2500)
    assert await store.daily.any()
    assert await store.daily.due(1000 + DAY - 1, 9) == []
    assert await store.daily.due(9000 + DAY, 9) == ["first", "later"]
    assert await store.daily.due(9000 + DAY, 1) == ["first"]


@pytest.mark.usefixtures("players")
async def test_other_games_have_no_days(store: Store) -> None:
    events = Table.open(e.Settings(clock=e.ClockTimes(60)), PERSON, PERSON, 1.0)
    await store.pairings.begin("g", events, {"white": "ada", "black": "bora"})
    await store.log.append("g", 1, [e.Moved(at=2.0, ply=1, path=["a3", "a4"])])
    assert await due(store, "g") is None
    assert not await store.daily.any()
    assert await store.daily.of("ada") == []


@pytest.mark.usefixtures("players")
async def test_a_players_games_by_the_end_of_their_time(store: Store) -> None:
    await begin(store, "week", at=1000, days=7)
    await begin(store, "day", at=2000, days=1)
    assert [(color, agreed.days, game.id) for color, agreed, game in await store.daily.of("bora")] == [
        ("black", 1, "day"),
        ("black", 7, "week"),
    ]
    assert await store.daily.count("ada") == 2
    assert await store.daily.of("nobody") == []
