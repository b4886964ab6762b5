"""The browsers that want notices: a player has no more of them than allowed, however many are stored at once."""

import asyncio
from collections.abc import Collection

import pytest

from damaci.store import Store
from damaci.store.players import Player
from damaci.store.push import Browser

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
async def players(store: Store) -> None:
    for name in ("ada", "bora"):
        await store.players.add(Player(name, name, 1.0))


def browser(number: int, player: str = "ada", created: float = 0.0) -> Browser:
    return Browser(
        player=player,
        endpoint=f"https://push.example/{number}",
        key="key",
        secret="secret",
        language="en",
        turn=True,
        challenge=True,
        hurry=False,
        tournament=False,
        holiday=False,
        created=created or float(number),
    )


async def numbers(store: Store, player: str = "ada") -> Collection[int]:
    return [int(each.endpoint.rpartition("/")[2]) for each in await store.push.of(player)]


async def test_many_at_once_are_no_more_than_allowed(store: Store) -> None:
    assert all(await asyncio.gather(*(store.push.put(browser(number), 3) for number in range(1, 13))))
    assert len(await numbers(store)) == 3


async def test_the_newest_stay(store: Store) -> None:
    for number in (1, 2, 3):
        await store.push.put(browser(number), 3)
    await store.push.put(browser(1, created=4.0), 3)
    assert await numbers(store) == [2, 3, 1]
    await store.push.put(browser(5), 3)
    assert await numbers(store) == [3, 1, 5]


async def test_a_browser_is_that_of_its_last_player(store: Store) -> None:
    await store.push.put(browser(1), 3)
    await store.push.put(browser(1, "bora", created=2.0), 3)
    assert (await numbers(store), await numbers(store, "bora")) == ([], [1])


async def test_a_player_who_has_been_deleted_has_none(store: Store) -> None:
    assert not await store.push.put(browser(1, "nobody"), 3)
