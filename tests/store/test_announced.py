"""Tournaments of the server: how many of them a player has announced."""

import asyncio

import pytest

from damaci.store import Store
from damaci.store.announced import TooManyAnnounced, TournamentPlan
from damaci.store.players import Player
from damaci.stored.tournaments import row_of
from damaci.tournament import Settings, Tournament

pytestmark = pytest.mark.anyio


async def test_nobody_has_too_many(store: Store) -> None:
    await store.players.add(Player("ada", "Ada", 1.0, account="ada"))
    await store.players.add(Player("bora", "Bora", 1.0, account="bora"))
    cup = Tournament.open(Settings("Cup"), 1.0)

    async def announce(id: str, owner: str, *, over: bool = False) -> bool:
        plan = TournamentPlan(owner, 2.0, 0.0, 0.0, rated=False, over=over)
        try:
            await store.announced.announce(id, [cup], row_of(Tournament(cup), 1.0), plan, 2)
        except TooManyAnnounced:
            return False
        return True

    assert await announce("past", "ada", over=True)
    assert sum(await asyncio.gather(*(announce(f"t{number}", "ada") for number in range(6)))) == 2
    assert await announce("other", "bora")
