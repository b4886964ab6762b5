import asyncio
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from damaci.host import Engines, Room, RoomClosed, Rooms, UnknownGame, pulse
from damaci.host.clock import HostClock
from damaci.play import Table
from damaci.play import commands as c
from damaci.play import events as e
from damaci.store import Store
from damaci.store.heartbeats import Heartbeats
from damaci.stored.errors import StoreError
from tests.host.fakes import FakeEngine, SlowEngine, eventually
from tests.play.tables import ENGINE, PERSON

pytestmark = pytest.mark.anyio

FIRST = c.Move(color="white", ply=1, move="a3-a4")
SECOND = c.Move(color="black", ply=2, move="h6-h5")
Open = Callable[..., Rooms]


@pytest.fixture
async def start(store: Store) -> AsyncIterator[Open]:
    """Starts a host on the same store, like another process; all hosts are closed at the end."""
    started: list[tuple[Rooms, Engines]] = []

    def start(engine: FakeEngine | None = None, **options: object) -> Rooms:
        engines = Engines(lambda: engine or FakeEngine(), size=1)
        started.append((Rooms(store, engines, **options), engines))  # type: ignore[arg-type]
        return started[-1][0]

    yield start
    for rooms, engines in started:
        await rooms.close()
        engines.close()


async def test_a_new_game_has_a_short_name_and_a_seed(start: Open) -> None:
    rooms = start()
    created = [await rooms.create(e.Settings(), PERSON, PERSON) for _ in range(3)]
    assert all(re.fullmatch("[A-Za-z2-9]{10}", room.game) for room in created)
    assert len({room.game for room in created}) == 3
    assert len({room.table.settings.seed for room in created} - {0}) == 3
    assert (await rooms.create(e.Settings(seed=7), PERSON, PERSON)).table.settings.seed == 7


async def test_settings_that_make_no_game_are_refused_and_leave_nothing(start: Open, store: Store) -> None:
    with pytest.raises(ValueError, match="column"):
        await start().create(e.Settings(fen="nonsense"), PERSON, PERSON)
    assert await store.games.list() == []


async def test_a_level_that_there_is_not_is_refused(start: Open, store: Store) -> None:
    with pytest.raises(ValueError, match="grandmaster"):
        await start().create(e.Settings(), PERSON, e.Seat("engine", level="grandmaster"))
    assert await store.games.list() == []


async def test_everybody_gets_the_same_room(start: Open) -> None:
    game = (await start().create(e.Settings(), PERSON, PERSON)).game
    rooms = start()
    found = await asyncio.gather(*(rooms.get(game) for _ in range(5)))
    assert all(room is found[0] for room in found)


async def test_an_unknown_game_is_an_error_until_it_is_there(start: Open, store: Store) -> None:
    rooms = start()
    with pytest.raises(UnknownGame, match="later"):
        await rooms.get("later")
    await store.log.append("later", 0, Table.open(e.Settings(), PERSON, PERSON, at=0))
    assert (await rooms.get("later")).game == "later"


async def test_the_game_to_go_on_with(start: Open) -> None:
    rooms = start()
    assert await rooms.unfinished() is None
    first = await rooms.create(e.Settings(), PERSON, PERSON)
    second = await rooms.create(e.Settings(), PERSON, PERSON)
    await first.submit(FIRST)
    assert await rooms.unfinished() is first
    await first.submit(c.Resign(color="white"))
    assert await rooms.unfinished() is second


async def test_after_a_restart_a_game_goes_on_where_it_was(start: Open) -> None:
    rooms = start()
    room = await rooms.create(e.Settings(), PERSON, PERSON)
    await room.submit(FIRST)
    await rooms.close()
    again = await start().unfinished()
    assert again is not None
    assert again.events == room.events
    assert await again.submit(SECOND) == 3


async def test_after_a_restart_the_engine_moves_by_itself(start: Open) -> None:
    slow = SlowEngine()
    rooms = start(slow)
    room = await rooms.create(e.Settings(), PERSON, ENGINE)
    await room.submit(FIRST)
    await eventually(slow.thinking.is_set)
    await rooms.close()
    assert room.table.ply == 1
    again = await start().get(room.game)
    await eventually(lambda: again.table.ply == 2)


