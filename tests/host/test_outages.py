"""The time that clocks get back when moves could not be accepted, with one process and with several, and a clock that
the tests set."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from damaci.host import Engines, Room, Rooms, pulse
from damaci.host.clock import HostClock
from damaci.host.pulse import AWAY_SECONDS, RETURN_SECONDS
from damaci.play import Refusal
from damaci.play import commands as c
from damaci.play import events as e
from damaci.store import Store, StoreError, log
from damaci.store.heartbeats import Heartbeats
from damaci.stored.heartbeats import Beaten
from tests.host.fakes import FakeEngine, Plug, SlowEngine, eventually
from tests.play.tables import PERSON

pytestmark = pytest.mark.anyio

MOVES = ("a3-a4", "h6-h5", "b3-b4", "g6-g5")
SETTINGS = e.Settings(clock=e.ClockTimes(15))


class Time:
    """The time, which a test sets. Wall clocks of machines may differ from it."""

    at = 1000.0


class Process:
    """One process with its rooms and its clocks."""

    def __init__(self, store: Store, time: Time, *, alone: bool, engine: FakeEngine | None = None) -> None:
        self.wall = 0.0
        """The seconds that its wall clock is ahead."""
        self.slept = 0.0
        """The seconds that its machine was asleep."""
        clock = HostClock(lambda: time.at + self.wall, lambda: time.at - self.slept)
        self.engines = Engines(lambda: engine or FakeEngine(), size=1)
        self.rests = False
        """Whether the process is resting, and admits nobody."""
        self.rooms = Rooms(store, self.engines, alone=alone, clock=clock, resting=lambda: self.rests)

    async def close(self) -> None:
        await self.rooms.close()
        self.engines.close()


Start = Callable[..., Process]


@pytest.fixture
def time(store: Store) -> Time:
    """The time of the test, which is also the time of the store."""
    time = Time()
    store.heartbeats = Heartbeats(store._database, lambda: time.at)
    return time


@pytest.fixture
async def start(store: Store, time: Time) -> AsyncIterator[Start]:
    started: list[Process] = []

    def start(*, alone: bool = False, engine: FakeEngine | None = None) -> Process:
        started.append(Process(store, time, alone=alone, engine=engine))
        return started[-1]

    yield start
    for process in started:
        await process.close()


async def play(room: Room, *, moves: int = 2) -> None:
    for ply, text in list(enumerate(MOVES, 1))[room.table.ply : room.table.ply + moves]:
        color: e.Color = "white" if ply % 2 else "black"
        assert isinstance(await room.submit(c.Move(color=color, ply=ply, move=text)), int)


async def begun(process: Process) -> Room:
    """A game in which each side has moved and White has 15 seconds left."""
    room = await process.rooms.create(SETTINGS, PERSON, PERSON)
    await play(room)
    return room


def white(room: Room) -> float:
    assert room.table.clocks
    return room.table.clocks.left("white", room.now())


def resumed(room: Room) -> list[e.Resumed]:
    return [event for event in room.events if isinstance(event, e.Resumed)]


async def beat(time: Time, seconds: int, *processes: Process) -> None:
    """Lets seconds pass in which these processes are running."""
    for _ in range(seconds):
        time.at += 1
        for process in processes:
            await process.rooms.attend()


@pytest.mark.parametrize("wanted", [False, True])
async def test_only_where_there_are_games_a_time_without_heartbeats_is_told_as_an_outage(
    store: Store, time: Time, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, wanted: bool
) -> None:
    monkeypatch.setattr(pulse, "BEAT_SECONDS", 0.001)
    clock = HostClock(lambda: time.at, lambda: time.at)
    looked = 0

    def look() -> bool:
        nonlocal looked
        looked += 1
        return wanted

    one = pulse.Pulse(store.heartbeats, clock, alone=True, probe=store.log.probe, wanted=look, on_return=lambda: None)
    await one.ascertain()
    await eventually(lambda: looked > 1)
    time.at += 3600
    await one.ascertain()
    await one.close()
    assert ("no move could be accepted here for 3600.0 seconds" in caplog.text) == wanted


@pytest.mark.parametrize("alone", [False, True])
async def test_while_nobody_is_let_in_no_time_runs_out_in_any_game(start: Start, time: Time, alone: bool) -> None:
    one = start(alone=alone)
    rooms = [await begun(one) for _ in range(3)]
    await beat(time, 5, one)
    one.rests = True
    for _ in range(40):
        time.at += 0.5
        for room in rooms:
            await room._look_at_flag()
            await room.give_back()
    one.rests = False
    await one.rooms.attend()
    await eventually(lambda: all(map(resumed, rooms)))
    assert [white(room) for room in rooms] == [10, 10, 10]
    assert [resumed(room) for room in rooms] == [[e.Resumed(at=1025, since=1005, until=1025)]] * 3
    await beat(time, 2, one)
    assert white(rooms[0]) == 8


# ---- the store is away -----------------------------------------------------------------------------------------------


async def test_while_the_store_is_away_nobodys_time_runs(start: Start, store: Store, time: Time) -> None:
    plug = Plug(store)
    one = start()
    other = start()
    room = await begun(one)
    there = await other.rooms.get(room.game)
    await beat(time, 5, one, other)
    plug.out = True
    time.at += 18
    for each in (room, there):
        each.watch_flag()
        with pytest.raises(StoreError):
            await each.submit(c.Move(color="white", ply=3, move="b3-b4"))
    plug.out = False
    await other.rooms.attend()
    await one.rooms.attend()
    await eventually(lambda: resumed(room) and resumed(there))
    assert (white(room), white(there)) == (10, 10)
    assert resumed(room) == resumed(there) == [e.Resumed(at=1023, since=1005, until=1023)]
    await beat(time, 2, one, other)
    await play(room, moves=1)
    assert white(room) == 8


class FullDisk:
    """A disk with space for heartbeats, but not for games."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        for name in ("append_all", "open_game"):
            monkeypatch.setattr(log, name, self._unless_full(getattr(log, name)))

    def _unless_full(self, write: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def written(*arguments: Any) -> Any:
            if self.full:
                raise StoreError("no space left on device")
            return await write(*arguments)

        return written


@pytest.mark.parametrize("alone", [True, False])
async def test_while_the_disk_is_full_nobodys_time_runs(
    start: Start, time: Time, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    disk = FullDisk(monkeypatch)
    process = start(alone=alone)
    room = await begun(process)
    with room.subscribe(held=["white"]):
        await beat(time, 5, process)
        disk.full = True
        with pytest.raises(StoreError):
            await play(room, moves=1)
        for _ in range(18):
            time.at += 1
            with pytest.raises(StoreError):
                await process.rooms.attend()
        disk.full = False
        await play(room, moves=1)
    assert white(room) == 10


async def test_the_wait_for_a_store_that_fails_in_the_end_is_charged_to_nobody(
    start: Start, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = start(alone=False)
    room = await begun(process)

    async def fail_late(*_: Any) -> None:
        await beat(time, 5, process)
        raise StoreError("no answer")

    with room.subscribe(held=["white"]):
        await beat(time, 5, process)
        with monkeypatch.context() as patched:
            patched.setattr(log, "append_all", fail_late)
            with pytest.raises(StoreError):
                await play(room, moves=1)
        await play(room, moves=1)
    assert white(room) == 10


async def test_a_move_that_waits_for_the_end_of_an_outage_comes_after_it(
    start: Start, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = start(alone=False)
    room = await begun(process)
    beat_now = store.heartbeats.beat

    async def beat_late(name: str, at: float) -> Beaten:
        time.at += 2
        return await beat_now(name, at)

    with room.subscribe(held=["white"]):
        await beat(time, 5, process)
        time.at += 10
        monkeypatch.setattr(store.heartbeats, "beat", beat_late)
        await play(room, moves=1)
    assert resumed(room) == [e.Resumed(at=1017, since=1005, until=1015)]
    assert [event.at for event in room.events] == sorted(event.at for event in room.events)


async def test_a_move_right_after_the_outage_finds_the_time_as_it_was(start: Start, store: Store, time: Time) -> None:
    plug = Plug(store)
    process = start(alone=True)
    room = await begun(process)
    await beat(time, 5, process)
    plug.out = True
    time.at += 18
    plug.out = False
    await play(room, moves=1)
    assert white(room) == 10
    assert [type(event) for event in await store.log.read(room.game)][-2:] == [e.Resumed, e.Moved]


async def test_an_outage_of_a_moment_in_the_last_seconds_is_given_back(start: Start, store: Store, time: Time) -> None:
    plug = Plug(store)
    process = start(alone=True)
    room = await begun(process)
    await beat(time, 14, process)
    plug.out = True
    time.at += 1.5
    with room.subscribe(held=["white"]), pytest.raises(StoreError):
        await room.submit(c.Move(color="white", ply=3, move="b3-b4"))
    plug.out = False
    with room.subscribe(held=["white"]):
        await play(room, moves=1)
    assert white(room) == 1


async def test_time_that_ran_out_before_the_outage_has_run_out(start: Start, time: Time) -> None:
    process = start(alone=True)
    room = await begun(process)
    await beat(time, 16, process)
    await process.close()
    time.at += 17
    room = await start(alone=True).rooms.get(room.game)
    assert isinstance(await room.submit(c.Move(color="white", ply=3, move="b3-b4")), Refusal)
    assert room.table.ended
    assert room.table.ended.reason == "time"


# ---- processes end ---------------------------------------------------------------------------------------------------


async def test_what_was_thought_before_a_process_was_killed_is_charged(start: Start, time: Time) -> None:
    process = start(alone=True)
    room = await begun(process)
    await beat(time, 10, process)
    await process.close()
    time.at += 17
    again = await start(alone=True).rooms.get(room.game)
    assert white(again) == 5
    assert resumed(again) == [e.Resumed(at=1027, since=1010, until=1027)]


async def test_a_game_of_one_process_waits_until_it_is_opened_again(start: Start, time: Time) -> None:
    process = start(alone=True)
    room = await begun(process)
    await beat(time, 10, process)
    await process.close()
    time.at += 17
    process = start(alone=True)
    await process.rooms.create(SETTINGS, PERSON, PERSON)
    await beat(time, 100, process)
    again = await process.rooms.get(room.game)
    assert white(again) == 5
    assert len(resumed(again)) == 1


async def test_when_all_processes_were_away_it_is_given_back_by_any_and_once(start: Start, time: Time) -> None:
    processes = [start(), start()]
    room = await begun(processes[0])
    await beat(time, 10, *processes)
    for process in processes:
        await process.close()
    time.at += 17
    one = start()
    other = start()
    await one.rooms.attend()
    time.at += 1
    await other.rooms.attend()
    there = await other.rooms.get(room.game)
    here = await one.rooms.get(room.game)
    assert (white(here), white(there)) == (4, 4)
    assert resumed(here) == resumed(there) == [e.Resumed(at=1028, since=1010, until=1027)]


async def test_a_process_that_starts_beside_others_gives_nothing_back(start: Start, time: Time) -> None:
    one = start()
    room = await begun(one)
    await beat(time, 10, one)
    there = await start().rooms.get(room.game)
    assert white(there) == 5
    assert not resumed(there)


async def test_players_of_a_process_that_was_killed_have_time_to_connect_to_another(start: Start, time: Time) -> None:
    lost = start()
    other = start()
    room = await begun(lost)
    there = await other.rooms.get(room.game)
    await beat(time, 12, lost, other)
    await lost.close()
    await beat(time, 6, other)  # White's time would be over
    there.watch_flag()
    await there.submit(c.Tick())
    assert there.table.ended is None
    with there.subscribe(held=["white"]):
        time.at += 2
        await play(there, moves=1)
    assert white(there) == 15 - 12 - 2
    assert resumed(there) == [e.Resumed(at=1020, since=1012, until=1018)]


async def test_a_player_who_does_not_come_back_loses_in_the_end(start: Start, time: Time) -> None:
    lost = start()
    other = start()
    room = await begun(lost)
    there = await other.rooms.get(room.game)
    await beat(time, 12, lost, other)
    await lost.close()
    await beat(time, int(AWAY_SECONDS + RETURN_SECONDS) + 16, other)
    await there.submit(c.Tick())
    assert there.table.ended
    assert there.table.ended.reason == "time"


async def test_the_death_of_another_process_gives_nothing_to_those_who_are_connected(start: Start, time: Time) -> None:
    lost = start()
    other = start()
    room = await begun(other)
    await beat(time, 5, lost, other)
    with room.subscribe(held=["white"]):
        await lost.close()
        await beat(time, 8, other)
        await play(room, moves=1)
    assert white(room) == 2
    assert not resumed(room)


async def test_a_process_that_stood_still_gives_its_players_the_time_back(start: Start, time: Time) -> None:
    still = start()
    other = start()
    room = await begun(still)
    there = await other.rooms.get(room.game)
    await beat(time, 5, still, other)
    with room.subscribe(held=["white"]):
        await beat(time, 17, other)
        await there.submit(c.Tick())
        assert there.table.ended is None
        await still.rooms.attend()
        await eventually(lambda: resumed(room))
    assert white(room) == 10
    await there.catch_up()
    assert there.events == room.events


async def test_the_computer_gets_its_time_back_too(start: Start, store: Store, time: Time) -> None:
    plug = Plug(store)
    engine = SlowEngine()
    process = start(alone=True, engine=engine)
    room = await process.rooms.create(e.Settings(clock=e.ClockTimes(15)), PERSON, e.Seat("engine", level="easy"))
    await play(room, moves=1)
    await eventually(engine.thinking.is_set)
    engine.done.set()
    await eventually(lambda: room.table.ply == 2)
    await play_any(room)
    await eventually(engine.thinking.is_set)
    await beat(time, 5, process)
    plug.out = True
    time.at += 18
    plug.out = False
    await process.rooms.attend()
    await eventually(lambda: resumed(room))
    assert room.table.clocks
    assert room.table.clocks.left("black", room.now()) == 10
    assert room.table.ended is None
    engine.done.set()


async def play_any(room: Room) -> None:
    move = str(room.table.game.legal_moves[0])
    await room.submit(c.Move(color=room.table.turn, ply=room.table.ply + 1, move=move))


# ---- wrong clocks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("jump", [3600.0, 10.0, 1.0, -1.0, -3600.0])
async def test_a_wall_clock_that_jumps_takes_no_time_and_gives_none(
    start: Start, time: Time, jump: float, alone: bool
) -> None:
    process = start(alone=alone)
    room = await begun(process)
    await beat(time, 5, process)
    process.wall = jump
    await beat(time, 5, process)
    await eventually(lambda: jump < AWAY_SECONDS or not alone or resumed(room))
    assert white(room) == pytest.approx(5, abs=1.1 if jump > AWAY_SECONDS else 0.01)
    await play(room, moves=2)
    assert [event.at for event in room.events] == sorted(event.at for event in room.events)


async def test_after_a_restart_with_a_clock_set_back_time_goes_on_where_it_was(start: Start, time: Time) -> None:
    process = start(alone=True)
    room = await begun(process)
    await beat(time, 5, process)
    await process.close()
    time.at -= 500
    process = start(alone=True)
    again = await process.rooms.get(room.game)
    await beat(time, 2, process)
    assert white(again) == 8
    await play(again, moves=1)
    assert [event.at for event in again.events] == sorted(event.at for event in again.events)


async def test_a_machine_that_slept_was_away(start: Start, time: Time) -> None:
    process = start(alone=True)
    room = await begun(process)
    await beat(time, 5, process)
    time.at += 600
    process.slept = 600
    await beat(time, 1, process)
    await eventually(lambda: resumed(room))
    assert white(room) == pytest.approx(10, abs=1.1)
    assert room.now() == time.at


async def test_the_clocks_of_several_processes_are_one(start: Start, store: Store, time: Time) -> None:
    one = start()
    room = await begun(one)
    await beat(time, 3, one)
    other = start()
    other.wall = 3600
    there = await other.rooms.get(room.game)
    assert other.rooms.now() == pytest.approx(one.rooms.now(), abs=0.5)
    await play(there, moves=1)
    await room.catch_up()
    await play(room, moves=1)
    assert white(room) == pytest.approx(12, abs=0.5)
    log = await store.log.read(room.game)
    assert [event.at for event in log] == sorted(event.at for event in log)


async def test_a_machine_that_slept_beside_others_is_put_right_by_them(start: Start, time: Time) -> None:
    one = start()
    other = start()
    room = await begun(one)
    await beat(time, 3, one, other)
    await beat(time, 60, one)
    other.slept = 60
    await other.rooms.attend()
    assert other.rooms.now() == pytest.approx(one.rooms.now(), abs=1.1)
    assert room.game


# ---- games by the day ------------------------------------------------------------------------------------------------

DAYS = e.Settings(days=1)


async def loaded(process: Process, game: str) -> Room:
    """The game, loaded again as after days in which nobody has opened it."""
    process.rooms.put_away(game)
    return await process.rooms.get(game)


async def test_by_the_day_the_time_runs_while_nobody_has_the_game_open(start: Start, time: Time) -> None:
    process = start(alone=True)
    game = (await process.rooms.create(DAYS, PERSON, PERSON)).game
    await process.rooms.count_days(wanted=True)
    await beat(time, 100, process)
    room = await loaded(process, game)
    assert (white(room), resumed(room)) == (86_300, [])


async def test_by_the_day_only_the_outage_is_given_back_long_after_it(start: Start, time: Time) -> None:
    """This includes a game that was open in no process when the outage ended."""
    before = start(alone=True)
    game = (await before.rooms.create(DAYS, PERSON, PERSON)).game
    await before.rooms.count_days(wanted=True)
    await beat(time, 10, before)
    await before.close()
    time.at += 50_000
    after = start(alone=True)
    await after.rooms.count_days(wanted=True)
    await beat(time, 20, after)
    room = await loaded(after, game)
    assert white(room) == pytest.approx(86_400 - 30, abs=2)
    [given] = resumed(room)
    assert given.until - given.since == pytest.approx(50_000, abs=2)
    assert (await loaded(after, game)).events == room.events


async def test_a_game_by_the_day_can_be_unloaded_although_its_clock_runs(start: Start) -> None:
    process = start()
    room = await process.rooms.create(DAYS, PERSON, PERSON)
    assert process.rooms._live.loaded[0].idle
    await process.rooms.get(room.game)
