"""Long lists are read to their ends, page by page: nothing is left out or returned twice, also among equal times."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from damaci.play.events import Opened, Seat, Settings
from damaci.store import Store
from damaci.store.announced import TournamentPlan
from damaci.store.bookmark import Bookmark
from damaci.store.players import Player
from damaci.stored.tournaments import row_of
from damaci.tournament import Settings as TournamentSettings
from damaci.tournament import Tournament

pytestmark = pytest.mark.anyio

MOMENTS = (5.0, 5.0, 5.0, 3.25, 9.0, 3.25, 5.0)


async def paged(find: Callable[[Bookmark | None, int], Awaitable[Sequence[Any]]], mark: Any) -> list[str]:
    """The ids of all pages of two entries."""
    ids: list[str] = []
    bookmark = None
    while found := await find(bookmark, 2):
        bookmark = mark(found[-1])
        ids += [mark(each).id for each in found]
    return ids


async def test_all_games_of_a_player_are_found(store: Store) -> None:
    for name in ("ada", "bora"):
        await store.players.add(Player(name, name, 1.0))
    for number, at in enumerate(MOMENTS):
        opened = Opened(at=at, settings=Settings(), white=Seat("person"), black=Seat("person"))
        await store.pairings.begin(f"g{number}", [opened], {"white": "ada", "black": "bora"})
    found = await paged(
        lambda bookmark, limit: store.seats.games_after("ada", bookmark, limit),
        lambda game: Bookmark(game.updated, game.id),
    )
    assert found == ["g4", "g0", "g1", "g2", "g6", "g3", "g5"]


async def test_all_tournaments_that_are_over_are_found(store: Store) -> None:
    for number, starts in enumerate(MOMENTS):
        opened = Tournament.open(TournamentSettings("Club"), 1.0)
        plan = TournamentPlan(None, starts, 0.0, 0.0, rated=False, over=number != 1)
        await store.announced.announce(f"t{number}", [opened], row_of(Tournament(opened), 1.0), plan, 50)
    found = await paged(store.announced.over_after, lambda each: Bookmark(each.plan.starts, each.stored.id))
    assert found == ["t4", "t0", "t2", "t6", "t3", "t5"]