async def test_time_in_which_nothing_ran_is_charged_to_nobody(start: Open, store: Store) -> None:
    time = 1000.0
    rooms = start(clock=HostClock(lambda: time, lambda: time))
    room = await rooms.create(e.Settings(clock=e.ClockTimes(60)), PERSON, PERSON)
    await room.submit(FIRST)
    await room.submit(SECOND)
    await rooms.close()
    time += 86400
    again = await start(clock=HostClock(lambda: time, lambda: time)).get(room.game)
    assert again.table.clocks is not None
    assert again.table.clocks.left("white", time) == 60
    assert again.events[-1] == e.Resumed(at=time, since=1000, until=time)
    assert again.events == await store.log.read(room.game)


async def test_one_host_of_several_lets_the_time_run(start: Open, store: Store) -> None:
    time = 1000.0
    store.heartbeats = Heartbeats(store._database, lambda: time)
    rooms = start(clock=HostClock(lambda: time, lambda: time), alone=False)
    room = await rooms.create(e.Settings(clock=e.ClockTimes(60)), PERSON, PERSON)
    await room.submit(FIRST)
    await room.submit(SECOND)
    await rooms.close()
    other = start(clock=HostClock(lambda: time, lambda: time), alone=False)
    for _ in range(50):
        await other.attend()
        time += 2
    again = await start(clock=HostClock(lambda: time, lambda: time), alone=False).get(room.game)
    await eventually(lambda: again.table.ended)
    # Its players had time to reconnect here from the process that was closed.
    assert again.events[-2:] == [
        e.Resumed(at=time, since=1000, until=1000 + pulse.AWAY_SECONDS + pulse.RETURN_SECONDS),
        e.Ended(at=time, result="0-1", reason="time"),
    ]


# ---- unloading -------------------------------------------------------------------------------------------------------


async def closed(room: Room) -> None:
    await eventually(lambda: room.closed)


async def test_a_game_nobody_follows_is_let_go_and_can_be_had_again(start: Open) -> None:
    rooms = start(idle_seconds=0.02)
    room = await rooms.create(e.Settings(), PERSON, PERSON)
    with room.subscribe():
        await room.submit(FIRST)
        await asyncio.sleep(0.1)
        assert not room.closed
    await closed(room)
    with pytest.raises(RoomClosed):
        await room.submit(SECOND)
    again = await rooms.get(room.game)
    assert again is not room
    assert again.events == room.events


async def test_the_engine_is_not_let_go_before_it_has_answered(start: Open) -> None:
    slow = SlowEngine()
    rooms = start(slow, idle_seconds=0.02)
    room = await rooms.create(e.Settings(), PERSON, ENGINE)
    with room.subscribe():
        await room.submit(FIRST)
    await eventually(slow.thinking.is_set)
    await asyncio.sleep(0.1)
    assert not room.closed
    slow.done.set()
    await closed(room)
    assert room.table.ply == 2


async def test_a_game_is_kept_while_time_runs(start: Open) -> None:
    rooms = start(idle_seconds=0.02)
    room = await rooms.create(e.Settings(clock=e.ClockTimes(0.2)), PERSON, PERSON)
    with room.subscribe():
        await room.submit(FIRST)
        await room.submit(SECOND)
    await closed(room)
    assert isinstance(room.events[-1], e.Ended)


async def test_closing_lets_everything_go(start: Open, tmp_path: Path) -> None:
    rooms = start(SlowEngine())
    created = [await rooms.create(e.Settings(), seat, PERSON) for seat in (PERSON, ENGINE)]
    await rooms.close()
    assert all(room.closed for room in created)


async def test_a_deleted_game_is_gone(start: Open, store: Store) -> None:
    rooms = start()
    room = await rooms.create(e.Settings(), PERSON, ENGINE)
    await rooms.delete(room.game)
    assert room.closed
    assert await store.log.read(room.game) == []
    for again in (rooms.get, rooms.delete):
        with pytest.raises(UnknownGame):
            await again(room.game)


async def test_a_rematch_goes_on_in_a_new_game_with_sides_swapped(start: Open) -> None:
    told: list[tuple[str, str, str]] = []

    async def note(game: str, following: str, table: Table) -> None:
        told.append((game, following, table.seats["white"].name))

    rooms = start(on_rematch=note)
    room = await rooms.create(e.Settings(clock=e.ClockTimes(60)), e.Seat("person", "Ayşe"), e.Seat("person", "Ivan"))
    await room.submit(c.Resign(color="white"))
    await asyncio.gather(*(room.submit(c.OfferRematch(color="white")) for _ in range(2)))
    assert room.table.rematch.by == "white"
    await asyncio.gather(*(room.submit(c.OfferRematch(color="black")) for _ in range(3)))
    following = await rooms.get(room.table.next_game)
    assert told == [(room.game, following.game, "Ivan")]
    assert (following.table.seats["white"].name, following.table.seats["black"].name) == ("Ivan", "Ayşe")
    assert following.table.settings.clock == e.ClockTimes(60)
    assert following.table.settings.seed != room.table.settings.seed


