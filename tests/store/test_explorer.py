"""The explorer's counts: the sums are correct, each game is counted once, and nothing remains of a game that is
removed."""

import asyncio
from itertools import zip_longest

import pytest

from damaci.play.events import AnyEvent, Ended
from damaci.stored import Store
from damaci.stored.explorer import SHOWN_GAMES, Trodden, Way
from tests.store.samples import game, opened

pytestmark = pytest.mark.anyio

LEAST = -(2**63)
"""The smallest possible key."""


def way(result: str = "1-0", *steps: tuple[int, int]) -> Way:
    return Way("turkish", result, steps or ((1, LEAST), (LEAST, 3)))  # type: ignore[arg-type]


def finished(result: str = "1-0") -> list[AnyEvent]:
    return [*game(1), Ended(at=9, result=result, reason="resignation")]  # type: ignore[arg-type]


async def play(store: Store, *games: str) -> None:
    for each in games:
        await store.log.append(each, 0, finished()[:1])
        await store.log.append(each, 1, finished()[1:])


async def test_finished_games_wait_to_be_counted(store: Store) -> None:
    await store.log.append("running", 0, [opened()])
    await play(store, "ga", "gb", "gc")
    assert list(await store.explorer.missing(10)) == ["ga", "gb", "gc"]
    assert list(await store.explorer.missing(2)) == ["ga", "gb"]
    await store.explorer.count({"gb": way(), "gc": None, "running": way()})
    assert list(await store.explorer.missing(10)) == ["ga"]


async def test_counts_add_up_and_the_last_games_are_named(store: Store) -> None:
    await play(store, "ga", "gb", "gc")
    await store.explorer.count({"ga": way("1-0"), "gb": way("0-1", (1, 2))})
    await store.explorer.count({"gc": way("1/2-1/2", (1, LEAST), (LEAST, 1), (1, LEAST))})
    assert await store.explorer.find("turkish", 1) == {
        LEAST: Trodden(1, 1, 0, ["gc", "ga"]),
        2: Trodden(0, 0, 1, ["gb"]),
    }
    assert await store.explorer.find("turkish", LEAST) == {3: Trodden(1, 0, 0, ["ga"]), 1: Trodden(0, 1, 0, ["gc"])}
    assert await store.explorer.find("world", 1) == await store.explorer.find("turkish", 7) == {}


async def test_a_game_is_counted_once(store: Store) -> None:
    await play(store, "ga")
    for _ in range(2):
        await store.explorer.count({"ga": way()})
    assert await store.explorer.find("turkish", 1) == {LEAST: Trodden(1, 0, 0, ["ga"])}


async def test_only_the_last_games_are_named(store: Store) -> None:
    games = [f"game{number:02}" for number in range(SHOWN_GAMES + 3)]
    await play(store, *games)
    await store.explorer.count({each: way() for each in games[:4]})
    await store.explorer.count({each: way() for each in games[4:]})
    assert await store.explorer.find("turkish", 1) == {
        LEAST: Trodden(len(games), 0, 0, list(reversed(games))[:SHOWN_GAMES])
    }


async def test_a_game_that_is_deleted_leaves_nothing(store: Store) -> None:
    await play(store, "ga", "gb")
    await store.explorer.count({"ga": way(), "gb": way("0-1", (1, LEAST))})
    assert [await store.games.delete("ga", way()) for _ in range(2)] == [True, False]
    await store.explorer.count({"ga": way()})
    assert await store.explorer.find("turkish", 1) == {LEAST: Trodden(0, 0, 1, ["gb"])}
    assert await store.explorer.find("turkish", LEAST) == {}
    assert list(await store.explorer.missing(10)) == []


async def test_a_deleted_game_that_was_not_counted_takes_nothing_along(store: Store) -> None:
    await play(store, "ga", "gb")
    await store.explorer.count({"ga": way()})
    assert await store.games.delete("gb", way())
    assert await store.explorer.find("turkish", 1) == {LEAST: Trodden(1, 0, 0, ["ga"])}


async def test_games_deleted_while_they_are_counted_leave_nothing(store: Store) -> None:
    games = [f"game{number:02}" for number in range(20)]
    await play(store, "stays", *games)
    counting = (store.explorer.count({each: way() for each in ["stays", *games[start:]]}) for start in range(0, 20, 3))
    deleting = (store.games.delete(each, way()) for each in games for _ in range(2))
    await asyncio.gather(*(each for pair in zip_longest(deleting, counting) for each in pair if each))
    assert await store.explorer.find("turkish", 1) == {LEAST: Trodden(1, 0, 0, ["stays"])}
