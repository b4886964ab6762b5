"""The players whom a player follows: each is stored once, and deleted with either player."""

import asyncio

import pytest

from damaci.play.events import Moved, Opened, Seat, Settings
from damaci.store import Store
from damaci.store.audit import Act
from damaci.store.player_settings import Privacy
from damaci.store.players import Player

pytestmark = pytest.mark.anyio


async def come(store: Store, *players: str) -> None:
    for player in players:
        await store.players.add(Player(player, player.title(), 1.0, account=player))


async def names(store: Store, player: str) -> list[str]:
    return [each.player.name for each in await store.follows.of(player)]


async def test_somebody_is_followed_once_and_listed_by_name(store: Store) -> None:
    await come(store, "ada", "cem", "bora")
    assert await store.follows.add("ada", "cem", 2.0)
    assert await store.follows.add("ada", "bora", 3.0)
    assert await store.follows.add("ada", "bora", 4.0)
    assert await names(store, "ada") == ["Bora", "Cem"]
    assert [each.since for each in await store.follows.of("ada")] == [3.0, 2.0]
    assert (await store.follows.has("ada", "cem"), await store.follows.has("cem", "ada")) == (True, False)
    assert (await store.follows.count("ada"), await store.follows.count("cem")) == (2, 0)
    assert await store.follows.remove("ada", "cem")
    assert not await store.follows.remove("ada", "cem")
    assert await names(store, "ada") == ["Bora"]


async def test_with_a_player_goes_all_that_is_stored(store: Store) -> None:
    await come(store, "ada", "bora", "cem")
    await store.follows.add("ada", "bora", 2.0)
    await store.follows.add("bora", "cem", 2.0)
    await store.erasure.erase("bora", 3.0)
    assert (await names(store, "ada"), await store.follows.count("bora")) == ([], 0)
    assert not await store.follows.add("ada", "bora", 4.0)
    assert not await store.follows.add("bora", "cem", 4.0)


async def test_a_closed_account_is_told_as_such(store: Store) -> None:
    await come(store, "ada", "bora")
    await store.follows.add("ada", "bora", 2.0)
    await store.players.close("bora", Act(at=5.0, who="operator", what="close", on="bora"))
    assert [each.player.closed for each in await store.follows.of("ada")] == [5.0]


async def test_who_does_not_want_to_be_seen(store: Store) -> None:
    await come(store, "ada", "bora", "cem")
    await store.player_settings.change("ada", {"presence": "nobody"})
    await store.player_settings.change("bora", {"challenges": "nobody"})
    assert await store.player_settings.unseen(["ada", "bora", "cem"]) == {"ada"}
    assert await store.player_settings.unseen(["bora"]) == set()


async def test_the_game_that_is_being_played(store: Store) -> None:
    await come(store, "ada", "bora")
    people = {"white": "ada", "black": "bora"}
    for game, days in (("begun", 0), ("daily", 3)):
        opened = Opened(at=10.0, settings=Settings(days=days), white=Seat("person"), black=Seat("person"))
        await store.pairings.begin(game, [opened], people)
    assert await store.seats.live(["ada", "bora"], 0.0) == {}
    for game in ("begun", "daily"):
        await store.log.append(game, 1, [Moved(at=20.0, ply=1, path=["d3", "d4"])])
    assert await store.seats.live(["ada", "bora", "cem"], 0.0) == {"ada": "begun", "bora": "begun"}
    assert await store.seats.live(["ada"], 21.0) == {}


async def test_choices_that_are_changed_at_once_are_both_kept(store: Store) -> None:
    await store.players.add(Player("ada", "Ada", 1.0, account="ada"))
    change = store.player_settings.change
    await asyncio.gather(change("ada", {"challenges": "nobody"}), change("ada", {"presence": "nobody"}))
    assert await store.player_settings.get("ada") == Privacy(challenges="nobody", presence="nobody")
    await asyncio.gather(change("ada", {"challenges": "everybody"}), change("ada", {"presence": "everybody"}))
    assert await store.player_settings.get("ada") == Privacy()
