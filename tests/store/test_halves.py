"""Work that an older version left half done."""

import pytest
from sqlalchemy import insert

from damaci.store import Store
from damaci.store.players import Player
from damaci.store.schema import SEATS
from tests.store.test_pairings import BOTH, NEW, everything, played, waiting

pytestmark = pytest.mark.anyio


async def seat(store: Store, game: str, player: str) -> None:
    """Stores a seat as older versions did, without its game."""
    async with store._database.writing() as connection:
        await connection.execute(insert(SEATS), {"game": game, "color": "white", "player": player})


async def test_what_is_whole_stays(store: Store) -> None:
    await played(store)
    before = await everything(store)
    assert await store.halves.seats() == []
    assert await store.halves.remove_seats(["g"]) == 0
    assert await store.halves.remove_seeks() == 0
    assert await store.halves.remove_games(before=1e12) == 0
    assert await everything(store) == before


async def test_seats_without_a_game_are_removed_unless_it_begins(store: Store) -> None:
    await played(store)
    for game in ("lost", "late"):
        await seat(store, game, "a")
    found = await store.halves.seats()
    assert sorted(found) == ["late", "lost"]
    await store.log.append("late", 0, NEW)
    assert await store.halves.remove_seats(found) == 1
    assert await store.seats.of_game("lost") == {}
    assert await store.seats.of_game("late") == {"white": "a"}
    assert await store.seats.of_game("g") == BOTH


async def test_a_seek_whose_game_exists_is_removed(store: Store) -> None:
    await waiting(store)
    await store.log.append("g", 0, NEW)
    assert await store.halves.remove_seeks() == 1
    assert await store.seeks.get("g") is None


async def test_a_game_that_nobody_can_play_is_removed(store: Store) -> None:
    await played(store)
    await store.log.append("ghost", 0, NEW)
    assert await store.halves.remove_games(before=1.0) == 0
    assert await store.halves.remove_games(before=2.0) == 1
    assert [game.id for game in await store.games.list()] == ["g"]


async def test_games_of_somebody_who_plays_alone_are_not_removed(store: Store) -> None:
    await store.log.append("mine", 0, NEW)
    assert await store.halves.remove_games(before=1e12) == 0
    await store.players.add(Player("a", "Ada", 5.0))
    assert await store.halves.remove_games(before=1e12) == 0


@pytest.mark.parametrize("half", ["game", "seats"])
async def test_a_rematch_that_is_not_whole_is_made_up(store: Store, half: str) -> None:
    await played(store)
    if half == "seats":
        await store.log.append("next", 0, NEW)
    assert not await store.pairings.is_whole("next")
    assert await store.pairings.make_up("g", "next", NEW)
    assert await store.pairings.is_whole("next")
    assert await store.seats.of_game("next") == {"white": "b", "black": "a"}
    assert len(await store.log.read("next")) == 1


async def test_a_rematch_with_somebody_who_has_been_deleted_is_not_made_up(store: Store) -> None:
    await played(store)
    await store.erasure.erase("a", 5.0)
    assert not await store.pairings.make_up("g", "next", NEW)
    assert await store.games.get("next") is None
