"""The finished games of a player."""

import pytest

from damaci.store import Store
from damaci.store.played import Played
from tests.store.test_ratings import come, play

pytestmark = pytest.mark.anyio


async def test_finished_games_from_one_side(store: Store) -> None:
    await come(store)
    await play(store, "g1", "1-0", at=10.0)
    await play(store, "g2", "0-1", at=20.0, players=("b", "a"))
    await play(store, "short", plies=1)
    assert await store.played.of("a", 10) == [
        Played("g2", "black", 1.0, ["d3", "d4"], "b", "Bora", "bora"),
        Played("g1", "white", 1.0, ["d3", "d4"], "b", "Bora", "bora"),
    ]
    assert [each.game for each in await store.played.of("a", 1)] == ["g2"]


async def test_a_deleted_opponent_is_not_named(store: Store) -> None:
    await come(store)
    await play(store, "g1", "1/2-1/2")
    await store.erasure.erase("b", 50.0)
    assert await store.played.of("a", 10) == [Played("g1", "white", 0.5, ["d3", "d4"], None, None, None)]
