import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import pytest

from damaci.engine.analysis import Score
from damaci.host import Engines, Room, engine_seat
from damaci.host.attendance import ALWAYS, Attendance, Attending
from damaci.host.engine_pool import LONGEST_THOUGHT
from damaci.host.engine_seat import EngineSeat
from damaci.host.fair_queue import Asker
from damaci.play import Table
from damaci.play import commands as c
from damaci.play import events as e
from damaci.store import Store
from tests.host.fakes import FakeEngine, SlowEngine, UnreliableLog, eventually
from tests.play.tables import ENGINE, PERSON
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

FIRST = c.Move(color="white", ply=1, move="a3-a4")

Sit = Callable[..., "asyncio.Future[Room]"]


@pytest.fixture
async def sit(store: Store) -> AsyncIterator[Sit]:
    """Creates games with an engine's seat; the seats and engines are closed at the end."""
    seats: list[EngineSeat] = []
    pools: list[Engines] = []

    async def sit(
        engine: FakeEngine,
        white: e.Seat = PERSON,
        black: e.Seat = ENGINE,
        settings: e.Settings | None = None,
        pause: float = 0.0,
        attending: Attending = ALWAYS,
        longest: float = LONGEST_THOUGHT,
    ) -> Room:
        events = Table.open(settings or e.Settings(seed=3), white, black, at=0)
        await store.log.append("g", 0, events)
        room = Room("g", events, UnreliableLog(store.log))
        pools.append(Engines(lambda: engine, size=1, longest=longest))
        seats.append(EngineSeat(room, pools[-1], lambda: pause, attending))
        return room

    yield sit
    for seat, pool in zip(seats, pools, strict=True):
        await seat.close()
        pool.close()


async def until(room: Room, condition: Callable[[], object]) -> None:
    """Follows a room's events until a condition is true."""
    with room.subscribe() as news:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await anext(news)


async def thinking(engine: SlowEngine) -> None:
    assert await asyncio.to_thread(engine.thinking.wait, PATIENCE)


async def test_the_engine_answers_a_move_at_its_level_with_the_games_seed(sit: Sit) -> None:
    engine = FakeEngine()
    room = await sit(engine)
    await room.submit(FIRST)
    await until(room, lambda: room.table.ply == 2)
    await room.submit(c.Move(color="white", ply=3, move="c3-c4"))
    await until(room, lambda: room.table.ply == 4)
    assert engine.asked == [("easy", 3, LONGEST_THOUGHT)] * 2


async def test_with_a_clock_it_may_think_for_a_share_of_its_time_only(sit: Sit) -> None:
    engine = FakeEngine()
    room = await sit(engine, settings=e.Settings(clock=e.ClockTimes(60, 2)))
    await room.submit(FIRST)
    await until(room, lambda: room.table.ply == 2)
    assert engine.asked[0][2] == 3.5


async def test_it_begins_when_it_is_its_turn(sit: Sit) -> None:
    room = await sit(FakeEngine(), white=ENGINE, black=PERSON)
    await until(room, lambda: room.table.ply == 1)


async def test_two_engines_play_a_game_to_its_end(sit: Sit) -> None:
    room = await sit(FakeEngine(), white=ENGINE, settings=e.Settings(seed=3, fen="W:Wa2,b3,c2:Bf7,g6,h7"))
    await until(room, lambda: room.table.ended)


async def test_others_are_served_while_it_thinks(sit: Sit) -> None:
    engine = SlowEngine()
    room = await sit(engine)
    await room.submit(FIRST)
    await thinking(engine)
    assert isinstance(await room.submit(c.Resign(color="white")), int)


async def test_a_takeback_stops_it_and_its_old_thought_is_not_played(sit: Sit) -> None:
    engine = SlowEngine()
    room = await sit(engine)
    await room.submit(FIRST)
    await thinking(engine)
    await room.submit(c.OfferTakeback(color="white"))
    assert await asyncio.to_thread(engine.done.wait, PATIENCE)
    assert engine.stops
    await room.submit(c.Move(color="white", ply=1, move="c3-c4"))
    await thinking(engine)
    engine.done.set()
    await until(room, lambda: room.table.ply == 2)
    assert room.table.game.texts[0] == "c3-c4"
    assert [event.ply for event in room.events if isinstance(event, e.Moved)] == [1, 1, 2]


async def test_the_end_stops_it(sit: Sit) -> None:
    engine = SlowEngine()
    room = await sit(engine)
    await room.submit(FIRST)
    await thinking(engine)
    await room.submit(c.Resign(color="white"))
    assert await asyncio.to_thread(engine.done.wait, PATIENCE)
    assert isinstance(room.events[-1], e.Ended)


async def test_getting_up_stops_it_even_before_it_has_begun(store: Store) -> None:
    engine = SlowEngine()
    events = Table.open(e.Settings(), ENGINE, PERSON, at=0)
    await store.log.append("g", 0, events)
    room = Room("g", events, store.log)
    engines = Engines(lambda: engine, size=1)
    for waiting in (0, 0.01):
        seat = EngineSeat(room, engines)
        await asyncio.sleep(waiting)
        await asyncio.wait_for(seat.close(), PATIENCE)
        assert not seat.busy
    engines.close()
    assert room.table.ply == 0


