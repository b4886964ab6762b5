"""Notices by Web Push that are sent later: time runs short, a tournament begins, a holiday is over, a game has ended,
an opponent is absent. Each is sent once, also after a process was killed; none is sent if it is out of date or the
player has seen the event."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from damaci.online import reminder_driver, reminders
from damaci.online.mail import news
from damaci.online.mail.mailing import BACK_SECONDS
from damaci.online.mail.news import result_text
from damaci.online.notifying import BrowserNotice
from damaci.online.reminder_driver import ReminderDriver
from damaci.online.reminders import Reminders
from damaci.play.clock import DAY
from damaci.play.commands import Resume
from damaci.play.decide import decide
from damaci.play.decision import Decision
from damaci.play.events import Ended, Seat, Settings
from damaci.play.table import Table
from damaci.site.language import catalog
from damaci.store import Store
from damaci.store.announced import TournamentPlan
from damaci.store.holidays import Holiday
from damaci.store.mail_addresses import KINDS
from damaci.store.mail_queue import WaitingMail
from damaci.store.players import Player
from damaci.store.push import Browser
from damaci.stored.tournaments import row_of
from damaci.tournament import Settings as TournamentSettings
from damaci.tournament import Tournament
from tests.online.conftest import Server, Someone, eventually, running
from tests.online.test_daily import account, move
from tests.online.test_push import FakeBrowser, PushService
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        for name in ("ada", "bora"):
            await store.players.add(Player(name, name.title(), 1.0, account=name))
        await store.push.put(browser("one", "en"), 2)
        await store.push.put(browser("two", "tr"), 2)
        yield store


def browser(name: str, language: str, **wishes: bool) -> Browser:
    kinds = dict.fromkeys(KINDS, True) | wishes
    keys = {"endpoint": f"https://push.example/{name}", "key": "", "secret": "", "language": language}
    return Browser(player="ada", created=1.0, **keys, **kinds)


class Driven:
    """A driver whose steps a test triggers."""

    def __init__(self, store: Store, *, looks_on: bool = False) -> None:
        self.sent: list[tuple[str, BrowserNotice]] = []

        async def looking(game: str, color: str) -> bool:
            return looks_on

        def send(to: Browser, notice: BrowserNotice) -> None:
            self.sent.append((to.language, notice))

        self.driver = ReminderDriver(store, looking, send)


async def told(store: Store, **more: Any) -> list[tuple[str, BrowserNotice]]:
    """The notices that are sent by a process that makes one step and ends."""
    driven = Driven(store, **more)
    await driven.driver.look()
    await driven.driver.background.close()
    return driven.sent


async def game(store: Store, id: str, ago: float) -> None:
    """Stores a game with a day for each move in which it has been Ada's turn for some time."""
    opened = Table.open(Settings(days=1), Seat("person"), Seat("person"), at=time.time() - ago)
    await store.pairings.begin(id, opened, {"white": "ada", "black": "bora"})


def waiting(kind: Any, about: str, until: float = DAY, **more: Any) -> WaitingMail:
    now = time.time()
    return WaitingMail(player="ada", kind=kind, about=about, due=now, until=now + until, **more)


async def test_time_that_runs_short_is_told_in_the_language_of_each_browser(store: Store) -> None:
    await game(store, "g1", ago=DAY * 5 / 6)
    await store.push_queue.put(waiting("hurry", "g1"))
    sent = dict(await told(store))
    assert sent.keys() == {"en", "tr"}
    assert "less than 4 hours" in sent["en"].body
    assert (sent["en"].url, sent["en"].tag) == ("/game/g1", "hurry-g1")
    assert sent["en"].body != sent["tr"].body
    assert await told(store) == []


