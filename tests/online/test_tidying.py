"""Tidying: what nobody needs is removed, everything else stays, and one process does it at a time."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from damaci.online.settings import OnlineSettings
from damaci.online.tidying import DAY, AlreadyTidying, Tidying
from damaci.play.events import Ended, Moved, Seat, Settings
from damaci.play.table import Table
from damaci.store import Store, StoreError, outdated
from damaci.store.leases import Lease, Leases
from damaci.store.players import Player, Token
from damaci.store.seeks import Seek
from tests.servers import Postgres

pytestmark = pytest.mark.anyio
NOTHING = {"sessions": 0, "unbegun": 0, "abandoned": 0, "invitations": 0, "guests": 0}


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path, anyio_backend: str) -> AsyncIterator[Store]:
    place = str(tmp_path)
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        place = await server.new_database()
    async with Store(place) as store:
        yield store


def before(days: float) -> float:
    return time.time() - days * DAY


async def play(store: Store, game: str, days: float, plies: int, player: str) -> None:
    """Stores a game without a change for this many days."""
    opened = Table.open(Settings(), Seat("person"), Seat("person"), at=before(days))
    await store.pairings.begin(game, opened, {"white": player})
    for ply in range(1, plies + 1):
        await store.log.append(game, ply, [Moved(at=before(days), ply=ply, path=["d3", "d4"], id=f"m{ply}")])


async def invite(store: Store, seek: str, days: float, player: str, *, everybody: bool = False) -> None:
    at = before(days)
    await store.seeks.add(Seek(id=seek, player=player, name="", open=everybody, wish="{}", created=at, seen=at))


async def furnish(store: Store) -> None:
    """Stores something outdated of every kind, and something similar that has to stay."""
    ages = {"old": 100, "new": 1, "plays": 100, "programs": 100, "waits": 100, "account": 100}
    for name, days in ages.items():
        account = "account" if name == "account" else None
        await store.players.add(Player(name, name, before(days), account, "x"))
    programs = await store.players.get("programs")
    assert programs
    await store.players.add_token(programs, Token("t", "bot", before(100)), "hash")
    plays = await store.players.get("plays")
    assert plays
    await store.players.open_session(plays, "expired", before(366))
    await store.players.open_session(plays, "good", before(300))
    await invite(store, "stale", 31, "waits")
    await invite(store, "fresh", 29, "waits")
    await play(store, "unbegun", 8, 0, "plays")
    await play(store, "waiting", 6, 0, "plays")
    await play(store, "abandoned", 366, 2, "plays")
    await play(store, "slow", 364, 2, "plays")
    await play(store, "over", 500, 2, "plays")
    await store.log.append("over", 3, [Ended(at=before(500), result="1-0", reason="resignation")])


async def test_what_nobody_needs_goes_and_the_rest_stays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnish(store)
    tidying = Tidying(store, OnlineSettings())
    expected = dict.fromkeys(NOTHING, 1)
    assert await tidying.count() == expected
    assert await tidying.count() == expected
    assert await tidying.tidy(rest=0.0) == expected
    assert await tidying.count() == NOTHING
    left = [name for name in ("old", "new", "plays", "programs", "waits", "account") if await store.players.get(name)]
    assert left == ["new", "plays", "programs", "waits", "account"]
    assert await store.players.standing(["expired", "good"], 0.0) == {"good"}
    assert await store.seeks.ids_of_players(["waits"]) == ["fresh"]
    assert {game.id: game.result for game in await store.games.list()} == {
        "waiting": "*",
        "abandoned": "1/2-1/2",
        "slow": "*",
        "over": "1-0",
    }
    assert await store.seats.of_game("unbegun") == {}
    assert await store.log.read("unbegun") == []
    end = (await store.log.read("abandoned"))[-1]
    assert isinstance(end, Ended)
    assert end.reason == "abandoned"


async def test_many_are_removed_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outdated, "AT_ONCE", 3)
    for number in range(10):
        await store.players.add(Player(f"g{number}", "", before(100)))
    await play(store, "game", 1, 1, "g4")
    tidying = Tidying(store, OnlineSettings())
    assert (await tidying.count())["guests"] == 9
    assert (await tidying.tidy(rest=0.0))["guests"] == 9
    assert await store.players.get("g4")


async def test_what_is_kept_for_ever_stays(store: Store) -> None:
    await furnish(store)
    keep = OnlineSettings(keep_guests_days=0, keep_invitations_days=0, keep_unbegun_days=0, keep_abandoned_days=0)
    assert await Tidying(store, keep).tidy(rest=0.0) == {"sessions": 1}


async def test_one_process_tidies_at_a_time(store: Store) -> None:
    await furnish(store)
    now = time.time()
    assert await store.leases.take("tidying", "other", now, now + 60)
    with pytest.raises(AlreadyTidying):
        await Tidying(store, OnlineSettings()).tidy(rest=0.0)
    assert (await Tidying(store, OnlineSettings()).count())["guests"] == 1
    assert await store.leases.take("tidying", "other", now, now)  # releases the lease
    assert (await Tidying(store, OnlineSettings()).tidy(rest=0.0))["guests"] == 1
    assert await Tidying(store, OnlineSettings()).tidy(rest=0.0) == NOTHING


async def test_a_lease_passes_on_when_its_time_is_up(store: Store) -> None:
    assert await store.leases.take("work", "one", 100.0, 110.0)
    assert not await store.leases.take("work", "two", 109.0, 119.0)
    assert await store.leases.take("work", "one", 109.0, 119.0)
    assert await store.leases.take("work", "two", 119.0, 129.0)
    assert not await store.leases.take("work", "one", 120.0, 130.0)


async def test_a_holder_that_ends_leaves_its_lease_to_another(store: Store) -> None:
    one = Lease(store.leases, "work", 100.0)
    assert await one.keep()
    await one.leave()
    assert await Lease(store.leases, "work", 100.0).keep()


async def test_a_lease_is_left_also_where_the_store_has_gone(caplog: pytest.LogCaptureFixture) -> None:
    class Gone(Leases):
        async def take(self, name: str, holder: str, at: float, until: float) -> bool:
            raise StoreError("the store has gone")

    await Lease(Gone(None), "work", 100.0).leave()  # type: ignore[arg-type]
    assert caplog.messages == ["work: another process takes over only in a moment: the store has gone"]


async def test_a_player_who_begins_a_game_meanwhile_stays(store: Store) -> None:
    await store.players.add(Player("old", "old", before(100)))
    found = await store.outdated.find(outdated.GUESTS, before(90), None)
    assert found.ids == ["old"]
    await play(store, "game", 0, 0, "old")
    assert await store.outdated.remove(outdated.GUESTS, before(90), found.ids) == 0
    assert await store.players.get("old")