# ---- draws -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "turn", "accepted"),
    [
        (Score(cp=-50), "black", True),
        (Score(cp=-49), "black", False),
        (Score(draw=True), "white", True),
        (Score(cp=50), "white", True),
        (Score(cp=-50), "white", False),
        (Score(win=5), "black", False),
        (Score(loss=5), "black", True),
    ],
)
async def test_in_the_opening_it_takes_a_draw_when_it_is_worse(
    sit: Sit, score: Score, turn: e.Color, accepted: bool
) -> None:
    assert await takes_draw(sit, score, turn) == accepted


@pytest.mark.parametrize(("score", "accepted"), [(Score(cp=0), True), (Score(cp=1), False)])
async def test_later_it_takes_a_draw_when_it_is_not_better(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, score: Score, accepted: bool
) -> None:
    monkeypatch.setattr(engine_seat, "EVEN_FROM_PLY", 2)
    assert await takes_draw(sit, score, "black") == accepted


async def takes_draw(sit: Sit, score: Score, turn: e.Color) -> bool:
    """Whether the engine, Black, accepts White's offer of a draw after one move each, when it is the turn of `turn`."""
    start = "W:Wa2,b3,c2:Bf7,g6,h7" if turn == "white" else "B:Wa2,b3,c2:Bf7,g6,h7"
    engine = SlowEngine() if turn == "black" else FakeEngine()
    engine.score = score
    room = await sit(engine, settings=e.Settings(fen=start))
    for text in ("a2-a3", "f7-f6") if turn == "white" else ():
        await room.submit(c.Move(color=room.table.turn, ply=room.table.ply + 1, move=text))
    if isinstance(engine, SlowEngine):
        await play_until_two_plies(room, engine)
    before = len(room.events)
    await room.submit(c.OfferDraw(color="white"))
    await until(room, lambda: len(room.events) > before + 1)
    answer = room.events[before + 1]
    accepted = isinstance(answer, e.Ended)
    assert accepted or answer == e.DrawDeclined(at=answer.at, by="black")
    return accepted


async def play_until_two_plies(room: Room, engine: SlowEngine) -> None:
    """Waits for the engine's first move, plays one, and stops the engine at its next move."""
    await thinking(engine)
    engine.done.set()
    await until(room, lambda: room.table.ply == 1)
    await room.submit(c.Move(color="white", ply=2, move=str(room.table.game.legal_moves[0])))
    await thinking(engine)


async def test_after_declining_it_goes_on_thinking(sit: Sit) -> None:
    engine = SlowEngine()
    engine.score = Score(cp=300)
    room = await sit(engine, settings=e.Settings(fen="B:Wa2,b3,c2:Bf7,g6,h7"))
    await play_until_two_plies(room, engine)
    await room.submit(c.OfferDraw(color="white"))
    await until(room, lambda: isinstance(room.events[-1], e.DrawDeclined))
    await thinking(engine)
    engine.done.set()
    await until(room, lambda: room.table.ply == 3)


# ---- failures --------------------------------------------------------------------------------------------------------


async def test_an_engine_that_fails_once_is_asked_again(sit: Sit, caplog: pytest.LogCaptureFixture) -> None:
    room = await sit(FakeEngine(failures=1))
    await room.submit(FIRST)
    await until(room, lambda: room.table.ply == 2)
    assert "the engine failed" in caplog.text


async def test_an_engine_that_fails_leaves_the_game_playable(sit: Sit, caplog: pytest.LogCaptureFixture) -> None:
    engine = FakeEngine(failures=2)
    room = await sit(engine)
    await room.submit(FIRST)
    await eventually(lambda: not engine.failures)
    await room.submit(c.OfferTakeback(color="white"))
    await room.submit(FIRST)
    await until(room, lambda: room.table.ply == 2)
    assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 2