async def test_what_is_seen_or_over_is_not_told_and_what_is_early_waits(store: Store) -> None:
    await game(store, "g1", ago=DAY * 5 / 6)
    await store.push_queue.put(waiting("hurry", "g1", ply=2))  # There were two moves since.
    await store.push_queue.put(waiting("tournament", "nowhere"))
    assert await told(store) == []
    await store.push_queue.put(waiting("hurry", "g1"))
    assert await told(store, looks_on=True) == []
    assert await store.push_queue.of("ada") == []
    await game(store, "g2", ago=0)
    await store.push_queue.put(waiting("hurry", "g2"))
    assert await told(store, looks_on=True) == []  # A player who is looking on now may not be when time runs short.
    [later] = await store.push_queue.of("ada")
    assert later.due == pytest.approx(time.time() + 0.75 * DAY, abs=60)


async def resumed(store: Store, id: str, hours: float) -> None:
    """Gives back this many hours, in which no move could be accepted."""
    table = Table.fold(await store.log.read(id))
    since = time.time() - (hours + 1) * 3600
    decision = decide(table, Resume(since=since, until=since + hours * 3600), time.time())
    assert isinstance(decision, Decision)
    await store.log.append(id, table.version, decision.events)


async def test_after_a_long_outage_time_that_runs_short_is_still_told(store: Store) -> None:
    """The server was not running when the reminder was due, nor until the planned end of the time."""
    await game(store, "g1", ago=DAY * 9 / 6)
    await store.push_queue.put(waiting("hurry", "g1", until=-3600.0))
    assert await told(store) == []  # The outage has not been given back yet.
    [later] = await store.push_queue.of("ada")
    assert later.due == pytest.approx(time.time() + 10, abs=5)
    await resumed(store, "g1", 16)
    await store.push_queue.put(waiting("hurry", "g1", until=-3600.0))
    assert "less than 4 hours" in dict(await told(store))["en"].body
    assert await store.push_queue.of("ada") == []


async def test_what_an_outage_has_held_up_is_told_late(store: Store) -> None:
    await game(store, "g1", ago=2 * DAY)
    assert await back(store, ended=2 * DAY, planned=2 * DAY)
    await store.log.append("g1", 1, [Ended(at=time.time() - 3 * DAY, result="0-1", reason="resignation")])
    await store.push_queue.put(waiting("ended", "g1", until=-DAY))
    assert dict(await told(store))["en"].title == "You lost to Bora"
    await store.push_queue.put(waiting("absence", "bora", until=-DAY))
    assert await told(store) == []


async def test_each_kind_is_switched_off_by_itself(store: Store) -> None:
    await store.push.put(browser("one", "en", hurry=False), 2)
    await store.push.put(browser("two", "tr", hurry=False), 2)
    await game(store, "g1", ago=DAY * 5 / 6)
    await Reminders(store).turn("ada", "g1", 0, 1)
    assert await store.push_queue.of("ada") == []  # No reminder waits.
    await store.push_queue.put(waiting("hurry", "g1"))
    assert await told(store) == []


async def test_a_tournament_begins(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "AHEAD_SECONDS", 3600.0)
    cup = Tournament.open(TournamentSettings("Cup"), 1.0)
    plan = TournamentPlan("bora", time.time() + 3602, 0.0, 0.0, rated=False)
    await store.announced.announce("cup", [cup], row_of(Tournament(cup), 1.0), plan, 5)
    await store.announced.join("cup", "ada", 1.0)
    await Reminders(store).joined("ada", "cup", plan)
    deadline = time.monotonic() + PATIENCE
    while not (sent := dict(await told(store))):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.2)
    assert (sent["en"].title, sent["en"].url) == ("Cup begins soon", "/tournaments/cup")


async def back(store: Store, ended: float, planned: float) -> list[tuple[str, BrowserNotice]]:
    """The notices about a holiday that ended `ended` seconds ago, and should have ended `planned` seconds ago."""
    now = time.time()
    await store.holidays.begin("ada", lambda taken: Holiday("h", "ada", now - ended - DAY, now - ended))
    late = now - planned + BACK_SECONDS
    await store.push_queue.put(WaitingMail(player="ada", kind="holiday", about="h", due=now - planned, until=late))
    return await told(store)


async def test_a_holiday_is_over(store: Store) -> None:
    await game(store, "g1", ago=2 * DAY)
    sent = dict(await back(store, ended=1.0, planned=1.0))
    assert (sent["en"].title, sent["en"].url) == ("Welcome back!", "/games")
    assert "in 1 game by the day" in sent["en"].body


