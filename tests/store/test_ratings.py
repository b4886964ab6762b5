"""Ratings: each rated game is counted once, as a whole or not at all, and the stored ratings can be computed from the
log."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import update

from damaci.play.events import AnyEvent, ClockTimes, Ended, Opened, Seat, Settings
from damaci.rating import Rating
from damaci.rating.standing import DAY, Standing, rate
from damaci.store import Store, ratings
from damaci.store.audit import Act
from damaci.store.players import Player
from damaci.store.ratings import RatingKey
from damaci.store.schema import GAMES, RATING_CHANGES, RATINGS
from tests.store.samples import moved

pytestmark = pytest.mark.anyio

BLITZ = Settings(clock=ClockTimes(180, 2), rated=True)
ADA = RatingKey("a", "turkish", "blitz")
BORA = RatingKey("b", "turkish", "blitz")

ACT = Act(at=99.0, who="operator", what="ratings", on="", detail="", why="")


async def come(store: Store) -> None:
    for player, name in (("a", "Ada"), ("b", "Bora"), ("c", "Can")):
        await store.players.add(Player(player, name, 1.0, account=name.lower(), passphrase="x"))


def log(result: Any, at: float, settings: Settings, plies: int) -> list[AnyEvent]:
    opened = Opened(at=1.0, settings=settings, white=Seat("person"), black=Seat("person"))
    moves = [moved(ply, at=2.0) for ply in range(1, plies + 1)]
    return [opened, *moves, Ended(at=at, result=result, reason="resignation")]


async def play(
    store: Store,
    game: str,
    result: str = "1-0",
    *,
    at: float = 10.0,
    settings: Settings = BLITZ,
    plies: int = 2,
    players: Sequence[str] = ("a", "b"),
) -> None:
    """Stores a game that has ended and has not been counted."""
    first, *rest = log(result, at, settings, plies)
    seats: dict[Any, str] = dict(zip(("white", "black"), players, strict=True))
    await store.pairings.begin(game, [first], seats)
    await store.log.append(game, 1, rest)


async def test_a_game_changes_both_ratings(store: Store) -> None:
    await come(store)
    await play(store, "g1", "1-0")
    assert await store.ratings.count() == ["g1"]
    white, black = rate(Rating(), Rating(), 1)
    assert await store.ratings.of_players(["a", "b"]) == {
        ADA: Standing(white.after, 1, 10.0),
        BORA: Standing(black.after, 1, 10.0),
    }
    changes = await store.ratings.of_game("g1")
    assert (changes["white"].change, changes["black"].change) == (white, black)
    assert changes["white"].change.points == -changes["black"].change.points > 0


async def test_a_game_is_counted_once(store: Store) -> None:
    await come(store)
    await play(store, "g1")
    assert await store.ratings.count() == ["g1"]
    before = await store.ratings.of_players(["a", "b"])
    assert await store.ratings.count() == []
    assert await store.ratings.of_players(["a", "b"]) == before


async def test_several_processes_count_each_game_once(place: str) -> None:
    async with Store(place) as one, Store(place) as other:
        await come(one)
        for number in range(12):
            await play(one, f"g{number:02}", ("1-0", "0-1", "1/2-1/2")[number % 3], at=10.0 + number)
        counted = await asyncio.gather(*(each.ratings.count(3) for each in (one, other) * 4))
        assert sorted(game for games in counted for game in games) == [f"g{number:02}" for number in range(12)]
        assert (await one.ratings.of_players(["a"]))[ADA].games == 12
        assert (await one.recount.check()).differences == 0


async def test_games_are_counted_in_the_order_in_which_they_ended(store: Store) -> None:
    await come(store)
    for game, at in (("gb", 30.0), ("ga", 10.0), ("gc", 20.0)):
        await play(store, game, at=at)
    await store.ratings.count()
    history = await store.ratings.history("a", "turkish", "blitz", 10)
    assert [(each.game, each.number) for each in history] == [("ga", 1), ("gc", 2), ("gb", 3)]
    assert [each.change.before.rating for each in history[1:]] == [each.change.after.rating for each in history[:-1]]
    assert [each.game for each in await store.ratings.history("a", "turkish", "blitz", 2)] == ["gc", "gb"]


@pytest.mark.parametrize(
    ("settings", "plies"),
    [
        (Settings(clock=ClockTimes(180, 2)), 40),
        (Settings(rated=True), 40),
        (BLITZ, 0),
        (BLITZ, 1),
    ],
    ids=["casual", "without a clock", "before a move", "before black has moved"],
)
async def test_what_counts_nothing(store: Store, settings: Settings, plies: int) -> None:
    await come(store)
    await play(store, "g1", settings=settings, plies=plies)
    await store.ratings.count()
    assert await store.ratings.uncounted() == []
    assert await store.ratings.of_players(["a", "b"]) == {}
    assert (await store.recount.check()).differences == 0


async def test_a_running_game_waits(store: Store) -> None:
    await come(store)
    first, *rest = log("1-0", 10.0, BLITZ, 2)
    await store.pairings.begin("g1", [first], {"white": "a", "black": "b"})
    assert await store.ratings.uncounted() == []
    await store.log.append("g1", 1, rest)
    assert await store.ratings.uncounted() == ["g1"]


async def test_whoever_is_killed_while_counting_has_counted_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await come(store)
    await play(store, "g1")

    def killed(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(ratings, "rating_row", killed)
        with pytest.raises(RuntimeError):
            await store.ratings.count()
    assert await store.ratings.of_game("g1") == await store.ratings.of_players(["a", "b"]) == {}
    assert await store.ratings.count() == ["g1"]
    assert (await store.ratings.of_players(["a"]))[ADA].games == 1


async def test_speeds_and_rulesets_have_ratings_of_their_own(store: Store) -> None:
    await come(store)
    await play(store, "g1")
    await play(store, "g2", settings=Settings(clock=ClockTimes(600, 5), rated=True))
    await play(store, "g3", settings=Settings(ruleset="armenian", clock=ClockTimes(180, 2), rated=True))
    await store.ratings.count()
    found = await store.ratings.of_players(["a"])
    assert {(key.ruleset, key.speed): standing.games for key, standing in found.items()} == {
        ("turkish", "blitz"): 1,
        ("turkish", "rapid"): 1,
        ("armenian", "blitz"): 1,
    }


async def test_ratings_grow_less_sure_between_games(store: Store) -> None:
    await come(store)
    for number in range(30):
        await play(store, f"g{number:02}", ("1-0", "0-1")[number % 2], at=10.0 + number)
    await play(store, "late", at=10.0 + 365 * DAY)
    await store.ratings.count()
    *_, before, last = await store.ratings.history("a", "turkish", "blitz", 50)
    assert last.change.before.deviation > before.change.after.deviation + 20
    assert last.change.before.rating == before.change.after.rating


async def test_a_rating_as_it_was_at_a_moment(store: Store) -> None:
    await come(store)
    for number in range(3):
        await play(store, f"g{number}", at=10.0 * (number + 1))
    await store.ratings.count()
    history = await store.ratings.history("a", "turkish", "blitz", 10)
    assert [await store.ratings.at(ADA, at) for at in (9.0, 10.0, 29.0)] == [
        None,
        Standing(history[0].change.after, 1, 10.0),
        Standing(history[1].change.after, 2, 20.0),
    ]
    assert await store.ratings.at(ADA, 99.0) == (await store.ratings.of_players(["a"]))[ADA]
    assert [await store.ratings.games_before(ADA, each.number) for each in history] == [0, 1, 2]


async def test_the_best_are_those_whose_rating_is_sure(store: Store) -> None:
    await come(store)
    for number in range(40):
        await play(store, f"g{number:02}", ("1-0", "0-1")[number % 2], at=10.0 + number)
    await play(store, "unsure", players=("c", "b"), at=60.0)
    await store.ratings.count()
    best = await store.ratings.best("turkish", "blitz", at=100.0, deviation=75.0, limit=10)
    assert {each.name for each in best} == {"Ada", "Bora"}
    assert [each.standing.rating.rating for each in best] == sorted(
        (each.standing.rating.rating for each in best), reverse=True
    )
    assert await store.ratings.best("turkish", "blitz", at=2000 * DAY, deviation=75.0, limit=10) == []


async def test_a_deleted_player_leaves_only_figures(store: Store) -> None:
    await come(store)
    for number in range(6):
        await play(store, f"g{number}", ("1-0", "0-1")[number % 2], at=10.0 + number)
    await store.ratings.count()
    before = (await store.ratings.of_players(["b"]))[BORA]
    await store.erasure.erase("a", 50.0)
    assert await store.ratings.of_players(["a", "b"]) == {BORA: before}
    assert (await store.ratings.of_game("g1"))["white"].player is None
    assert (await store.recount.check()).differences == 0


async def test_a_game_of_a_deleted_player_counts_nothing(store: Store) -> None:
    await come(store)
    await play(store, "g1")
    await store.erasure.erase("a", 50.0)
    await store.ratings.count()
    assert await store.ratings.uncounted() == []
    assert await store.ratings.of_players(["b"]) == {}


async def test_the_log_proves_ratings_right_or_wrong(store: Store) -> None:
    await come(store)
    for number in range(8):
        await play(store, f"g{number}", ("1-0", "0-1", "1/2-1/2")[number % 3], at=10.0 + number)
    await store.ratings.count()
    found = await store.recount.check()
    assert (found.games, found.differences) == (8, 0)
    right = await store.ratings.of_players(["a", "b"])
    async with store._database.writing() as connection:
        await connection.execute(update(RATINGS).where(RATINGS.c.player == "a").values(rating=2000.0))
        spoilt = (RATING_CHANGES.c.game == "g3") & (RATING_CHANGES.c.color == "black")
        await connection.execute(update(RATING_CHANGES).where(spoilt).values(rating=1.0))
    found = await store.recount.check()
    assert found.differences == 2
    assert "game g3, black" in found.named[0]
    assert "player a" in found.named[1]
    assert await store.recount.repair(found, ACT)
    assert (await store.recount.check()).differences == 0
    assert await store.ratings.of_players(["a", "b"]) == right


async def test_a_game_that_was_left_out_is_found(store: Store) -> None:
    await come(store)
    await play(store, "g1")
    async with store._database.writing() as connection:
        await connection.execute(update(GAMES).values(counted=True))
    found = await store.recount.check()
    assert found.named == ["game g1 was counted as nothing, but by its log counts"]


async def test_nothing_is_repaired_if_somebody_counts_meanwhile(store: Store) -> None:
    await come(store)
    await play(store, "g1")
    await store.ratings.count()
    found = await store.recount.check()
    await play(store, "g2", at=20.0)
    await store.ratings.count()
    assert not await store.recount.repair(found, ACT)
    assert (await store.recount.check()).differences == 0
