import msgspec
import pytest

from damaci.play import Table
from damaci.play import events as e
from damaci.play.events import Seat, TakenBack
from damaci.store import Store, Summary
from tests.store.samples import ended, moved, opened

pytestmark = pytest.mark.anyio


async def test_a_summary_tells_a_game_at_a_glance(store: Store) -> None:
    await store.log.append("g", 0, [opened(at=100.0)])
    await store.log.append("g", 1, [moved(1, at=110.5), moved(2, at=120.25)])
    assert await store.games.get("g") == Summary(
        id="g",
        version=3,
        created=100.0,
        updated=120.25,
        ruleset="turkish",
        white=Seat("person", "Ayşe"),
        black=Seat("engine", "Bora", "easy"),
        plies=2,
        result="*",
        reason="",
        speed="",
    )
    assert await store.games.get("h") is None


async def test_it_follows_takebacks_and_the_end(store: Store) -> None:
    await store.log.append("g", 0, [opened(), moved(1), moved(2), moved(3)])
    await store.log.append("g", 4, [TakenBack(ply=1, by="white")])
    taken_back = await store.games.get("g")
    assert taken_back is not None
    assert (taken_back.plies, taken_back.version) == (1, 5)
    await store.log.append("g", 5, [ended(at=9.0)])
    over = await store.games.get("g")
    assert over is not None
    assert (over.result, over.reason, over.updated) == ("1-0", "resignation", 9.0)


async def test_a_refused_append_leaves_it_alone(store: Store) -> None:
    await store.log.append("g", 0, [opened(), moved(1)])
    before = await store.games.get("g")
    with pytest.raises(Exception, match="version 1"):
        await store.log.append("g", 1, [moved(2), ended()])
    assert await store.games.get("g") == before


async def test_the_game_to_go_on_with_is_the_unfinished_one_changed_last(store: Store) -> None:
    assert await store.games.unfinished() is None
    for at, game in enumerate(("old", "new", "over")):
        await store.log.append(game, 0, [opened(at=float(at))])
    await store.log.append("over", 1, [ended(at=50.0)])
    await store.log.append("old", 1, [moved(1, at=20.0)])
    found = await store.games.unfinished()
    assert found is not None
    assert found.id == "old"


async def test_lists_are_filtered_and_paged(store: Store) -> None:
    await store.log.append("a", 0, [opened(at=1.0)])
    await store.log.append("b", 0, [opened(at=2.0, ruleset="world")])
    await store.log.append("c", 0, [opened(at=3.0, black="Can"), ended(at=3.0)])
    assert await ids(store) == ["c", "b", "a"]
    assert await ids(store, finished=True) == ["c"]
    assert await ids(store, finished=False) == ["b", "a"]
    assert await ids(store, ruleset="world") == ["b"]
    assert await ids(store, player="Can") == ["c"]
    assert await ids(store, player="easy", finished=False, ruleset="turkish") == ["a"]
    assert await ids(store, limit=1, offset=1) == ["b"]


async def test_a_level_is_found_whatever_its_style(store: Store) -> None:
    for game, level in {"a": "easy", "b": "easy-bold", "c": "hard-bold"}.items():
        seat = e.Seat("engine", level=level)
        await store.log.append(game, 0, Table.open(e.Settings(), e.Seat("person"), seat, at=1))
    assert {*await ids(store, player="easy")} == {"a", "b"}
    assert await ids(store, player="easy-bold") == ["b"]


async def ids(store: Store, **filters: object) -> list[str]:
    return [summary.id for summary in await store.games.list(**filters)]  # type: ignore[arg-type]


async def test_lists_leave_out_what_nobody_began_and_find_players_by_name(store: Store) -> None:
    names = {
        "a": e.Seat("person", name="Ada Lovelace"),
        "b": e.Seat("person", name="Boris"),
        "c": e.Seat("engine", level="easy"),
    }
    for game, seat in names.items():
        await store.log.append(game, 0, Table.open(e.Settings(), seat, e.Seat("person"), at=1))
    await store.log.append("b", 1, [e.Moved(at=2, ply=1, path=["a3", "a4"])])
    assert [game.id for game in await store.games.list(begun=True)] == ["b"]
    assert [game.id for game in await store.games.list(search="LOVE")] == ["a"]
    assert [game.id for game in await store.games.list(search="_")] == []
    assert [game.id for game in await store.games.list(player="engine")] == ["c"]


@pytest.mark.parametrize(
    "search", ["şahin ışık", "ŞAHİN IŞIK", "Şahin işik", "şahın", "ŞAHIN", "i\u0307şık", "ис", "ΓΟΣ"]
)
async def test_players_are_found_in_small_and_capital_letters_of_any_alphabet(store: Store, search: str) -> None:
    names = [e.Seat("person", name="Şahin Işık"), e.Seat("person", name="ИСКРА Γόγος Λόγος")]
    for game, seat in enumerate(names):
        await store.log.append(f"g{game}", 0, Table.open(e.Settings(), seat, e.Seat("person", name="Ali"), at=1))
    expected = ["g0" if "ş" in search.lower() else "g1"]
    assert [game.id for game in await store.games.list(search=search)] == expected


async def test_a_deleted_game_takes_its_log_along(store: Store) -> None:
    await store.log.append("a", 0, Table.open(e.Settings(), e.Seat("person"), e.Seat("person"), at=1))
    assert await store.games.delete("a")
    assert await store.log.read("a") == []
    assert not await store.games.delete("a")


async def test_running_games_are_those_of_two_people_in_which_somebody_has_moved(store: Store) -> None:
    people = msgspec.structs.replace(opened(), black=Seat("person", "Bora"))
    await store.log.append("old", 0, [people, moved(1, at=10.0)])
    await store.log.append("new", 0, [people, moved(1, at=30.0)])
    await store.log.append("newer", 0, [people, moved(1, at=40.0)])
    await store.log.append("unbegun", 0, [msgspec.structs.replace(people, at=50.0)])
    await store.log.append("engine", 0, [opened(), moved(1, at=50.0)])
    await store.log.append("over", 0, [people, moved(1, at=50.0), ended(at=60.0)])
    assert [game.id for game in await store.games.between_people(20.0, 50)] == ["newer", "new"]
    assert [game.id for game in await store.games.between_people(0.0, 1)] == ["newer"]
    assert {game.id for game in await store.games.some(["over", "old", "none"])} == {"over", "old"}


async def test_when_a_game_ended(store: Store) -> None:
    await store.log.append("g", 0, [opened(), moved(1)])
    assert await store.games.ended_at("g") is None
    await store.log.append("g", 2, [ended(at=7.0)])
    await store.log.append("g", 3, [e.RematchOffered(at=9.0, by="white")])
    assert await store.games.ended_at("g") == 7.0
    assert await store.games.ended_at("nothing") is None
