"""The seeks that are shown are chosen fairly."""

from collections.abc import Mapping

import pytest

from damaci.store import Store
from damaci.store.players import Player
from damaci.store.seeks import Seek

pytestmark = pytest.mark.anyio


async def add(store: Store, places: Mapping[str, str], per_player: int, at: float) -> list[str]:
    """Stores open seeks, `per_player` of each player. `places`: the address of each player."""
    made = []
    for player, address in places.items():
        await store.players.add(Player(player, player, at))
        for number in range(per_player):
            when = at + len(made) / 1000
            made.append(f"{player}-{number}")
            await store.seeks.add(
                Seek(
                    id=made[-1],
                    player=player,
                    name="",
                    open=True,
                    wish="{}",
                    created=when,
                    seen=when,
                    address=address,
                )
            )
    return made


async def test_one_address_does_not_push_others_out(store: Store) -> None:
    honest = await add(store, {"ada": "home", "bob": "school"}, 1, 0.0)
    made = honest + await add(store, {f"crowd{number}": "flood" for number in range(6)}, 10, 50.0)
    shown = [seek.id for seek in await store.seeks.open(0.0, 10)]
    assert set(honest) < set(shown)
    assert shown == sorted(shown, key=made.index, reverse=True)
    assert len(shown) == 10
    assert await store.seeks.count_open("flood") == 60


async def test_one_player_does_not_push_others_of_its_address_out(store: Store) -> None:
    await add(store, {"ada": "school"}, 1, 0.0)
    await add(store, {"bob": "school"}, 20, 50.0)
    assert [seek.id for seek in await store.seeks.open(0.0, 3)] == ["bob-19", "bob-18", "ada-0"]


async def test_those_of_players_who_have_gone_are_not_shown(store: Store) -> None:
    await add(store, {"ada": "home"}, 1, 0.0)
    await add(store, {"bob": "home"}, 1, 50.0)
    assert [seek.id for seek in await store.seeks.open(10.0)] == ["bob-0"]


async def test_the_seeks_of_many_players_are_found(store: Store) -> None:
    made = await add(store, {f"p{number}": "home" for number in range(300)}, 2, 0.0)
    assert sorted(await store.seeks.ids_of_players([f"p{number}" for number in range(300)])) == sorted(made)
    assert sorted(await store.seeks.ids_of_players(["p7", "nobody"])) == ["p7-0", "p7-1"]
    assert await store.seeks.ids_of_players(["nobody"]) == []
    assert [seek.id for seek in await store.seeks.some(["p7-0", "p7-1", "none"])] == ["p7-1", "p7-0"]
