"""Broadcasts: their boards, their links, and what is deleted with a player."""

import asyncio
import time

import pytest

from damaci.play.events import AnyEvent, Ended, Moved, Opened, Seat, Settings
from damaci.store import Store
from damaci.store.audit import Act
from damaci.store.broadcasts import BoardPlace, BoardTaken, TooManyBroadcasts
from damaci.store.outdated import ABANDONED, UNBEGUN
from damaci.store.players import Player

pytestmark = pytest.mark.anyio
FIRST = BoardPlace("open", 1, 1)


def game(white: str = "Ada", at: float = 1.0) -> list[AnyEvent]:
    return [Opened(at=at, settings=Settings(), white=Seat("person", white), black=Seat("person", "Bora"))]


async def begin(store: Store, *boards: BoardPlace, owner: str = "cem", most: int = 100) -> None:
    """Creates a broadcast with an owner, and boards whose games have the ids `g1`, `g2`..."""
    await store.players.add(Player(owner, owner.title(), 1.0, account=owner))
    assert await store.broadcasts.create("open", owner, "Open", 2.0, 20)
    for number, place in enumerate(boards, 1):
        await store.broadcasts.add_board(place, f"g{number}", game(), most)


async def places(store: Store) -> list[tuple[int, int]]:
    return [(each.place.round, each.place.board) for each in await store.broadcasts.boards("open")]


async def test_boards_are_listed_by_round_and_number(store: Store) -> None:
    await begin(store, BoardPlace("open", 2, 1), BoardPlace("open", 1, 2), FIRST)
    assert await places(store) == [(1, 1), (1, 2), (2, 1)]
    await store.log.append("g3", 1, [Ended(at=3.0, result="1-0", reason="resignation")])
    for place in (FIRST, BoardPlace("open", 2, 1)):
        await store.broadcasts.set_key(place, f"{place.round}")
    [listed] = await store.broadcasts.list(50)
    assert (listed.boards, listed.open, listed.round) == (3, 1, 2)
    assert (listed.broadcast.name, listed.broadcast.owner_name, listed.broadcast.account) == ("Open", "Cem", "cem")
    assert await store.broadcasts.of_player("cem") == [listed]
    found = await store.broadcasts.of_game("g3")
    assert found
    assert (found.place, found.game.result, found.game.white.name) == (FIRST, "1-0", "Ada")


async def test_one_that_is_made_twice_at_once_is_made_once(store: Store) -> None:
    await begin(store)
    again = [store.broadcasts.create(id, "cem", "Again", 3.0, 2) for id in ("open", "another", "another")]
    assert await asyncio.gather(*again) == [True, True, True]
    found = await store.broadcasts.of_player("cem")
    assert [(each.broadcast.id, each.broadcast.name) for each in found] == [("another", "Again"), ("open", "Open")]


async def test_the_games_of_a_player_are_known(store: Store) -> None:
    await begin(store, FIRST, BoardPlace("open", 1, 2))
    assert {*await store.broadcasts.games_of("cem")} == {"g1", "g2"}
    assert await store.broadcasts.games_of("nobody") == []


async def test_without_boards_only_the_owner_sees_it(store: Store) -> None:
    await begin(store)
    assert await store.broadcasts.list(50) == []
    assert [each.boards for each in await store.broadcasts.of_player("cem")] == [0]


async def test_a_board_is_there_once(store: Store) -> None:
    await begin(store, FIRST)
    with pytest.raises(BoardTaken):
        await store.broadcasts.add_board(FIRST, "other", game(), 100)
    with pytest.raises(BoardTaken):
        await store.broadcasts.add_board(BoardPlace("none", 1, 1), "other", game(), 100)
    assert await store.games.get("other") is None