async def test_a_move_that_cannot_be_stored_is_said_again(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.host.engine_seat.RETRY_SECONDS", 0.01)
    engine = SlowEngine()
    room = await sit(engine)
    await room.submit(FIRST)
    await thinking(engine)
    assert isinstance(room._log, UnreliableLog)
    room._log.failures = 2
    room._log.written = True
    engine.done.set()
    await until(room, lambda: room.table.ply == 2)
    assert room.events == await room._log.read("g")


async def test_an_illegal_move_is_not_played(
    sit: Sit, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = FakeEngine()
    monkeypatch.setattr(engine, "play", lambda subject, how, seed, seconds: "a1-h8")
    room = await sit(engine)
    await room.submit(FIRST)
    await eventually(lambda: "was refused" in caplog.text)
    assert room.table.ply == 1


# ---- politeness ------------------------------------------------------------------------------------------------------

RESIGNS = e.Seat("engine", level="easy", resigns=True)
FAR_BEHIND = e.Settings(fen="B:Wa3,b3,c3,d3:Bh7")


@pytest.mark.parametrize(
    ("black", "score", "settings", "resigns"),
    [
        (RESIGNS, Score(cp=-600), FAR_BEHIND, True),
        (RESIGNS, Score(loss=9), FAR_BEHIND, True),
        (RESIGNS, Score(cp=-400), FAR_BEHIND, False),
        (ENGINE, Score(cp=-600), FAR_BEHIND, False),
        (RESIGNS, Score(cp=-600), e.Settings(fen="B:Wa3,b3:Bh7,g7"), False),
    ],
)
async def test_it_gives_up_a_hopeless_game_if_it_may(
    sit: Sit, black: e.Seat, score: Score, settings: e.Settings, resigns: bool
) -> None:
    room = await sit(FakeEngine(score), black=black, settings=settings)
    await until(room, lambda: room.table.ended or room.table.ply)
    assert (room.table.ended is not None) == resigns


async def test_it_takes_a_moment_before_it_moves(sit: Sit) -> None:
    room = await sit(FakeEngine(), pause=0.2)
    began = asyncio.get_running_loop().time()
    await room.submit(FIRST)
    await until(room, lambda: room.table.ply == 2)
    assert asyncio.get_running_loop().time() - began > 0.19


async def test_with_a_clock_the_moment_is_no_longer_than_it_may_think(sit: Sit) -> None:
    room = await sit(FakeEngine(), settings=e.Settings(clock=e.ClockTimes(3)), pause=60)
    await room.submit(FIRST)
    await until(room, lambda: room.table.ply == 2)


# ---- whose games it thinks for ---------------------------------------------------------------------------------------

ADA = Asker("ada", "1.1.1.1", "g")


async def test_it_thinks_no_longer_than_its_engines_allow(sit: Sit) -> None:
    engine = FakeEngine()
    room = await sit(engine, longest=5.0)
    await room.submit(FIRST)
    await until(room, lambda: room.table.ply == 2)
    assert engine.asked[0][2] == 5.0


async def test_while_its_player_is_away_it_does_not_think(sit: Sit) -> None:
    attending = Attendance()
    engine = FakeEngine()
    room = await sit(engine, attending=attending)
    await room.submit(FIRST)
    await asyncio.sleep(0.05)
    assert engine.asked == []
    with attending.here(ADA):
        await until(room, lambda: room.table.ply == 2)


async def test_who_leaves_before_his_turn_in_the_queue_gives_it_up(store: Store) -> None:
    attending = Attendance()
    engine = SlowEngine()
    engines = Engines(lambda: engine, size=1)
    rooms = []
    seats = []
    for game in ("one", "two"):
        events = Table.open(e.Settings(seed=3), PERSON, ENGINE, at=0)
        await store.log.append(game, 0, events)
        rooms.append(Room(game, events, store.log))
        seats.append(EngineSeat(rooms[-1], engines, attending=attending))
    one, two = rooms
    with attending.here(Asker("ada", "1.1.1.1", "one")):
        await one.submit(FIRST)
        await thinking(engine)
        with attending.here(Asker("eve", "6.6.6.6", "two")):
            await two.submit(FIRST)
            await eventually(lambda: engines.waiting == 1)
        attending._games["two"].until = 0.0  # the time to reconnect is over
        engine.done.set()
        await until(one, lambda: one.table.ply == 2)
        await eventually(lambda: (engines.waiting, engines.thinking) == (0, 0))
        assert not seats[1].busy
    with attending.here(Asker("eve", "6.6.6.6", "two")):
        await thinking(engine)
        engine.done.set()
        await until(two, lambda: two.table.ply == 2)
    for seat in seats:
        await seat.close()
    engines.close()


async def test_with_a_clock_it_moves_for_who_has_left_before_its_own_time_is_over(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_seat, "PATIENT_SHARE", 0.001)
    attending = Attendance()
    engine = FakeEngine()
    room = await sit(engine, attending=attending, settings=e.Settings(clock=e.ClockTimes(60)))
    with attending.here(ADA):
        await room.submit(FIRST)
        await until(room, lambda: room.table.ply == 2)
    attending._games["g"].until = 0.0  # the time to reconnect is over
    await room.submit(c.Move(color="white", ply=3, move="b3-b4"))
    await until(room, lambda: room.table.ply == 4)
    assert engine.asked[1][2] == engine_seat.BRIEF_SECONDS


async def test_the_moment_before_a_move_keeps_no_engine_from_others(store: Store) -> None:
    engines = Engines(FakeEngine, size=1)
    events = Table.open(e.Settings(seed=3), PERSON, ENGINE, at=0)
    await store.log.append("g", 0, events)
    room = Room("g", events, store.log)
    seat = EngineSeat(room, engines, lambda: 1000.0)
    await room.submit(FIRST)
    await eventually(lambda: seat.busy and engines.thinking == 0)
    async with asyncio.timeout(PATIENCE):
        assert await engines.run(lambda _: True)
    assert room.table.ply == 1
    await seat.close()
    engines.close()
