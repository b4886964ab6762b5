"""Several hosts with one store, like several processes: a game may be played on any of them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence

import pytest
from sqlalchemy import insert

from damaci.host import Engines, Room, Rooms, engine_seat, peers, room
from damaci.host.bus import MemoryBus
from damaci.play import commands as c
from damaci.play import events as e
from damaci.play.refusal import Refusal
from damaci.store import Store, StoreError
from damaci.store.players import Player
from damaci.store.schema import EVENTS
from tests.host.fakes import FakeEngine, SlowEngine, eventually
from tests.play.tables import ENGINE, PERSON
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

FIRST = c.Move(color="white", ply=1, move="a3-a4", id="one")
SECOND = c.Move(color="black", ply=2, move="h6-h5")
Start = Callable[..., Rooms]


@pytest.fixture
def buses() -> list[MemoryBus]:
    return []


@pytest.fixture
async def start(store: Store, buses: list[MemoryBus]) -> AsyncIterator[Start]:
    started: list[tuple[Rooms, Engines]] = []

    def start(engine: FakeEngine | None = None, *, up: bool = True, **options: object) -> Rooms:
        bus = MemoryBus(buses)
        bus.up = up
        engines = Engines(lambda: engine or FakeEngine(), size=1)
        started.append((Rooms(store, engines, alone=False, bus=bus, **options), engines))  # type: ignore[arg-type]
        return started[-1][0]

    yield start
    for rooms, engines in started:
        await rooms.close()
        engines.close()


async def both(start: Start, *, up: bool = True) -> tuple[Room, Room]:
    one = await start(up=up).create(e.Settings(), PERSON, PERSON)
    return one, await start(up=up).get(one.game)


async def test_who_follows_elsewhere_hears_a_move_at_once(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "LOOK_SECONDS", 1000)
    monkeypatch.setattr(peers, "SELDOM_SECONDS", 1000)
    one, other = await both(start)
    with other.subscribe() as news:
        await one.submit(FIRST)
        async with asyncio.timeout(PATIENCE):
            _, [event] = await anext(news)
    assert isinstance(event, e.Moved)
    assert other.events == one.events


async def test_a_bus_that_goes_down_is_noticed_at_once(
    start: Start, buses: list[MemoryBus], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(peers, "SELDOM_SECONDS", 1000)
    one, other = await both(start)
    await asyncio.sleep(0.05)  # both are waiting for notices
    for bus in buses:
        bus.up = False
    await one.submit(FIRST)
    await eventually(lambda: other.events == one.events)


async def test_a_game_can_be_played_on_both_unheard(start: Start) -> None:
    one, other = await both(start, up=False)
    assert await one.submit(FIRST) == 2
    assert await other.submit(SECOND) == 3
    assert await one.submit(c.Move(color="white", ply=3, move="b3-b4")) == 4
    assert other.events == one.events[:3]


async def test_a_move_that_came_to_another_process_before_is_done_already(start: Start, store: Store) -> None:
    one, other = await both(start, up=False)
    await one.submit(FIRST)
    assert await other.submit(FIRST) == 2
    assert len(await store.log.read(one.game)) == 2


async def test_refused_commands_of_one_side_read_the_log_once_in_a_while(
    start: Start, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await both(start, up=False)
    reads: list[str] = []
    read = store.log.read

    async def counted(game: str, after: int = 0) -> Sequence[e.AnyEvent]:
        reads.append(game)
        return await read(game, after)

    monkeypatch.setattr(store.log, "read", counted)
    monkeypatch.setattr(room, "DOUBT_SECONDS", 1000)
    for _ in range(5):
        await other.submit(c.DeclineDraw(color="white"))
    assert len(reads) == 1
    await one.submit(FIRST)
    assert await other.submit(SECOND) == 3, "the other side is still read up to date"
    assert len(reads) == 2


async def test_of_two_moves_at_the_same_time_one_wins(start: Start, store: Store) -> None:
    one, other = await both(start, up=False)
    answers = await asyncio.gather(
        one.submit(FIRST), other.submit(c.Move(color="white", ply=1, move="b3-b4", id="two"))
    )
    assert sorted(isinstance(answer, int) for answer in answers) == [False, True]
    assert len(await store.log.read(one.game)) == 2


async def test_who_has_missed_a_move_ends_no_game_on_time(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "LOOK_SECONDS", PATIENCE)
    one = await start(up=False).create(e.Settings(clock=e.ClockTimes(10)), PERSON, PERSON)
    await one.submit(FIRST)
    await one.submit(SECOND)
    other = await start(up=False).get(one.game)
    assert one.table.clocks
    since = one.table.clocks.since
    monkeypatch.setattr(one, "now", lambda: since + 9)
    monkeypatch.setattr(other, "now", lambda: since + 12)
    await one.submit(c.Move(color="white", ply=3, move="b3-b4", id="two"))
    assert other.table.version == one.table.version - 1
    await other.submit(c.Tick())
    assert other.events == one.events
    assert other.table.ended is None


async def test_without_notices_one_looks_by_oneself(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "LOOK_SECONDS", 0.02)
    one, other = await both(start, up=False)
    await one.submit(FIRST)
    await eventually(lambda: other.events == one.events)


async def test_a_lost_notice_is_found_out_now_and_then(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "SELDOM_SECONDS", 0.02)
    one = await start(up=False).create(e.Settings(), PERSON, PERSON)
    other = await start(up=True).get(one.game)
    await one.submit(FIRST)
    await eventually(lambda: other.events == one.events)


async def test_who_comes_back_sees_what_was_played_elsewhere(start: Start) -> None:
    one_host = start(up=False)
    other_host = start(up=False)
    one = await one_host.create(e.Settings(), PERSON, PERSON)
    await other_host.get(one.game)
    await one.submit(FIRST)
    assert (await other_host.get(one.game)).events == one.events


async def test_a_rematch_asked_for_on_both_is_one_game(start: Start) -> None:
    one, other = await both(start, up=False)
    await one.submit(c.Resign(color="white"))
    await one.submit(c.OfferRematch(color="white"))
    await other.submit(c.OfferRematch(color="black"))
    await one.catch_up()
    assert one.table.next_game == other.table.next_game != ""


@pytest.mark.parametrize("stale", [False, True])
async def test_both_ask_for_a_rematch_at_once_and_get_one(start: Start, store: Store, stale: bool) -> None:
    """However often the players ask, and on whichever process, one rematch is created, and both go on to it."""
    one, other = await both(start, up=False)
    await one.submit(c.Resign(color="white"))
    if not stale:
        await other.catch_up()
        await one.submit(c.OfferRematch(color="white"))
    asked = [each.submit(c.OfferRematch(color=color)) for each in (one, other) for color in ("white", "black") * 3]
    answers = await asyncio.gather(*asked)
    assert not [each for each in answers if isinstance(each, Refusal)]
    for each in (one, other):
        await each.catch_up()
    assert one.table.next_game == other.table.next_game != ""
    assert {game.id for game in await store.games.list()} == {one.game, one.table.next_game}


async def test_a_name_that_is_deleted_goes_from_every_open_room(start: Start, store: Store) -> None:
    await store.players.add(Player("a", "Ada", 1.0))
    await store.players.add(Player("b", "Bora", 1.0))
    opened = e.Opened(at=1.0, settings=e.Settings(), white=PERSON, black=PERSON)
    await store.pairings.begin("g", [opened], {"white": "a", "black": "b"})
    hosts = start(), start()
    one, other = [await host.get("g") for host in hosts]
    with other.subscribe() as news:
        await hosts[0].refresh((await store.erasure.erase("a", 5.0)).games)
        async with asyncio.timeout(PATIENCE):
            assert await anext(news) == (2, [e.Forgotten(at=5.0, by="white")])
    for each in (one, other):
        assert "Ada" not in str(each.events)
        assert each.table.seats["white"].name == ""
        assert each.events == await store.log.read("g")


async def test_a_room_that_cannot_be_refreshed_is_put_away(
    start: Start, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = start()
    room = await host.create(e.Settings(), PERSON, PERSON)

    async def fail(game: str, after: int = 0) -> Sequence[e.AnyEvent]:
        raise StoreError("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(store.log, "read", fail)
        await host.refresh({room.game: 2})
    await eventually(lambda: room.closed)
    assert await host.get(room.game) is not room


async def test_the_flag_falls_once(start: Start, store: Store) -> None:
    one_host = start()
    other_host = start()
    one = await one_host.create(e.Settings(clock=e.ClockTimes(0.1)), PERSON, PERSON)
    other = await other_host.get(one.game)
    await one.submit(FIRST)
    await one.submit(SECOND)
    await eventually(lambda: one.table.ended and other.table.ended)
    assert [type(event) for event in await store.log.read(one.game)] == [e.Opened, e.Moved, e.Moved, e.Ended]


# ---- the engine's seat -----------------------------------------------------------------------------------------------


async def test_the_engine_answers_where_the_move_was_made(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_seat, "TAKE_OVER_SECONDS", 1000)
    engines = FakeEngine(), FakeEngine()
    one_host, other_host = (start(engine) for engine in engines)
    one = await one_host.create(e.Settings(), PERSON, ENGINE)
    other = await other_host.get(one.game)
    await other.submit(FIRST)
    await eventually(lambda: one.table.ply == 2)
    assert (engines[0].asked, len(engines[1].asked)) == ([], 1)


async def test_another_takes_over_when_the_engines_process_has_died(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_seat, "TAKE_OVER_SECONDS", 0.05)
    stuck = SlowEngine()
    one = await start(stuck).create(e.Settings(), PERSON, ENGINE)
    other = await start().get(one.game)
    await one.submit(FIRST)
    await eventually(lambda: other.table.ply == 2)
    await eventually(lambda: stuck.stops)  # it has noticed that the other process was quicker


async def test_a_game_that_cannot_be_read_holds_up_no_other(
    start: Start, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "LOOK_SECONDS", 0.01)
    one = start(up=False)
    other = start(up=False)
    games = [await one.create(e.Settings(), PERSON, PERSON) for _ in range(2)]
    _, plain = [await other.get(each.game) for each in games]
    async with store._database.writing() as connection:
        newer = {"game": games[0].game, "version": 2, "event": '{"event": "of-a-newer-version"}'}
        await connection.execute(insert(EVENTS).values(newer))
    await games[1].submit(FIRST)
    await eventually(lambda: plain.table.ply == 1)


async def test_a_game_that_cannot_be_followed_holds_up_no_other(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "LOOK_SECONDS", 0.01)
    one = start(up=False)
    other = start(up=False)
    games = [await one.create(e.Settings(), PERSON, PERSON) for _ in range(2)]
    strange, plain = [await other.get(each.game) for each in games]

    def fail(event: e.AnyEvent) -> None:
        raise RuntimeError("a newer version has written this")

    monkeypatch.setattr(strange.table, "replay", fail)
    for each in games:
        await each.submit(FIRST)
    await eventually(lambda: plain.table.ply == 1)
    await games[1].submit(SECOND)
    await eventually(lambda: plain.table.ply == 2)
