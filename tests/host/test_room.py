import asyncio
import time
from collections.abc import Callable, Sequence

import msgspec
import pytest

from damaci.game.game import Game
from damaci.host import Forked, Room, RoomClosed
from damaci.play import Refusal, Table
from damaci.play import commands as c
from damaci.play import events as e
from damaci.play.refusal import TableCode
from damaci.store import Store, StoreError
from tests.host.fakes import UnreliableLog
from tests.play.tables import PERSON, state
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

FIRST = c.Move(color="white", ply=1, move="a3-a4", id="first")
SECOND = c.Move(color="black", ply=2, move="h6-h5", id="second")


@pytest.fixture
async def log(store: Store) -> UnreliableLog:
    return UnreliableLog(store.log)


@pytest.fixture
async def room(log: UnreliableLog) -> Room:
    return await open_room(log)


async def open_room(
    log: UnreliableLog,
    settings: e.Settings | None = None,
    now: Callable[[], float] = time.time,
    patience: float = 0.0,
) -> Room:
    events = Table.open(settings or e.Settings(), PERSON, PERSON, at=0)
    await log.append("g", 0, events)
    return Room("g", events, log, now, patience=patience)


async def heard(room: Room, after: int = 1) -> Sequence[e.AnyEvent]:
    """The events that a new subscriber receives at once."""
    with room.subscribe(after) as news:
        return (await asyncio.wait_for(anext(news), PATIENCE))[1]


async def test_a_command_is_done_at_a_version(room: Room, log: UnreliableLog) -> None:
    assert await room.submit(FIRST) == 2
    assert await room.submit(SECOND) == 3
    assert await log.read("g") == room.events
    assert state(Table.fold(room.events)) == state(room.table)


async def test_a_refusal_changes_nothing(room: Room, log: UnreliableLog) -> None:
    refusal = await room.submit(SECOND)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "wrong-ply"
    assert len(await log.read("g")) == 1


async def test_a_command_sent_again_is_done_already(room: Room) -> None:
    await room.submit(FIRST)
    assert await room.submit(FIRST) == 2


async def test_a_consent_is_asked_for_moves_that_the_table_accepts(room: Room, log: UnreliableLog) -> None:
    asked: list[int] = []

    async def refuse(after: Game) -> Refusal:
        asked.append(after.ply)
        return Refusal(TableCode.YOUR_RATED_GAME, "")

    for wrong in (SECOND, msgspec.structs.replace(FIRST, move="a3-a5"), msgspec.structs.replace(FIRST, color="black")):
        assert await room.submit(wrong, consent=refuse) != Refusal(TableCode.YOUR_RATED_GAME, "")
    assert not asked
    assert await room.submit(FIRST, consent=refuse) == Refusal(TableCode.YOUR_RATED_GAME, "")
    assert len(await log.read("g")) == 1
    await room.submit(FIRST)
    assert await room.submit(FIRST, consent=refuse) == 2
    assert asked == [1]


async def test_a_consent_is_asked_again_when_another_process_has_written(log: UnreliableLog) -> None:
    room = await open_room(log)
    asked: list[int] = []

    async def look(after: Game) -> None:
        asked.append(after.ply)
        if len(asked) == 1:
            await log.append("g", 1, [e.DrawOffered(at=1, by="white")])

    assert await room.submit(FIRST, consent=look) == 3
    assert asked == [1, 1]


async def test_nobody_hears_of_what_is_not_stored(room: Room, log: UnreliableLog) -> None:
    log.gate.clear()
    with room.subscribe() as news:
        submitting = asyncio.create_task(room.submit(FIRST))
        listening = asyncio.create_task(anext(news))
        await asyncio.sleep(0.02)
        assert not listening.done()
        assert room.table.ply == 0
        log.gate.set()
        assert await submitting == 2
        version, [event] = await listening
        assert (version, type(event)) == (2, e.Moved)


async def test_of_many_at_once_one_moves(room: Room) -> None:
    moves = [c.Move(color="white", ply=1, move="a3-a4", id=str(number)) for number in range(10)]
    answers = await asyncio.gather(*map(room.submit, moves))
    assert answers[0] == 2
    assert [isinstance(answer, Refusal) for answer in answers[1:]] == [True] * 9
    assert room.table.ply == 1