async def test_nobody_has_too_many(store: Store) -> None:
    await begin(store, FIRST)
    with pytest.raises(TooManyBroadcasts):
        await store.broadcasts.add_board(BoardPlace("open", 1, 2), "g2", game(), 1)

    async def create(id: str) -> bool:
        try:
            return await store.broadcasts.create(id, "cem", "Another", 3.0, 3)
        except TooManyBroadcasts:
            return False

    assert sum(await asyncio.gather(*(create(f"b{number}") for number in range(6)))) == 2
    assert not await store.broadcasts.create("mine", "nobody", "Open", 2.0, 20)


async def test_one_link_permits_one_game_until_there_is_another(store: Store) -> None:
    await begin(store, FIRST, BoardPlace("open", 1, 2))
    assert await store.broadcasts.set_key(FIRST, "one")
    assert await store.broadcasts.permits("one", "g1")
    assert not await store.broadcasts.permits("one", "g2")
    assert [each.has_link for each in await store.broadcasts.boards("open")] == [True, False]
    await store.broadcasts.set_key(FIRST, "two")
    assert not await store.broadcasts.permits("one", "g1")
    assert await store.broadcasts.permits("two", "g1")
    await store.broadcasts.set_key(FIRST, None)
    assert not await store.broadcasts.permits("two", "g1")
    assert not await store.broadcasts.set_key(BoardPlace("open", 9, 9), "three")


async def test_a_corrected_game_takes_the_board_and_the_link(store: Store) -> None:
    await begin(store, FIRST)
    await store.broadcasts.set_key(FIRST, "key")
    assert await store.broadcasts.replace(FIRST, "g1", "again", game())
    assert not await store.broadcasts.replace(FIRST, "g1", "third", game())
    assert await store.broadcasts.permits("key", "again")
    assert [await store.games.get(each) is not None for each in ("g1", "again", "third")] == [False, True, False]


async def test_the_games_go_with_the_board_the_broadcast_and_the_owner(store: Store) -> None:
    await begin(store, FIRST, BoardPlace("open", 1, 2), BoardPlace("open", 1, 3))
    assert await store.broadcasts.remove_board(FIRST) == "g1"
    assert await store.broadcasts.remove_board(FIRST) is None
    assert [await store.games.get(each) is not None for each in ("g1", "g2")] == [False, True]
    act = Act(at=5.0, who="operator", what="remove-broadcast", on="open")
    assert sorted(await store.broadcasts.delete("open", act) or ()) == ["g2", "g3"]
    assert await store.broadcasts.delete("open", act) is None
    assert [each.what for each in await store.audit.list()] == ["remove-broadcast"]
    await store.broadcasts.create("later", "cem", "Later", 6.0, 20)
    await store.broadcasts.add_board(BoardPlace("later", 1, 1), "g4", game(), 100)
    await store.erasure.erase("cem", 7.0)
    assert await store.games.get("g4") is None
    assert await store.broadcasts.get("later") is None


async def test_of_a_closed_account_nothing_is_there(store: Store) -> None:
    await begin(store, FIRST)
    await store.broadcasts.set_key(FIRST, "key")
    await store.players.close("cem", Act(at=5.0, who="operator", what="close", on="cem"))
    assert await store.broadcasts.list(50) == []
    assert await store.broadcasts.get("open") is None
    assert not await store.broadcasts.permits("key", "g1")


async def test_what_was_entered_is_neither_counted_nor_tidied(store: Store) -> None:
    await begin(store, FIRST, BoardPlace("open", 1, 2))
    await store.log.append("g1", 1, [Moved(at=3.0, ply=1, path=["d3", "d4"])])
    at = time.time()
    assert [(await store.outdated.find(kind, at, None)).ids for kind in (ABANDONED, UNBEGUN)] == [[], []]
    assert await store.outdated.remove(UNBEGUN, at, ["g2"]) == 0
    assert await store.halves.remove_games(at) == 0
    await store.log.append("g1", 2, [Ended(at=4.0, result="1-0", reason="resignation")])
    assert await store.explorer.missing(100) == []
    assert await store.live_games.list(0.0, 10) == []
