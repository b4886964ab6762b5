"""Holidays on a server: begun, ended, shown to the opponent, and reported to every game once, also after a process was
killed."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from damaci.host import Engines, Rooms
from damaci.host.clock import HostClock
from damaci.online.answering import Answering, MovedGames
from damaci.online.daily import DailyClocks
from damaci.online.holiday_allowance import DAYS_A_YEAR, day_of, end_of
from damaci.online.holidays import Holidays, holidays_of
from damaci.play import Table, commands
from damaci.play import events as e
from damaci.play.clock import DAY
from damaci.site.rejection import Rejected
from damaci.store import Store
from damaci.store.holidays import Holiday
from damaci.store.mail_queue import WaitingMail
from damaci.store.players import Player
from tests.host.fakes import FakeEngine
from tests.online.conftest import PASSPHRASE, Server, Someone, eventually, running
from tests.online.test_reminders import Driven, browser

PERSON = e.Seat("person")
THREE = {"days": 3}
PATH = "/api/v1/holiday"


def move(player: Someone, game: str, ply: int, text: str) -> Any:
    return player.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": text})


def now(player: Someone, game: str) -> Any:
    return player.do("GET", f"/api/v1/games/{game}")["now"]


def playing(server: Server, **terms: object) -> tuple[str, Someone, Someone]:
    """A game and its two players, White first, both with accounts."""
    game, white, black = server.playing(**terms)
    white.sign_up()
    black.sign_up()
    return game, white, black


def tomorrow() -> str:
    return str(day_of(time.time()) + timedelta(days=1))


def test_a_holiday_is_begun_seen_and_ended(server: Server) -> None:
    game, white, black = playing(server, **THREE)
    assert white.do("GET", PATH)["left"] == DAYS_A_YEAR
    begun = white.do("PUT", PATH, {"last": tomorrow()})
    until = end_of(day_of(time.time()) + timedelta(days=1))
    assert (begun["until"], begun["left"], begun["longest"]) == (until, DAYS_A_YEAR - 1, None)
    state = now(black, game)
    assert state["away"] == {"white": until}
    assert state["clocks"]["rests"] == pytest.approx(until - time.time(), abs=60)
    [listed] = white.do("GET", "/api/v1/games")["games"]
    assert listed["due"] == pytest.approx(until + 3 * DAY, abs=60)
    move(white, game, 1, "a3-a4")
    [waiting] = black.do("GET", "/api/v1/turns")["waiting"]
    assert waiting["away"] == until
    assert "Opponent’s holiday ends:" in black.send("GET", "/games").text
    assert "Your holiday ends:" in white.send("GET", "/games").text
    ended = white.do("DELETE", PATH)
    assert (ended["until"], ended["left"]) == (None, DAYS_A_YEAR - 1)
    assert "away" not in now(black, game)
    assert white.do("DELETE", PATH)["until"] is None


def test_the_opponents_move_does_not_set_the_clock_going(server: Server) -> None:
    game, white, black = playing(server, **THREE)
    until = black.do("PUT", PATH, {})["until"]
    assert until == end_of(day_of(time.time()) + timedelta(days=DAYS_A_YEAR - 1)) or day_of(until).month <= 2
    assert "rests" not in now(white, game)["clocks"]
    move(white, game, 1, "a3-a4")
    state = now(white, game)
    assert state["clocks"]["black"] == 3 * DAY
    assert state["clocks"]["rests"] > DAY
    move(black, game, 2, "h6-h5")
    assert now(white, game)["away"] == {"black": until}


def test_a_game_that_begins_on_holiday_rests_too(server: Server) -> None:
    white = server.someone()
    black = server.someone()
    white.sign_up()
    game = white.do("POST", "/api/v1/games", {"color": "white", **THREE})["id"]
    until = white.do("PUT", PATH, {})["until"]
    black.do("POST", f"/api/v1/games/{game}/join")
    assert now(black, game)["away"] == {"white": until}
    [listed] = white.do("GET", "/api/v1/games")["games"]
    assert listed["due"] == pytest.approx(until + 3 * DAY, abs=60)


def test_other_games_know_no_holidays(server: Server) -> None:
    game, white, black = playing(server, clock={"base": 300, "increment": 0})
    white.do("PUT", PATH, {})
    assert "away" not in now(black, game)
    assert black.do("GET", "/api/v1/turns")["waiting"] == []


def test_what_is_refused_says_why(server: Server) -> None:
    _, white, _ = playing(server, **THREE)
    today = day_of(time.time())
    assert server.someone().send("PUT", PATH, {}).json()["error"] == "nobody"
    _, guest, _ = server.playing(**THREE)
    assert guest.send("PUT", PATH, {}).json()["error"] == "needs-account"
    assert 'id="holiday-title"' not in guest.send("GET", "/account").text
    assert white.send("PUT", PATH, {"last": str(today - timedelta(days=1))}).json()["error"] == "holiday-past"
    assert white.send("PUT", PATH, {"last": str(today + timedelta(days=80))}).json()["error"] == "holiday-too-long"
    assert white.send("PUT", PATH, {"last": "soon"}).status_code == 400
    assert white.send("PUT", PATH, {"until": 5}).status_code == 400
    white.do("PUT", PATH, {"last": tomorrow()})
    assert white.send("PUT", PATH, {}).json()["error"] == "holiday-already"


def test_every_start_costs_a_day_and_then_there_are_none(server: Server) -> None:
    game, white, _ = playing(server, **THREE)
    for number in range(DAYS_A_YEAR):
        assert white.do("PUT", PATH, {})["left"] == DAYS_A_YEAR - 1 - number
        white.do("DELETE", PATH)
    refused = white.send("PUT", PATH, {})
    assert (refused.status_code, refused.json()["error"]) == (409, "holiday-none-left")
    assert now(white, game)["clocks"]["white"] == pytest.approx(3 * DAY, abs=60)
    assert "Begin the holiday" not in white.send("GET", "/account").text


def test_the_players_data_has_them_until_the_player_is_deleted(server: Server) -> None:
    game, white, black = playing(server, **THREE)
    until = white.do("PUT", PATH, {})["until"]
    [mine] = white.do("GET", "/api/v1/data")["holidays"]
    assert mine["until"] == until
    assert black.do("GET", "/api/v1/data")["holidays"] == []
    white.do("DELETE", "/api/v1/data", {"passphrase": PASSPHRASE})
    assert "away" not in now(black, game)


# ---- processes that die ----------------------------------------------------------------------------------------------


class Host:
    """The parts of a process that tell games of holidays, with a clock that a test sets."""

    def __init__(self, store: Store, at: list[float]) -> None:
        self.engines = Engines(FakeEngine, size=1)
        clock = HostClock(lambda: at[0], lambda: at[0])
        self.rooms = Rooms(
            store, self.engines, alone=False, clock=clock, holidays=lambda game: holidays_of(store, game)
        )
        self.answering = Answering(store, self.rooms, MovedGames(), lambda game, table: None)
        self.holidays = Holidays(store, self.rooms)
        self.clocks = DailyClocks(store, self.rooms, self.answering, self.holidays, alone=False)

    async def close(self) -> None:
        await self.answering.close()
        await self.clocks.background.close()
        await self.rooms.close()
        self.engines.close()


BEGAN = 1_800_000_000.0


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The current time, also for the database."""
    moment = [BEGAN]
    monkeypatch.setattr(time, "time", lambda: moment[0])
    return moment


