"""Tournaments of the largest sizes that a server is made for, played move by move on a real server."""

from pathlib import Path

import pytest

from tests.online.cluster import Process
from tests.online.tournaments.contest import Contest, Played, hold
from tests.online.tournaments.crowd import Manner
from tests.servers import Postgres, Redis

pytestmark = pytest.mark.anyio

AT_ONCE = Manner(pace=0.05, plies=(2, 6))
THINKING = Manner(pace=4.0, plies=(4, 12))
LONGER = Manner(pace=8.0, plies=(6, 14))
"""Of 2,000 players who think for eight seconds, 125 move in a second. Two busy cores can do this, players included."""
SWISS = {"system": "swiss", "rounds": 3, "minutes_late": 10}
ARENA = {"system": "arena", "minutes_late": 10}


async def on_one_process(place: Path, contest: Contest) -> Played:
    process = Process(str(place), accounts="open")
    try:
        return await hold(str(place), [process], contest)
    finally:
        process.close()


async def on_two_processes(postgres: Postgres, redis: Redis, contest: Contest) -> Played:
    place = await postgres.new_database()
    processes = [Process(place, accounts="open", redis=redis.url) for _ in range(2)]
    try:
        return await hold(place, processes, contest)
    finally:
        for process in processes:
            process.close()


def expect_whole(played: Played) -> None:
    """Checks that all answers were proper, every player was called to each game, and no game was lost."""
    print({name: round(value, 2) for name, value in played.figures().items()})
    assert not played.broken
    assert not played.tournament.pending
    assert len(set().union(*(seen.games for seen in played.seen))) == played.results.total()


async def test_a_small_one_on_two_processes(postgres: Postgres, redis: Redis) -> None:
    played = await on_two_processes(postgres, redis, Contest(24, AT_ONCE, SWISS | {"rounds": 2}))
    expect_whole(played)
    assert played.results.total() == 24


@pytest.mark.nightly
async def test_a_swiss_of_five_hundred(tmp_path: Path) -> None:
    played = await on_one_process(tmp_path, Contest(500, THINKING, SWISS))
    expect_whole(played)
    assert [len(round.games) for round in played.tournament.rounds] == [250, 250, 250]


@pytest.mark.nightly
async def test_a_swiss_of_five_hundred_on_two_processes(postgres: Postgres, redis: Redis) -> None:
    played = await on_two_processes(postgres, redis, Contest(500, THINKING, SWISS))
    expect_whole(played)
    assert [len(round.games) for round in played.tournament.rounds] == [250, 250, 250]


@pytest.mark.nightly
async def test_an_arena_of_two_thousand(tmp_path: Path) -> None:
    played = await on_one_process(tmp_path, Contest(2000, LONGER, ARENA | {"lasts": 3}, crowds=2))
    expect_whole(played)
    assert len(played.tournament.entrants) == 2000
    assert len(played.tournament.rounds[0].games) == 1000


@pytest.mark.nightly
async def test_an_arena_of_two_thousand_on_two_processes(postgres: Postgres, redis: Redis) -> None:
    played = await on_two_processes(postgres, redis, Contest(2000, LONGER, ARENA | {"lasts": 3}, crowds=2))
    expect_whole(played)
    assert len(played.tournament.rounds[0].games) == 1000
