"""The games that are being played, with their players; rated games come first."""

import pytest

from damaci.play.events import ClockTimes, Ended, Moved, Opened, Seat, Settings
from damaci.store import Store
from damaci.store.players import Player

pytestmark = pytest.mark.anyio

PEOPLE = {"white": "ada", "black": "bora"}
CLOCK = ClockTimes(300, 3)


async def begin(store: Store, game: str, settings: Settings, moved: float | None, **players: str) -> None:
    opened = Opened(at=1.0, settings=settings, white=Seat("person"), black=Seat("person"))
    await store.pairings.begin(game, [opened], players or PEOPLE)  # type: ignore[arg-type]
    if moved is not None:
        await store.log.append(game, 1, [Moved(at=moved, ply=1, path=["d3", "d4"])])


async def listed(store: Store, since: float = 0.0, limit: int = 9) -> list[str]:
    return [each.id for each in await store.live_games.list(since, limit)]


async def test_games_that_go_on_are_listed_rated_ones_first(store: Store) -> None:
    for player in ("ada", "bora"):
        await store.players.add(Player(player, player.title(), 1.0, account=player))
    await begin(store, "casual", Settings(), 30.0)
    await begin(store, "rated", Settings(rated=True, clock=CLOCK), 20.0)
    await begin(store, "newer", Settings(), 40.0)
    await begin(store, "daily", Settings(days=3), 20.0)
    await begin(store, "unmoved", Settings(), None)
    await begin(store, "alone", Settings(), 20.0, white="ada")
    await begin(store, "over", Settings(), 20.0)
    await store.log.append("over", 2, [Ended(at=21.0, result="1-0", reason="resignation")])
    assert await listed(store) == ["rated", "newer", "casual"]
    assert (await listed(store, since=25.0), await listed(store, limit=1)) == (["newer", "casual"], ["rated"])
    [rated] = await store.live_games.list(0.0, 1)
    assert (rated.settings.clock, rated.updated) == (CLOCK, 20.0)
    assert {color: player.name for color, player in rated.players.items()} == {"white": "Ada", "black": "Bora"}
    assert await listed(store, since=50.0) == []
