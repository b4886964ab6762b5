"""Tournaments of the largest sizes that a server is made for: the driver and the store are real, and the games end at
random."""

from pathlib import Path

import pytest

from damaci.online.tournaments.steps import ARENA_SECONDS
from tests.online.tournaments.checker import check
from tests.online.tournaments.evening import evening

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]


async def test_a_swiss_of_five_hundred(tmp_path: Path) -> None:
    async with evening(tmp_path, many=40) as club:
        await club.announce(500, system="swiss", rounds=3, pause=0)
        while not await club.over():
            await club.step()
            await club.end()
        found = await check(str(tmp_path), club.id)
    assert [len(round.games) for round in found.rounds] == [250, 250, 250]
    pairs = [frozenset((game.white, game.black)) for round in found.rounds for game in round.games]
    assert len({*pairs}) == len(pairs)


async def test_an_arena_of_two_thousand(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(2000, system="arena", lasts=1)
        while not await club.over():
            found = await club.step(ARENA_SECONDS)
            await club.end(1.0 if found.closed else 0.1)
        found = await check(str(tmp_path), club.id)
    assert len(found.rounds[0].games) == 1000
    assert len(found.rounds) > 20
    assert not found.pending
