"""A game and its players are stored together, or not at all."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.events import AnyEvent, Opened, Rematched, RematchOffered, Seat, Settings
from damaci.store import Store, StoreError
from damaci.store.challenges import Challenge
from damaci.store.erasure import Erased
from damaci.store.pairings import GameLimits, Pairings, SeatTaken
from damaci.store.players import Player
from damaci.store.schema import METADATA
from damaci.store.seeks import Seek
from damaci.stored.errors import DailyGamesEnough, SeatEmpty, VersionConflict
from tests.store.samples import ended

pytestmark = pytest.mark.anyio

NEW: list[AnyEvent] = [Opened(at=1.0, settings=Settings(), white=Seat("person"), black=Seat("person"))]
BOTH: dict[Any, str] = {"white": "a", "black": "b"}
REMATCHED = [Rematched(at=9.0, by="black", game="next")]


async def waiting(store: Store) -> None:
    """Stores the players Ada, Bora and Can, and a seek of Ada's."""
    for player, name in (("a", "Ada"), ("b", "Bora"), ("c", "Can")):
        await store.players.add(Player(player, name, 1.0))
    await store.seeks.add(Seek(id="g", player="a", name="", open=True, wish="{}", created=1.0, seen=1.0))


async def challenged(store: Store, until: float = 9.0) -> None:
    """Stores a challenge of Ada's to Bora."""
    await waiting(store)
    await store.challenges.add(Challenge(id="h", player="a", target="b", wish="{}", created=0.5, until=until))


async def played(store: Store) -> None:
    """Stores a game of Ada and Bora, after which Ada has offered a rematch."""
    await waiting(store)
    await store.pairings.begin("g", NEW, BOTH, seek=True)
    await store.log.append("g", 1, [ended(), RematchOffered(at=2.0, by="white")])


async def everything(store: Store) -> dict[str, list[Any]]:
    async with store._database.reading() as connection:
        return {
            table.name: sorted(map(tuple, await connection.execute(select(table)))) for table in METADATA.sorted_tables
        }


async def test_who_accepts_has_a_game_with_both_names(store: Store) -> None:
    await waiting(store)
    await store.pairings.begin("g", NEW, BOTH, seek=True)
    assert await store.seeks.get("g") is None
    assert await store.seats.of_game("g") == BOTH
    [opened] = await store.log.read("g")
    assert isinstance(opened, Opened)
    assert (opened.white.name, opened.black.name) == ("Ada", "Bora")
    [summary] = await store.seats.games_of("b")
    assert (summary.white.name, summary.black.name, summary.version) == ("Ada", "Bora", 1)


async def test_an_accepted_challenge_is_gone_when_its_game_is_there(store: Store) -> None:
    await challenged(store)
    await store.pairings.begin("h", NEW, BOTH, challenge=True)
    assert await store.challenges.get("h", at=1.0) is None
    assert await store.seats.of_game("h") == BOTH


@pytest.mark.parametrize("why", ["declined", "ended", "withdrawn"])
async def test_no_game_begins_of_a_challenge_that_stands_no_more(store: Store, why: str) -> None:
    await challenged(store, until=1.0 if why == "ended" else 9.0)
    if why == "declined":
        await store.challenges.decline("h", "b", "later", 0.7, 9.0)
    if why == "withdrawn":
        await store.challenges.remove("h", "a")
    with pytest.raises(SeatTaken):
        await store.pairings.begin("h", NEW, BOTH, challenge=True)
    assert await store.games.get("h") is None


async def test_a_rematch_is_there_with_its_players_as_soon_as_the_old_game_says_so(store: Store) -> None:
    await played(store)
    await store.pairings.go_on("g", 3, REMATCHED, "next", NEW)
    assert await store.log.read("g", after=3) == REMATCHED
    assert await store.seats.of_game("next") == {"white": "b", "black": "a"}
    [opened] = await store.log.read("next")
    assert isinstance(opened, Opened)
    assert (opened.white.name, opened.black.name) == ("Bora", "Ada")
    summary = await store.games.get("g")
    assert summary is not None
    assert (summary.version, summary.updated, summary.result) == (4, 9.0, "1-0")