async def test_an_engine_goes_on_thinking_when_something_is_said(start: Open) -> None:
    engine = SlowEngine()
    room = await start(engine).create(e.Settings(), PERSON, ENGINE)
    await room.submit(FIRST)
    await eventually(engine.thinking.is_set)
    await room.submit(c.Say(color="white", phrase="good-luck"))
    await asyncio.sleep(0.05)
    assert engine.stops == 0


async def test_a_refresh_passes_over_a_game_that_is_put_away_meanwhile(
    start: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = start()
    both = [await rooms.create(e.Settings(), PERSON, PERSON) for _ in range(2)]

    async def put_both_away() -> None:
        for each in both:
            rooms.put_away(each.game)

    for room in both:
        monkeypatch.setattr(room, "catch_up", put_both_away)
    await rooms.refresh({room.game: 2 for room in both})
    assert rooms.open_games == 0


class Following:
    """A bus that keeps a list of the subscribed games."""

    up = True
    shared = True

    def __init__(self) -> None:
        self.games: list[str] = []

    def publish(self, game: str, version: int) -> None:
        pass

    def subscribe(self, game: str, on_notice: object) -> None:
        self.games.append(game)

    def unsubscribe(self, game: str) -> None:
        self.games.remove(game)


class Paused:
    """Replaces the reading of the log: the first read pauses after it has read, and then raises `error` if there is
    one."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> None:
        self.reached = asyncio.Event()
        self.go_on = asyncio.Event()
        self._read = store.log.read
        self._error = error
        monkeypatch.setattr(store.log, "read", self)

    async def __call__(self, game: str, after: int = 0) -> list[e.AnyEvent]:
        found = await self._read(game, after)
        if not self.reached.is_set():
            self.reached.set()
            await self.go_on.wait()
            if self._error:
                raise self._error
        return found


async def test_a_game_that_is_put_away_while_it_is_read_has_one_room(
    start: Open, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = (await start().create(e.Settings(), PERSON, PERSON)).game
    bus = Following()
    rooms = start(alone=False, bus=bus)
    paused = Paused(store, monkeypatch)
    first = asyncio.create_task(rooms.get(game))
    await paused.reached.wait()
    rooms.put_away(game)
    second = await rooms.get(game)
    paused.go_on.set()
    old = await first
    await eventually(lambda: old.closed)
    assert not second.closed
    assert bus.games == [game]
    assert await rooms.get(game) is second


async def test_a_game_that_cannot_be_read_does_not_take_the_room_away_that_was_read_since(
    start: Open, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = (await start().create(e.Settings(), PERSON, PERSON)).game
    rooms = start()
    paused = Paused(store, monkeypatch, StoreError("the store has gone"))
    first = asyncio.create_task(rooms.get(game))
    await paused.reached.wait()
    rooms.put_away(game)
    second = await rooms.get(game)
    paused.go_on.set()
    with pytest.raises(StoreError):
        await first
    assert await rooms.get(game) is second


async def test_a_game_that_cannot_be_opened_is_not_followed(
    start: Open, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = e.ClockTimes(60, 0)
    game = (await start().create(e.Settings(clock=clock), PERSON, PERSON)).game
    bus = Following()
    rooms = start(alone=False, bus=bus)

    async def fail() -> None:
        raise StoreError("the store has gone")

    monkeypatch.setattr(store.heartbeats, "read", fail)
    with pytest.raises(StoreError):
        await rooms.get(game)
    assert bus.games == []


async def test_a_game_that_is_asked_for_while_it_is_deleted_stays_in_no_room(start: Open, store: Store) -> None:
    rooms = start()
    room = await rooms.create(e.Settings(), PERSON, PERSON)

    async def remove(game: str) -> bool:
        await rooms.get(game)
        return await store.games.delete(game)

    await rooms.delete(room.game, remove)
    assert not rooms.is_open(room.game)