async def test_who_plays_nothing_hears_of_no_clock(store: Store) -> None:
    assert await back(store, ended=1.0, planned=1.0) == []


async def test_who_has_ended_the_holiday_knows_it(store: Store) -> None:
    await game(store, "g1", ago=2 * DAY)
    assert await back(store, ended=3600.0, planned=1.0) == []


async def test_a_holiday_that_is_not_over_is_waited_for(store: Store) -> None:
    await game(store, "g1", ago=2 * DAY)
    assert await back(store, ended=-30.0, planned=0.0) == []
    [later] = await store.push_queue.of("ada")
    assert later.due == pytest.approx(time.time() + 30, abs=20)


async def test_a_reminder_waits_for_the_next_process_and_is_sent_by_one(store: Store) -> None:
    await game(store, "g1", ago=DAY * 5 / 6)
    await store.push_queue.put(waiting("hurry", "g1"))
    processes = [Driven(store) for _ in range(4)]
    await asyncio.gather(*(each.driver.look() for each in processes))
    assert sum(len(each.sent) for each in processes) == 2  # Each of the two browsers got it once.


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.close()


def test_it_arrives_also_if_the_move_was_seen_and_the_server_was_restarted(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bora has the page open while the move is made, then closes it and forgets the game."""
    settings: dict[str, Any] = {"accounts": "open", "push_hosts": [service.host]}
    with monkeypatch.context() as patch, running(tmp_path, **settings) as server:
        patch.setattr(reminders, "hurry_seconds", lambda days: days * DAY - 1.0)
        ada = account(server, "Later Ada")
        bora = account(server, "Later Bora")
        device = FakeBrowser(service, "bora")
        bora.do("PUT", "/api/v1/push", device.wish(turn=True, challenge=False, hurry=True))
        game = ada.do("POST", "/api/v1/challenges", {"to": "Later Bora", "color": "white", "days": 1})["id"]
        bora.do("POST", f"/api/v1/games/{game}/join")
        with bora.socket(f"/ws/game/{game}") as socket:
            socket.receive_json()
            move(ada, game, 1, "d3-d4")
            eventually(lambda: ada.do("GET", f"/api/v1/games/{game}")["now"]["ply"] == 1)
    monkeypatch.setattr(news, "hurry_seconds", lambda days: days * DAY)
    monkeypatch.setattr(reminder_driver, "LOOK_SECONDS", 0.1)
    with running(tmp_path, **settings):
        heard = device.read(service.next()[2])
    assert (heard["kind"], heard["url"]) == ("hurry", f"/game/{game}")


@pytest.fixture
def quick(tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that checks often for notices that are due."""
    monkeypatch.setattr(reminder_driver, "LOOK_SECONDS", 0.05)
    with running(tmp_path, accounts="open", push_hosts=[service.host]) as server:
        yield server


def hears(device: FakeBrowser, service: PushService) -> Any:
    return device.read(service.next()[2])


def by_the_day(white: Someone, black: Someone, name: str) -> str:
    game: str = white.do("POST", "/api/v1/challenges", {"to": name, "color": "white", "days": 1})["id"]
    black.do("POST", f"/api/v1/games/{game}/join")
    return game


def only(*kinds: str) -> dict[str, bool]:
    return {kind: kind in kinds for kind in KINDS}


def test_the_end_of_a_game_is_told_to_who_does_not_look_on(quick: Server, service: PushService) -> None:
    ada = account(quick, "End Ada")
    bora = account(quick, "End Bora")
    device = FakeBrowser(service, "bora")
    other = FakeBrowser(service, "ada")
    bora.do("PUT", "/api/v1/push", device.wish(**only("ended")))
    ada.do("PUT", "/api/v1/push", other.wish(**only("ended")))
    game = by_the_day(ada, bora, "End Bora")
    with ada.socket(f"/ws/game/{game}") as socket:
        socket.receive_json()
        ada.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})
        path, _, body = service.next()
        told = device.read(body)
    assert path == "/bora"
    assert (told["kind"], told["url"], told["tag"]) == ("ended", f"/game/{game}", f"ended-{game}")
    assert (told["title"], told["body"]) == (
        "You won against End Ada",
        "You won your game by the day against End Ada. White resigned.",
    )
    # Ada has seen the end of the game, so the next notice is again for Bora.
    second = by_the_day(ada, bora, "End Bora")
    ada.do("POST", f"/api/v1/games/{second}/requests", {"type": "resign"})
    assert {service.next()[0] for _ in range(2)} == {"/ada", "/bora"}