@pytest.mark.parametrize("what", ["begin", "challenge", "rematch", "erase"])
async def test_a_fault_at_any_statement_leaves_everything_as_it_was(
    store: Store, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await {"begin": waiting, "challenge": challenged}.get(what, played)(store)
    before = await everything(store)
    execute = AsyncConnection.execute
    left = 0

    async def fail(connection: AsyncConnection, *arguments: Any, **options: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise StoreError("the power has gone")
        return await execute(connection, *arguments, **options)

    async def attempt() -> None:
        match what:
            case "begin":
                await store.pairings.begin("g", NEW, BOTH, seek=True)
            case "challenge":
                await store.pairings.begin("h", NEW, BOTH, challenge=True)
            case "rematch":
                await store.pairings.go_on("g", 3, REMATCHED, "next", NEW)
            case _:
                await store.erasure.erase("a", 5.0)

    faults = 0
    while True:
        left = faults
        with monkeypatch.context() as patch:
            patch.setattr(AsyncConnection, "execute", fail)
            try:
                await attempt()
            except StoreError:
                faults += 1
            else:
                break
        assert await everything(store) == before
    assert faults >= 5
    assert await everything(store) != before


async def test_of_many_who_accept_at_once_in_two_processes_one_plays(store: Store, place: str) -> None:
    await waiting(store)

    async def accept(store: Store, player: str) -> bool:
        try:
            await store.pairings.begin("g", NEW, {"white": "a", "black": player}, seek=True)
        except SeatTaken:
            return False
        return True

    async with Store(place) as other:
        done = await asyncio.gather(*(accept(each, player) for each in (store, other) for player in "bc" * 4))
    assert done.count(True) == 1
    assert len(await store.log.read("g")) == 1
    assert len(await store.seats.of_game("g")) == 2


async def test_of_two_rematches_at_once_one_exists(store: Store, place: str) -> None:
    await played(store)

    async def go_on(store: Store, following: str) -> bool:
        try:
            await store.pairings.go_on("g", 3, [Rematched(at=9.0, by="black", game=following)], following, NEW)
        except VersionConflict:
            return False
        return True

    async with Store(place) as other:
        ids = [f"n{number}" for number in range(8)]
        done = await asyncio.gather(*(go_on((store, other)[index % 2], each) for index, each in enumerate(ids)))
    assert done.count(True) == 1
    [event] = await store.log.read("g", after=3)
    assert isinstance(event, Rematched)
    assert {game.id for game in await store.games.list()} == {event.game, "g"}


async def test_nobody_plays_with_somebody_who_has_been_deleted(store: Store) -> None:
    await played(store)
    await store.erasure.erase("a", 5.0)
    with pytest.raises(VersionConflict):
        await store.pairings.go_on("g", 3, REMATCHED, "next", NEW)
    with pytest.raises(SeatEmpty):
        await store.pairings.go_on("g", 4, REMATCHED, "next", NEW)
    with pytest.raises(SeatTaken):
        await store.pairings.begin("other", NEW, BOTH)
    assert [game.id for game in await store.games.list()] == ["g"]


async def test_a_game_without_stored_players_goes_on_without(store: Store) -> None:
    """This is the case on the device of one person."""
    await store.log.append("g", 0, NEW)
    await store.pairings.go_on("g", 1, REMATCHED, "next", NEW)
    assert await store.log.read("next") == NEW
    assert await store.seats.of_game("next") == {}


async def test_a_deletion_at_the_same_time_leaves_no_name_behind(store: Store, place: str) -> None:
    """Whichever of the two transactions comes first, the other one waits for it."""
    await played(store)
    async with Store(place) as other:
        for number in range(20):
            name = f"Dilek {number}"
            await store.players.add(Player(f"d{number}", name, 1.0))
            await store.seeks.add(
                Seek(id=f"s{number}", player=f"d{number}", name="", open=True, wish="{}", created=1.0, seen=1.0)
            )
            await store.pairings.begin(f"g{number}", NEW, {"white": f"d{number}", "black": "b"})
            rematched = [Rematched(at=9.0, by="black", game=f"n{number}")]
            results: Sequence[Any] = await asyncio.gather(
                store.pairings.begin(f"s{number}", NEW, {"white": f"d{number}", "black": "c"}, seek=True),
                other.erasure.erase(f"d{number}", 5.0),
                other.pairings.go_on(f"g{number}", 1, rematched, f"n{number}", NEW),
                return_exceptions=True,
            )
            assert isinstance(results[1], Erased)
            assert not [each for each in results if isinstance(each, StoreError)]
            assert name not in str(await everything(store))


async def test_a_deletion_of_a_player_with_many_games(store: Store) -> None:
    await waiting(store)
    for number in range(40):
        await store.pairings.begin(f"g{number}", NEW, BOTH if number % 2 else {"white": "b", "black": "a"})
    assert (await store.erasure.erase("a", 5.0)).games == {f"g{number}": 2 for number in range(40)}
    assert "Ada" not in str(await everything(store))
    assert len(await store.seats.games_of("b")) == 40
    assert {game.updated for game in await store.games.list()} == {1.0}


def by_the_day(games: int = 1) -> list[AnyEvent]:
    return [Opened(at=1.0, settings=Settings(days=3, games=games), white=Seat("person"), black=Seat("person"))]


async def test_nobody_has_more_games_by_the_day_than_allowed(store: Store, place: str) -> None:
    await waiting(store)
    limits = GameLimits(daily=3)
    async with Store(place, limits=limits) as one, Store(place, limits=limits) as other:
        stores = (one, other) * 4
        pairs: Sequence[dict[Any, str]] = [{"white": "a", "black": "b"}, {"white": "b", "black": "a"}] * 4
        begun = [each.pairings.begin(f"g{n}", by_the_day(), pairs[n]) for n, each in enumerate(stores)]
        results = await asyncio.gather(*begun, return_exceptions=True)
    refused = [each for each in results if isinstance(each, DailyGamesEnough)]
    assert ([each for each in results if each], len(refused)) == (refused, 5)
    assert (await store.daily.count("a"), await store.daily.count("b")) == (3, 3)
    await store.pairings.begin("quick", NEW, BOTH)


async def test_who_has_enough_games_by_the_day_is_named_and_a_refused_seek_stays(store: Store) -> None:
    await waiting(store)
    pairings = Pairings(store._database, GameLimits(daily=1))
    await pairings.begin("first", by_the_day(), {"white": "a", "black": "c"})
    with pytest.raises(DailyGamesEnough) as refused:
        await pairings.begin("g", by_the_day(), {"white": "b", "black": "a"}, seek=True)
    assert (refused.value.player, refused.value.color) == ("a", "black")
    assert await store.seeks.get("g")


@pytest.mark.parametrize("games", [1, 2])
async def test_a_rematch_is_one_more_game_by_the_day_but_not_the_next_of_a_match(store: Store, games: int) -> None:
    await waiting(store)
    pairings = Pairings(store._database, GameLimits(daily=1))
    await pairings.begin("g", by_the_day(games), BOTH)
    await store.log.append("g", 1, [ended(2.0)])
    await pairings.begin("other", by_the_day(), {"white": "b", "black": "c"})
    going = pairings.go_on("g", 2, REMATCHED, "next", by_the_day())
    if games == 2:
        await going
        return
    with pytest.raises(DailyGamesEnough) as refused:
        await going
    assert (refused.value.player, refused.value.color) == ("b", "white")
    assert await store.games.get("next") is None
