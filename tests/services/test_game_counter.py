"""The counter of finished games, tested without a store."""

import asyncio

from damaci.services.explorer import OpeningExplorer
from damaci.services.game_counter import GameCounter
from damaci.stored import StoreError


class Waiting(OpeningExplorer):
    """Games that wait to be counted. The first attempt to read them fails."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.asked: list[int] = []
        self.done = asyncio.Event()

    async def count(self, most: int) -> bool:
        self.asked.append(most)
        if len(self.asked) == 1:
            raise StoreError("away")
        self.games = max(0, self.games - most)
        if not self.games:
            self.done.set()
        return self.games > 0


async def counted_after_a_failure() -> list[int]:
    waiting = Waiting(12)
    counter = GameCounter(waiting, at_once=5, look_seconds=0.01)
    counter.background.start()
    await waiting.done.wait()
    await counter.background.close()
    return waiting.asked


def test_it_goes_on_until_nothing_waits_though_the_store_was_away() -> None:
    assert asyncio.run(counted_after_a_failure())[:4] == [5, 5, 5, 5]


async def counted_beside_another() -> list[int]:
    waiting = Waiting(12)
    asked = []
    twice = asyncio.Event()

    async def may() -> bool:
        asked.append(True)
        if len(asked) == 2:
            twice.set()
        return False

    counter = GameCounter(waiting, may, look_seconds=0.01)
    counter.background.start()
    await twice.wait()
    await counter.background.close()
    return waiting.asked


def test_another_process_that_counts_is_left_alone() -> None:
    assert asyncio.run(counted_beside_another()) == []