async def test_two_processes_on_one_game_play_one_game(room: Room, log: UnreliableLog) -> None:
    elsewhere = Room("g", await log.read("g"), log)
    await elsewhere.submit(FIRST)
    with room.subscribe() as news:
        assert await room.submit(FIRST) == 2
        assert (await anext(news))[1] == elsewhere.events[1:]
    await room.submit(SECOND)
    refusal = await elsewhere.submit(c.Move(color="black", ply=2, move="g6-g5"))
    assert isinstance(refusal, Refusal)
    assert elsewhere.events == room.events == await log.read("g")


async def test_giving_up_waiting_does_not_undo_a_move(room: Room, log: UnreliableLog) -> None:
    log.gate.clear()
    submitting = asyncio.create_task(room.submit(FIRST))
    await asyncio.sleep(0.01)
    submitting.cancel()
    log.gate.set()
    assert [type(event) for event in await heard(room)] == [e.Moved]


async def test_what_cannot_be_stored_has_not_happened(room: Room, log: UnreliableLog) -> None:
    log.failures = 1
    with pytest.raises(StoreError):
        await room.submit(FIRST)
    assert room.table.ply == 0
    assert await room.submit(FIRST) == 2


async def test_stored_in_spite_of_an_error_it_happened_once(room: Room, log: UnreliableLog) -> None:
    log.failures = 1
    log.written = True
    with pytest.raises(StoreError):
        await room.submit(FIRST)
    assert await room.submit(FIRST) == 2
    assert room.events == await log.read("g")
    assert room.table.ply == 1


async def test_a_log_that_has_lost_events_is_an_error_not_an_endless_loop(store: Store, log: UnreliableLog) -> None:
    await store.log.append("g", 0, Table.open(e.Settings(), PERSON, PERSON, at=0))
    room = Room("g", [*await store.log.read("g"), e.Moved(ply=1, path=["a3", "a4"])], log)
    with pytest.raises(StoreError, match="shorter"):
        await room.submit(SECOND)


# ---- subscriptions ---------------------------------------------------------------------------------------------------


async def test_a_follower_misses_nothing_from_its_version_on(room: Room) -> None:
    await room.submit(FIRST)
    await room.submit(SECOND)
    assert await heard(room, after=0) == room.events
    assert await heard(room, after=2) == room.events[2:]


async def test_a_slow_follower_hears_of_several_events_at_once(room: Room) -> None:
    with room.subscribe() as slow:
        await room.submit(FIRST)
        await room.submit(SECOND)
        version, events = await anext(slow)
        assert (version, events) == (3, room.events[1:])
        assert version == room.table.version


async def test_a_follower_from_the_future_waits_for_news(room: Room) -> None:
    with room.subscribe(after=99) as news:
        await room.submit(FIRST)
        assert (await anext(news))[0] == 2


async def test_who_can_take_events_at_once_is_not_yielded_them(room: Room) -> None:
    taken: list[int] = []
    able = True

    def at_once(after: int) -> bool:
        taken.append(after)
        return able

    with room.subscribe(at_once=at_once) as news:
        following = asyncio.ensure_future(anext(news))
        await asyncio.sleep(0)
        await room.submit(FIRST)
        await room.submit(SECOND)
        able = False
        await room.submit(c.Move(color="white", ply=3, move="b3-b4"))
        version, events = await asyncio.wait_for(following, PATIENCE)
    assert taken == [1, 2, 3]
    assert (version, list(events)) == (4, room.events[3:])


async def test_who_has_not_yet_taken_earlier_events_is_offered_no_later_ones(room: Room) -> None:
    offered: list[int] = []
    with room.subscribe(at_once=lambda after: bool(offered.append(after))) as news:
        await room.submit(FIRST)
        await room.submit(SECOND)
        version, events = await anext(news)
    assert offered == []
    assert (version, len(events)) == (3, 2)


async def test_closing_ends_the_following_after_the_last_event(room: Room) -> None:
    with room.subscribe() as news:
        await room.submit(FIRST)
        await room.close()
        assert [version async for version, _ in news] == [2]
    assert not room.subscriptions
    with pytest.raises(RoomClosed):
        await room.submit(SECOND)


async def test_closing_wakes_who_waits(room: Room) -> None:
    async def follow() -> list[int]:
        with room.subscribe() as news:
            return [version async for version, _ in news]

    following = asyncio.create_task(follow())
    await asyncio.sleep(0)
    await room.close()
    assert await asyncio.wait_for(following, PATIENCE) == []


