"""Comparisons are made once, one after the other, and are begun again after a process has died."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from damaci.analysis import agreement
from damaci.analysis.agreement import ComparedMove, comparison
from damaci.analysis.estimate import Spread
from damaci.online.fair_play.beside import ENOUGH_PLAYERS, Beside, Others, beside
from damaci.online.fair_play.comparer import Comparer
from damaci.online.fair_play.driver import ENGINE, AlreadyComparing, FairPlayDriver
from damaci.online.moderation import BadOrder, Moderation
from damaci.store import Store, StoreError
from damaci.store.comparisons import MOST_WAITING, ComparisonResult
from damaci.store.players import Player
from damaci.store.ratings import RatingKey
from tests.online.fair_play.games import fill
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio
ADA = RatingKey("a", "turkish", "blitz")


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "NODES", 500)


@pytest.fixture
async def store(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        yield store


def driver(store: Store) -> FairPlayDriver:
    return FairPlayDriver(store, Comparer(), rest=0.0)


async def ada(store: Store) -> Beside:
    player = await store.players.get("a")
    assert player
    [found] = await beside(store, player)
    return found


async def test_what_was_asked_for_is_found_and_stored(store: Store) -> None:
    await fill(store, 3)
    assert await Moderation(store, "operator").compare("Ada", why="report r") == ADA
    assert (await ada(store)).asked
    one = driver(store)
    assert await one.work()
    assert not await one.work()
    await one.background.close()
    found = await ada(store)
    assert found.asked is None
    assert found.measured
    assert found.measured.current
    assert found.measured.engine == ENGINE
    assert (found.measured.comparison.games, found.rating.games) == (3, 3)
    assert found.measured.comparison.moves > 10
    assert found.measured.comparison.agreement
    [act] = await store.audit.list(on="a")
    assert (act.what, act.detail, act.why) == ("compare", "turkish blitz", "report r")


async def test_the_same_games_give_the_same_figures(store: Store) -> None:
    await fill(store, 2)
    found = []
    for _ in range(2):
        await Moderation(store, "operator").compare("a")
        one = driver(store)
        await one.work()
        await one.background.close()
        measured = (await ada(store)).measured
        assert measured
        found.append(measured.comparison)
    assert found[0] == found[1]


async def test_whoever_is_stopped_in_the_middle_leaves_it_to_the_next(store: Store) -> None:
    await fill(store, 4)
    await Moderation(store, "operator").compare("a")
    one = driver(store)
    begun = asyncio.Event()
    working = asyncio.create_task(one.compare(ADA, lambda done, all: begun.set()))
    await asyncio.wait_for(begun.wait(), PATIENCE)
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    assert (await ada(store)).asked
    assert (await ada(store)).measured is None
    await one.background.close()
    other = driver(store)
    assert await other.work()
    await other.background.close()
    assert (await ada(store)).measured


async def test_one_process_compares_at_a_time(store: Store) -> None:
    await fill(store, 1)
    await Moderation(store, "operator").compare("a")
    one = driver(store)
    other = driver(store)
    assert await one._lease.keep()
    with pytest.raises(AlreadyComparing):
        await other.work()
    assert (await ada(store)).asked
    await one.background.close()
    assert await other.work()
    await other.background.close()


async def test_a_game_that_cannot_be_read_keeps_nobody_waiting(store: Store) -> None:
    await fill(store, 2)
    operator = Moderation(store, "operator")
    await operator.compare("a")
    async with store._database.writing() as connection:
        await connection.exec_driver_sql("UPDATE events SET event = '{}' WHERE game = 'g0' AND version = 3")
        await connection.exec_driver_sql("UPDATE rating_changes SET player = NULL WHERE game = 'g0' AND player = 'b'")
    await operator.compare("b")
    one = driver(store)
    with pytest.raises(StoreError):
        await one.work()
    assert await one.work()
    await one.background.close()
    assert (await store.comparisons.of_player("b"))[0].found


async def test_what_cannot_be_asked_for_is_said(store: Store) -> None:
    await fill(store, 1)
    operator = Moderation(store, "operator")
    with pytest.raises(BadOrder, match="no such rated games"):
        await operator.compare("Can")
    with pytest.raises(BadOrder, match="no such rated games"):
        await operator.compare("Ada", "turkish", "bullet")
    with pytest.raises(BadOrder, match="no player"):
        await operator.compare("Nobody")
    await operator.compare("Ada")
    with pytest.raises(BadOrder, match="already"):
        await operator.compare("Ada")
    assert await store.comparisons.waiting() == 1


async def test_a_thousand_at_once_are_too_many(store: Store) -> None:
    players = [f"p{number}" for number in range(MOST_WAITING + 5)]
    await come(store, players)
    operator = Moderation(store, "operator")
    refused = []
    for player in players:
        try:
            await operator.compare(player)
        except BadOrder as error:
            refused.append(error.refusal)
    assert refused == ["too-many-compared"] * 5
    assert await store.comparisons.waiting() == MOST_WAITING


async def test_others_are_set_beside_if_there_are_enough(store: Store) -> None:
    players = [f"p{number}" for number in range(ENOUGH_PLAYERS + 1)]
    await come(store, players)
    for number, player in enumerate(players):
        if number == ENOUGH_PLAYERS:
            assert (await others(store, "p0")).agreement is None
        share = comparison([[ComparedMove(agrees=place < 4 * number, lost=number) for place in range(100)]])
        await Moderation(store, "operator").compare(player)
        found = ComparisonResult(2.0, 1500.0, ENGINE, share.moves, msgspec.json.encode(share).decode())
        await store.comparisons.put(ADA._replace(player=player), found)
    beside_first = await others(store, "p0")
    assert beside_first.players == ENOUGH_PLAYERS
    assert beside_first.agreement == Spread(4, 13, 22, 31, 40)
    assert beside_first.loss
    assert (beside_first.loss.least, beside_first.loss.greatest) == (1, 10)


async def come(store: Store, players: list[str]) -> None:
    """Adds players with a rating of 1500."""
    for player in players:
        await store.players.add(Player(player, player, 1.0))
    async with store._database.writing() as connection:
        await connection.exec_driver_sql(
            "INSERT INTO ratings SELECT id, 'turkish', 'blitz', 1500, 90, 0.06, 1, 1, 1 FROM players"
        )


async def others(store: Store, player: str) -> Others:
    found = await store.players.get(player)
    assert found
    [rated] = await beside(store, found)
    assert rated.measured
    return rated.measured.others