def test_a_holiday_is_told_to_every_opponent_once(quick: Server, service: PushService) -> None:
    ada = account(quick, "Away Ada")
    bora = account(quick, "Away Bora")
    device = FakeBrowser(service, "bora")
    bora.do("PUT", "/api/v1/push", device.wish(**only("absence", "challenge")))
    for _ in range(2):
        by_the_day(ada, bora, "Away Bora")
        assert hears(device, service)["kind"] == "challenge"
    until = ada.do("PUT", "/api/v1/holiday", {})["until"]
    told = hears(device, service)
    day = datetime.fromtimestamp(until - 1, UTC).date()
    assert (told["title"], told["url"]) == ("Away Ada is on holiday", "/games")
    assert told["body"] == f"Until {day} the clock of Away Ada stands still in 2 games with you."
    by_the_day(ada, bora, "Away Bora")
    assert hears(device, service)["kind"] == "challenge"  # No notice came twice.


def test_a_notice_has_a_button_that_ends_its_kind(quick: Server, service: PushService) -> None:
    ada = account(quick, "Mute Ada")
    bora = account(quick, "Mute Bora")
    device = FakeBrowser(service, "bora")
    bora.do("PUT", "/api/v1/push", device.wish(**only("ended", "challenge")))
    asked = {"endpoint": device.endpoint}
    assert bora.do("POST", "/api/v1/push/browser", asked) == only("ended", "challenge")
    game = by_the_day(ada, bora, "Mute Bora")
    told = hears(device, service)
    assert told["mute"] == {"title": "No more of these", "url": "/api/v1/push/mute", "page": "/account#notices"}
    muted = quick.client.post(told["mute"]["url"], json=asked | {"kind": told["kind"]})  # The request has no cookie.
    assert muted.status_code == 204
    assert bora.do("POST", "/api/v1/push/browser", asked) == only("ended")
    by_the_day(ada, bora, "Mute Bora")
    ada.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})
    assert hears(device, service)["kind"] == "ended"  # The second challenge was not sent.
    assert ada.do("POST", "/api/v1/push/browser", asked) == only()  # The browser is not hers.
    bad = quick.client.post("/api/v1/push/mute", json=asked | {"kind": "confirm"})
    assert bad.status_code == 400


async def test_the_end_of_a_game_is_told_by_its_result(store: Store) -> None:
    """A mail has the same text."""
    words = catalog("en")
    assert result_text("1-0", "white", "Bora", words)[0] == "You won against Bora"
    assert result_text("1-0", "black", "Bora", words)[0] == "You lost to Bora"
    assert result_text("1/2-1/2", "black", "Bora", words)[0] == "Draw against Bora"
    await game(store, "g1", ago=0)
    await store.push_queue.put(waiting("ended", "g1"))
    assert await told(store) == []  # The game is not over.


async def test_an_absence_that_is_over_is_not_told(store: Store) -> None:
    await game(store, "g1", ago=0)
    now = time.time()
    await store.holidays.begin("bora", lambda taken: Holiday("h", "bora", now - 9, now - 1))
    await store.push_queue.put(waiting("absence", "bora"))
    assert await told(store) == []
    await store.holidays.begin("bora", lambda taken: Holiday("i", "bora", now, now + DAY))
    await store.push_queue.put(waiting("absence", "bora"))
    assert {language for language, _ in await told(store)} == {"en", "tr"}
    await store.push_queue.put(waiting("absence", "ada"))
    assert await told(store) == []
