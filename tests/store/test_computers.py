"""Computers among the players: how many games they may begin, what happens to their ratings, and which players are
computers."""

import asyncio
import time

import pytest

from damaci.play.events import ClockTimes, Ended, Moved, Opened, Seat, Settings
from damaci.rating.first import first_standing
from damaci.store import Store
from damaci.store.pairings import GameLimits, Pairings
from damaci.store.players import PROGRAM, Player
from damaci.stored.errors import PlaysEnough

pytestmark = pytest.mark.anyio

SETTINGS = Settings(clock=ClockTimes(300, 3), rated=True)


async def enter(store: Store) -> None:
    await store.players.add(Player("house-hard", "Owl", 1.0, account="owl", computer="hard"))
    for number in range(4):
        await store.players.add(Player(f"p{number}", f"Ada {number}", 1.0, account=f"ada{number}"))


def opened() -> Opened:
    return Opened(at=2.0, settings=SETTINGS, white=Seat("person"), black=Seat("engine", name="Owl", level="hard"))


async def begin(store: Store, game: str, player: str, most: int = 2) -> None:
    seats = {"white": player, "black": "house-hard"}
    pairings = Pairings(store._database, GameLimits({"house-hard": most}))
    await pairings.begin(game, [opened()], seats)  # type: ignore[arg-type]


async def test_a_computer_begins_no_more_games_than_it_may_however_many_ask_at_once(store: Store) -> None:
    await enter(store)
    answers = await asyncio.gather(*(begin(store, f"g{each}", f"p{each}") for each in range(4)), return_exceptions=True)
    assert sum(isinstance(each, PlaysEnough) for each in answers) == 2
    assert sum(each is None for each in answers) == 2
    playing = await store.seats.playing(["house-hard"])
    assert {each.color for each in playing} == {"black"}
    await store.log.append(playing[0].game, 1, [Ended(at=3.0, result="1-0", reason="resignation")])
    assert len(await store.seats.playing(["house-hard"])) == 1
    await begin(store, "next", "p3")


async def test_the_seat_keeps_its_level(store: Store) -> None:
    await enter(store)
    await begin(store, "game", "p1")
    first_event = await store.log.opened("game")
    assert first_event
    assert first_event.black == Seat("engine", name="Owl", level="hard")
    assert first_event.white == Seat("person", name="Ada 1")


async def test_its_first_rating_is_that_of_its_level_and_a_recount_finds_it_right(store: Store) -> None:
    await enter(store)
    await begin(store, "game", "p1")
    await store.log.append("game", 1, moves())
    assert await store.ratings.count() == ["game"]
    counted = await store.ratings.of_game("game")
    assert counted["black"].change.before == first_standing("hard").rating
    assert counted["white"].change.before == first_standing(None).rating
    found = await store.recount.check()
    assert (found.games, found.named) == (1, [])


async def test_it_is_on_no_list_of_the_best(store: Store) -> None:
    await enter(store)
    await begin(store, "game", "p1")
    await store.log.append("game", 1, moves())
    await store.ratings.count()
    best = await store.ratings.best("turkish", "blitz", time.time(), 1e6, 10)
    assert [each.player for each in best] == ["p1"]


async def test_an_account_becomes_a_programs_before_its_first_rating_only(store: Store) -> None:
    await enter(store)
    await store.players.add(Player("guest", "Guest", 1.0))
    assert await store.players.give_to_program("p0")
    assert not await store.players.give_to_program("p0")
    assert not await store.players.give_to_program("guest")
    await begin(store, "game", "p1")
    await store.log.append("game", 1, moves())
    await store.ratings.count()
    assert not await store.players.give_to_program("p1")
    await store.bots.put("p0", listed=True)
    assert [(each.player.name, each.player.computer) for each in await store.bots.listed()] == [("Ada 0", PROGRAM)]


def moves() -> list[Moved | Ended]:
    return [
        Moved(at=3.0, ply=1, path=["d3", "d4"]),
        Moved(at=4.0, ply=2, path=["d6", "d5"]),
        Ended(at=5.0, result="1-0", reason="resignation"),
    ]