@pytest.fixture
async def store(tmp_path: Path, at: list[float], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    async with Store(str(tmp_path)) as store:
        monkeypatch.setattr(store.heartbeats, "_wall", lambda: at[0])
        for name in ("ada", "bora"):
            await store.players.add(Player(name, name, BEGAN))
        for game in ("g", "h"):
            events = Table.open(e.Settings(days=1), PERSON, PERSON, BEGAN)
            await store.pairings.begin(game, events, {"white": "ada", "black": "bora"})
        yield store


async def holidays_in(store: Store, game: str) -> list[e.OnHoliday]:
    return [each for each in await store.log.read(game) if isinstance(each, e.OnHoliday)]


async def ends_in(store: Store, game: str) -> list[e.Ended]:
    return [each for each in await store.log.read(game) if isinstance(each, e.Ended)]


async def passes(store: Store, at: list[float], seconds: float) -> None:
    """Lets time pass in which another process is running."""
    at[0] += seconds
    await store.heartbeats.beat("there", at[0])


async def stored(store: Store, began: float, until: float) -> Holiday:
    """Stores a holiday as a process does that is killed before it tells the games."""
    holiday = Holiday(f"h{began}", "ada", began, until)
    await store.holidays.begin("ada", lambda taken: holiday)
    return holiday


@pytest.mark.anyio
async def test_games_are_told_after_a_kill_by_one_of_many_and_once(store: Store, at: list[float]) -> None:
    await passes(store, at, 3600)
    await stored(store, at[0], at[0] + 5 * DAY)
    hosts = [Host(store, at), Host(store, at)]
    await passes(store, at, 5)
    await asyncio.gather(*(host.holidays.look_for_forgotten() for host in hosts for _ in range(3)))
    for game in ("g", "h"):
        [event] = await holidays_in(store, game)
        assert (event.since, event.until) == (BEGAN + 3600, BEGAN + 3600 + 5 * DAY)
        found = await store.games.get(game)
        assert found
        assert found.due == BEGAN + 6 * DAY
    assert await store.holidays.untold(9) == []
    for host in hosts:
        await host.close()


@pytest.mark.anyio
async def test_an_end_that_was_not_told_is_told_and_counts_from_when_it_was(store: Store, at: list[float]) -> None:
    await passes(store, at, 0)
    host = Host(store, at)
    await host.holidays.begin("ada", None)
    await passes(store, at, 7200)
    await store.holidays.end("ada", at[0])
    await passes(store, at, 5)
    await host.clocks.look()
    [_, ended] = await holidays_in(store, "g")
    assert ended.until == BEGAN + 7200
    found = await store.games.get("g")
    assert found
    assert found.due == BEGAN + 7200 + DAY
    await host.close()


@pytest.mark.anyio
async def test_a_game_is_asked_before_it_ends_and_ends_once_after_the_holiday(store: Store, at: list[float]) -> None:
    """No process has told the game of the holiday; not even the search for forgotten work has."""
    holiday = await stored(store, BEGAN + DAY / 2, BEGAN + 3 * DAY)
    await store.holidays.mark_noted(holiday)
    await passes(store, at, 0)
    hosts = [Host(store, at), Host(store, at)]
    for host in hosts:
        await host.rooms.attend()
    await passes(store, at, DAY + 600)
    await asyncio.gather(*(host.clocks.look() for host in hosts))
    assert await ends_in(store, "g") == []
    assert len(await holidays_in(store, "g")) == 1
    await passes(store, at, 2.5 * DAY)
    for _ in range(2):
        await asyncio.gather(*(host.clocks.look() for host in hosts))
    assert len(await ends_in(store, "g")) == len(await ends_in(store, "h")) == 1
    for host in hosts:
        await host.close()


async def hurry(store: Store) -> None:
    """Queues reminders for Ada, who has a day for each move, for when six hours are left."""
    await store.push.put(browser("one", "en"), 2)
    waiting = WaitingMail(player="ada", kind="hurry", about="g", due=BEGAN + DAY * 3 / 4, until=BEGAN + DAY)
    await store.push_queue.put(waiting)
    await store.mail_queue.put(waiting)


async def reminded(store: Store) -> list[float]:
    """The times at which the reminders by mail and by Web Push are due."""
    return [each.due for queue in (store.mail_queue, store.push_queue) for each in await queue.of("ada")]


@pytest.mark.anyio
async def test_who_ends_a_holiday_early_is_told_that_time_runs_short(store: Store, at: list[float]) -> None:
    await hurry(store)
    await passes(store, at, DAY / 2)
    host = Host(store, at)
    driven = Driven(store)
    await host.holidays.begin("ada", None)
    assert await reminded(store) == [BEGAN + DAY * 3 / 4] * 2  # The reminder is checked at its planned time.
    await passes(store, at, DAY / 4)
    await driven.driver.look()
    [back] = await store.push_queue.of("ada")
    assert back.due > BEGAN + 2 * DAY
    await host.holidays.end("ada")
    assert await reminded(store) == [at[0]] * 2
    await driven.driver.look()
    [back] = await store.push_queue.of("ada")
    assert (driven.sent, back.due) == ([], BEGAN + DAY)
    await passes(store, at, DAY / 4)
    await driven.driver.look()
    assert len(driven.sent) == 1
    await driven.driver.background.close()
    await host.close()


@pytest.mark.anyio
async def test_reminders_are_looked_at_again_after_an_end_that_was_not_told(store: Store, at: list[float]) -> None:
    await passes(store, at, 0)
    host = Host(store, at)
    await host.holidays.begin("ada", None)
    await hurry(store)
    await store.holidays.end("ada", at[0])  # At the moment at which it began.
    assert await reminded(store) == [BEGAN + DAY * 3 / 4] * 2
    await host.clocks.look()
    assert await reminded(store) == [BEGAN] * 2
    await host.close()


@pytest.mark.anyio
async def test_who_has_no_time_left_gets_none_by_a_holiday(store: Store, at: list[float]) -> None:
    await passes(store, at, 0)
    host = Host(store, at)
    await host.rooms.attend()
    room = await host.rooms.get("g")
    await passes(store, at, DAY + 0.5)
    holiday = await stored(store, at[0], at[0] + 5 * DAY)
    await room.rest()
    assert await holidays_in(store, "g") == []
    assert holiday in await store.holidays.untold(9)
    await host.close()


@pytest.mark.anyio
async def test_the_log_alone_makes_the_same_table(store: Store, at: list[float]) -> None:
    host = Host(store, at)
    await host.holidays.begin("ada", None)
    room = await host.rooms.get("g")
    await room.submit(commands.Move(color="white", ply=1, move="a3-a4"))
    at[0] += 100
    await room.submit(commands.Move(color="black", ply=2, move="h6-h5"))
    at[0] += 100
    await host.holidays.end("ada")
    again = Table.fold(await store.log.read("g"))
    assert again.clocks == room.table.clocks
    assert again.away(at[0]) == {}
    assert again.clocks
    found = await store.games.get("g")
    assert found
    assert found.due == pytest.approx(again.clocks.until_fallen(at[0]) + at[0])
    await host.close()


@pytest.mark.anyio
async def test_of_many_that_begin_at_once_one_does(store: Store, at: list[float]) -> None:
    hosts = [Host(store, at), Host(store, at)]
    begun = await asyncio.gather(*(host.holidays.begin("ada", None) for host in hosts * 3), return_exceptions=True)
    assert sum(isinstance(each, Holiday) for each in begun) == 1
    assert sum(isinstance(each, Rejected) for each in begun) == 5
    assert len(await store.holidays.of("ada")) == 1
    assert len(await holidays_in(store, "g")) == 1
    with pytest.raises(Rejected, match="nobody"):
        await hosts[0].holidays.begin("gone", None)
    for host in hosts:
        await host.close()


def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    async def before() -> float:
        async with Store(str(tmp_path)) as store:
            at = time.time() - 3600
            for name in ("ada", "bora"):
                await store.players.add(Player(name, name, at))
            events = Table.open(e.Settings(days=1), PERSON, PERSON, at)
            await store.pairings.begin("g", events, {"white": "ada", "black": "bora"})
            await store.heartbeats.beat("before", time.time() - 1)
            until = time.time() + 5 * DAY
            await store.holidays.begin("ada", lambda taken: Holiday("h", "ada", at + 60, until))
            return until

    until = asyncio.run(before())
    for _ in range(2):
        with running(tmp_path) as server:
            eventually(lambda: "away" in now(server.someone(), "g"))
            state = now(server.someone(), "g")
            assert state["away"] == {"white": until}
            assert state["clocks"]["white"] == pytest.approx(DAY - 60, abs=30)
