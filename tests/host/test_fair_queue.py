"""Which request gets the next place, by how much each has had before; no test depends on time."""

import asyncio
from collections.abc import Sequence

import pytest

from damaci.host.fair_queue import Asker, FairQueue, Turn, Unwanted

pytestmark = pytest.mark.anyio


class Visitors:
    """Makes requests for places, and keeps the order in which these were given."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.served: list[Turn] = []
        self.tasks: set[asyncio.Task[None]] = set()

    def ask(self, player: str, address: str = "", game: str = "", seconds: float = 1.0) -> "asyncio.Task[None]":
        task = asyncio.create_task(self._ask(Asker(player, address, game), seconds))
        self.tasks.add(task)
        return task

    async def _ask(self, asker: Asker, seconds: float) -> None:
        self.served.append(await self.queue.wait(asker, seconds))

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def serve(self, count: int) -> list[str]:
        """The players of the next turns, each of which ends after its expected time."""
        found = []
        for _ in range(count):
            await self.settle()
            turn = self.served.pop(0)
            found.append(turn.asker.player)
            self.queue.leave(turn, turn.seconds)
        return found


def one_place() -> Visitors:
    return Visitors(FairQueue(1, 1))


async def test_who_comes_later_from_another_address_does_not_wait_for_the_whole_queue() -> None:
    visitors = one_place()
    for number in range(20):
        visitors.ask("eve", "6.6.6.6", f"game {number}")
    await visitors.serve(3)
    visitors.ask("ada", "1.1.1.1")
    await visitors.settle()
    assert "ada" in await visitors.serve(2), "after the turn that is under way, at most"


async def test_two_addresses_take_turns_however_many_players_each_has() -> None:
    visitors = one_place()
    for number in range(9):
        visitors.ask(f"eve{number}", "6.6.6.6")
    for number in range(3):
        visitors.ask("ada", "1.1.1.1", f"game {number}")
    order = await visitors.serve(6)
    assert [name == "ada" for name in order] == [False, True, False, True, False, True]


async def test_within_an_address_players_take_turns_and_a_players_games() -> None:
    visitors = one_place()
    for number in range(5):
        visitors.ask("eve", "1.1.1.1", f"game {number}")
    visitors.ask("ada", "1.1.1.1")
    assert "ada" in await visitors.serve(2)


async def test_long_thoughts_count_for_more_than_short_ones() -> None:
    visitors = one_place()
    for _ in range(10):
        visitors.ask("eve", "6.6.6.6", seconds=3.0)
        visitors.ask("ada", "1.1.1.1", seconds=0.5)
    order = await visitors.serve(8)
    assert order.count("eve") == 2


async def test_what_a_turn_has_taken_counts_not_what_it_was_to_take() -> None:
    visitors = one_place()
    for _ in range(6):
        visitors.ask("eve", "6.6.6.6", seconds=0.1)
        visitors.ask("ada", "1.1.1.1", seconds=0.1)
    await visitors.settle()
    first = visitors.served.pop(0)
    visitors.queue.leave(first, 0.35)
    order = await visitors.serve(5)
    assert [name == first.asker.player for name in order] == [False, False, False, False, True]


async def test_an_unknown_address_counts_by_player() -> None:
    visitors = one_place()
    for _ in range(4):
        visitors.ask("eve")
    visitors.ask("ada")
    assert "ada" in await visitors.serve(2)


async def test_staying_away_saves_nothing_up() -> None:
    visitors = one_place()
    for _ in range(30):
        visitors.ask("ada", "1.1.1.1")
    await visitors.serve(10)
    for _ in range(10):
        visitors.ask("eve", "6.6.6.6")
    order = await visitors.serve(10)
    assert order.count("ada") in (4, 5, 6)


async def test_one_address_leaves_a_place_free() -> None:
    visitors = Visitors(FairQueue(3, 2))
    for number in range(5):
        visitors.ask(f"eve{number}", "6.6.6.6")
    await visitors.settle()
    assert len(visitors.served) == 2
    visitors.ask("ada", "1.1.1.1")
    await visitors.settle()
    assert [turn.asker.player for turn in visitors.served] == ["eve0", "eve1", "ada"]


async def test_who_is_cancelled_leaves_no_place_taken() -> None:
    visitors = one_place()
    visitors.ask("ada")
    await visitors.settle()
    waiting = visitors.ask("eve")
    other = visitors.ask("can")
    await visitors.settle()
    waiting.cancel()
    visitors.queue.leave(visitors.served.pop(), 1.0)
    await visitors.settle()
    assert [turn.asker.player for turn in visitors.served] == ["can"]
    assert other.done()
    assert visitors.queue.waiting == 0


async def test_who_is_cancelled_when_the_place_is_already_given_gives_it_back() -> None:
    visitors = one_place()
    visitors.ask("ada")
    await visitors.settle()
    task = visitors.ask("can")
    await visitors.settle()
    visitors.queue.leave(visitors.served.pop(), 1.0)
    task.cancel()
    visitors.ask("eve")
    await visitors.settle()
    assert [turn.asker.player for turn in visitors.served] == ["eve"]


async def test_a_turn_that_nobody_wants_any_more_is_the_next_ones() -> None:
    visitors = one_place()
    visitors.ask("ada")
    await visitors.settle()
    gone = asyncio.create_task(visitors.queue.wait(Asker("eve"), 1.0, lambda: False))
    visitors.ask("can")
    await visitors.settle()
    assert await visitors.serve(1) == ["ada"]
    with pytest.raises(Unwanted):
        await gone
    assert await visitors.serve(1) == ["can"]


@pytest.mark.parametrize(
    ("waiting", "who", "refused"),
    [
        (["6.6.6.6"] * 9, "6.6.6.6", False),
        (["6.6.6.6"] * 10, "6.6.6.6", True),
        (["6.6.6.6"] * 10, "1.1.1.1", False),
        (["6.6.6.6"] * 20 + ["1.1.1.1"] * 2, "1.1.1.1", False),
        (["6.6.6.6"] * 20 + ["1.1.1.1"] * 2, "6.6.6.6", True),
    ],
)
async def test_a_queue_that_is_too_long_refuses_those_who_fill_it(
    waiting: Sequence[str], who: str, refused: bool
) -> None:
    visitors = Visitors(FairQueue(1, 1, longest=10))
    visitors.ask("first", "9.9.9.9")
    await visitors.settle()
    for address in waiting:
        visitors.ask("somebody", address)
    await visitors.settle()
    assert visitors.queue.refuses(Asker("somebody", who)) == refused
    for task in visitors.tasks:
        task.cancel()


async def test_an_empty_queue_remembers_nobody() -> None:
    visitors = one_place()
    for number in range(5):
        visitors.ask(f"player {number}", f"1.1.1.{number}", f"game {number}")
    await visitors.serve(5)
    queue = visitors.queue
    assert not any((queue._had, queue._level, queue._present, queue._placed))