# ---- the flag --------------------------------------------------------------------------------------------------------

SHORT = e.Settings(clock=e.ClockTimes(0.05))


async def test_the_flag_falls_by_itself(log: UnreliableLog) -> None:
    room = await open_room(log, SHORT)
    await room.submit(FIRST)
    await room.submit(SECOND)
    ended = (await heard(room, after=3))[-1]
    assert isinstance(ended, e.Ended)
    assert (ended.result, ended.reason) == ("0-1", "time")


async def test_a_move_after_the_time_is_refused_and_the_game_over(log: UnreliableLog) -> None:
    room = await open_room(log, SHORT)
    await room.submit(FIRST)
    await room.submit(SECOND)
    later = room.now() + 60
    room.now = lambda: later
    refusal = await room.submit(c.Move(color="white", ply=3, move="c3-c4"))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "game-over"
    assert room.table.ended is not None
    assert room.table.ended.reason == "time"
    await room.close()


async def test_a_flag_that_cannot_be_stored_is_tried_again(log: UnreliableLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.host.room.RETRY_SECONDS", 0.01)
    room = await open_room(log, e.Settings(clock=e.ClockTimes(60)))
    await room.submit(FIRST)
    await room.submit(SECOND)
    log.failures = 2
    later = room.now() + 60
    room.now = lambda: later
    room.watch_flag()
    assert isinstance((await heard(room, after=3))[-1], e.Ended)
    assert log.failures == 0


async def test_a_closed_room_watches_no_flag(log: UnreliableLog) -> None:
    room = await open_room(log, e.Settings(clock=e.ClockTimes(60)))
    await room.submit(FIRST)
    await room.submit(SECOND)
    later = room.now() + 60
    room.now = lambda: later
    room.watch_flag()
    await room.close()
    await asyncio.sleep(0.05)
    assert len(await log.read("g")) == 3


class Watch:
    """The time of day, which a test sets."""

    at = 100.0


async def at_ply_two(log: UnreliableLog, patience: float = 0.0) -> tuple[Room, Watch]:
    """A room in which each side has moved once and has its full minute; White's clock is running."""
    watch = Watch()
    room = await open_room(log, e.Settings(clock=e.ClockTimes(60)), lambda: watch.at, patience)
    await room.submit(FIRST)
    await room.submit(SECOND)
    return room, watch


async def test_what_a_move_was_under_way_is_charged_to_nobody(log: UnreliableLog) -> None:
    room, watch = await at_ply_two(log)
    watch.at = 110.0
    assert await room.submit(c.Move(color="white", ply=3, move="b3-b4"), under_way=0.5) == 4
    assert room.table.clocks
    assert room.table.clocks.left("white", watch.at) == 50.5
    assert await room.submit(c.Say(color="white", phrase="hello"), under_way=1000.0) == 5
    assert [event.at for event in room.events] == sorted(event.at for event in room.events)
    await room.close()


async def test_a_move_that_was_under_way_when_the_time_ran_out_counts(log: UnreliableLog) -> None:
    room, watch = await at_ply_two(log, patience=0.5)
    watch.at = 160.3
    assert await room.submit(c.Move(color="white", ply=3, move="b3-b4"), under_way=0.4) == 4
    assert room.table.ended is None
    await room.close()


async def test_the_flag_waits_for_moves_that_are_under_way(log: UnreliableLog) -> None:
    room = await open_room(log, SHORT, patience=0.3)
    await room.submit(FIRST)
    await room.submit(SECOND)
    ended = (await heard(room, after=3))[-1]
    assert isinstance(ended, e.Ended)
    assert ended.at - room.events[2].at >= 0.35
    await room.close()


async def test_nobody_cuts_short_the_time_of_a_move_that_is_under_way(log: UnreliableLog) -> None:
    room, watch = await at_ply_two(log, patience=0.5)
    watch.at = 160.3
    assert isinstance(await room.submit(c.DeclineDraw(color="black")), Refusal)
    assert room.table.ended is None
    assert await room.submit(c.Move(color="white", ply=3, move="b3-b4"), under_way=0.4) == 4
    await room.close()


async def test_while_a_move_waits_for_the_store_no_time_is_charged(log: UnreliableLog) -> None:
    room, watch = await at_ply_two(log)
    log.gate.clear()
    saying = asyncio.create_task(room.submit(c.Say(color="black", phrase="hello")))
    await asyncio.sleep(0)
    watch.at = 105.0
    moving = asyncio.create_task(room.submit(c.Move(color="white", ply=3, move="b3-b4")))
    await asyncio.sleep(0)
    watch.at = 112.0
    log.gate.set()
    await asyncio.gather(saying, moving)
    assert room.table.clocks
    assert room.table.clocks.left("white", watch.at) == 55
    assert [event.at for event in room.events] == sorted(event.at for event in room.events)
    await room.close()


async def answered_after(log: UnreliableLog, room: Room, watch: Watch, stored: float, thought: float) -> float:
    """What Black has left of its minute after an answer to a move that took so many seconds to be stored."""
    log.gate.clear()
    moving = asyncio.create_task(room.submit(c.Move(color="white", ply=3, move="b3-b4")))
    await asyncio.sleep(0)
    watch.at += stored
    log.gate.set()
    await moving
    watch.at += thought
    await room.submit(c.Say(color="white", phrase="hello"))
    await room.submit(c.Move(color="black", ply=4, move="g6-g5"))
    assert room.table.clocks
    return room.table.clocks.left("black", watch.at)


@pytest.mark.parametrize(
    ("there", "stored", "left"),
    [("black", 2, 55), ("black", 10, 48), ("white", 2, 53)],
    ids=["heard late", "heard later than the limit", "not there"],
)
async def test_who_hears_late_of_a_move_is_not_charged_for_it(
    log: UnreliableLog, there: e.Color, stored: float, left: float
) -> None:
    room, watch = await at_ply_two(log)
    with room.subscribe(held=[there]):
        assert await answered_after(log, room, watch, stored, thought=5) == left
    await room.close()


async def test_nobody_cuts_short_the_time_of_who_has_heard_late(log: UnreliableLog) -> None:
    room, watch = await at_ply_two(log)
    with room.subscribe(held=["black"]):
        assert await answered_after(log, room, watch, stored=2, thought=59) == 1
    assert room.table.ended is None
    await room.close()


@pytest.mark.parametrize("phrases", [1, 2])
async def test_what_is_said_meanwhile_costs_a_move_that_is_under_way_no_time(log: UnreliableLog, phrases: int) -> None:
    room, watch = await at_ply_two(log, patience=0.5)
    watch.at = 160.2
    for _ in range(phrases):
        await room.submit(c.Say(color="black", phrase="hello"))
    watch.at = 160.3
    assert await room.submit(c.Move(color="white", ply=3, move="b3-b4"), under_way=0.4) == 4 + phrases
    assert room.table.clocks
    assert room.table.clocks.left("white", watch.at) == pytest.approx(0.1)
    await room.close()


async def test_a_room_whose_table_is_elsewhere_decides_nothing(log: UnreliableLog) -> None:
    asked: list[c.AnyCommand] = []

    async def ask(command: c.AnyCommand, under_way: float) -> int:
        asked.append(command)
        return 2

    events = Table.open(e.Settings(), PERSON, PERSON, at=0)
    await log.append("g", 0, events)
    room = Room("g", events, log, elsewhere=ask)
    assert await room.submit(FIRST) == 2
    assert asked == [FIRST]
    assert room.events == await log.read("g") == events


async def test_what_was_decided_elsewhere_is_stored_once_and_told(room: Room, log: UnreliableLog) -> None:
    moved = e.Moved(ply=1, path=["a3", "a4"], id="first", at=1.0)
    with room.subscribe() as news:
        await room.record(2, [moved], Table.fold)
        await room.record(2, [room.events[0], moved], Table.fold)
        assert await asyncio.wait_for(anext(news), PATIENCE) == (2, [moved])
    assert await log.read("g") == room.events == [room.events[0], moved]
    assert room.table.ply == 1


async def test_what_contradicts_the_game_is_not_recorded(room: Room, log: UnreliableLog) -> None:
    with pytest.raises(Forked):
        await room.record(1, [e.Moved(ply=1, path=["a3", "a4"], id="x", at=1.0)], Table.fold)
    with pytest.raises(Forked):
        await room.record(3, [e.Moved(ply=1, path=["a3", "a4"], id="x", at=1.0)], Table.fold)
    assert len(await log.read("g")) == len(room.events) == 1
