"""The queue of mails under faults: mails are sent, put together, retried, postponed and given up."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from damaci.online.mail import mailing, post_office
from damaci.online.mail.letters import Letter, Letters
from damaci.online.mail.links import MailLinks
from damaci.online.mail.mailing import Mailing
from damaci.online.mail.news import MailNews
from damaci.online.mail.post_office import PostOffice
from damaci.online.mail.server import MailServer
from damaci.play.clock import DAY
from damaci.play.events import Seat, Settings
from damaci.play.table import Table
from damaci.store import Store
from damaci.store.announced import TournamentPlan
from damaci.store.challenges import Challenge
from damaci.store.holidays import Holiday
from damaci.store.mail_addresses import MailAddress
from damaci.store.mail_queue import WaitingMail
from damaci.store.players import Player
from damaci.store.tournament_steps import Parts
from damaci.stored.tournaments import row_of
from damaci.tournament import Settings as TournamentSettings
from damaci.tournament import Tournament
from damaci.tournament.events import Entered, Entrant, Withdrawn
from tests.online.mail.smtp import DIES, listening
from tests.online.mail.smtp import MailServer as Fake

pytestmark = pytest.mark.anyio

URL = "https://dama.example"


@pytest.fixture
def smtp() -> Iterator[Fake]:
    with listening() as fake:
        yield fake


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        await store.players.add(Player("ada", "Ada", 1.0, account="ada"))
        await store.players.add(Player("bora", "Bora\nBcc: x", 1.0, account="bora"))
        await store.mail_addresses.put(
            MailAddress(player="ada", address="ada@example.org", language="en", confirmed=1.0), 1.0
        )
        yield store


class Office:
    """A post office whose steps a test triggers."""

    def __init__(self, store: Store, smtp: Fake, *, most: int = 12, looks_on: bool = False) -> None:
        server = MailServer("127.0.0.1", smtp.port, "off", "", "dama@dama.example", "dama.example", "")
        links = MailLinks("secret", URL)
        letters = Letters(URL, server.sender)

        async def looking(game: str, color: str) -> bool:
            return looks_on

        self.office = PostOffice(store, server, letters, links, MailNews(store, links, looking), most)
        self.store = store
        self.smtp = smtp

    async def look(self) -> None:
        await self.office.look()

    async def close(self) -> None:
        await self.office.background.close()

    @property
    def sent(self) -> list[str]:
        """The texts of the mails that have arrived since the last call."""
        found = []
        while not self.smtp.got.empty():
            found.append(self.smtp.got.get()[1].get_content())
        return found


@pytest.fixture
async def office(store: Store, smtp: Fake) -> AsyncIterator[Office]:
    office = Office(store, smtp)
    yield office
    await office.close()


def notice(kind: Any, about: str, *, ply: int = 0, due: float = 0.0, until: float = DAY, **more: Any) -> WaitingMail:
    now = time.time()
    return WaitingMail(player="ada", kind=kind, about=about, ply=ply, due=now + due, until=now + until, **more)


async def challenge(store: Store, id: str) -> None:
    now = time.time()
    made = Challenge(id=id, player="bora", target="ada", wish="{}", created=now, until=now + DAY)
    assert await store.challenges.add(made)
    await store.mail_queue.put(notice("challenge", id))


async def game(store: Store, id: str, days: int = 1, ago: float = 0.0) -> None:
    """Stores a game by the day in which it has been Ada's turn for some time."""
    opened = Table.open(Settings(days=days), Seat("person"), Seat("person"), at=time.time() - ago)
    await store.pairings.begin(id, opened, {"white": "ada", "black": "bora"})


async def test_what_comes_in_a_short_time_is_one_mail(store: Store, office: Office) -> None:
    for id in ("c1", "c2"):
        await challenge(store, id)
    await game(store, "g1")
    await store.mail_queue.put(notice("turn", "g1", due=post_office.GATHER_SECONDS / 2))
    await office.look()
    [text] = office.sent
    assert all(f"{URL}/game/{id}" in text for id in ("c1", "c2", "g1"))
    assert await store.mail_queue.of("ada") == []
    await office.look()
    assert office.sent == []


async def test_no_name_can_add_a_header(store: Store, office: Office) -> None:
    await challenge(store, "c1")
    await office.look()
    [(_, mail)] = [office.smtp.got.get()]
    assert mail["bcc"] is None
    assert mail["subject"] == "Bora Bcc: x challenges you"
    with pytest.raises(ValueError, match=r"."):
        Letters(URL, "dama@dama.example").message(Letter("x", "y"), "ada@example.org\r\nBcc: x@example.org")


async def test_what_is_over_or_seen_is_not_told(store: Store, office: Office, smtp: Fake) -> None:
    await game(store, "g1")
    await store.mail_queue.put(notice("turn", "g1", ply=3))  # There was a move since.
    await store.mail_queue.put(notice("challenge", "gone"))
    await store.mail_queue.put(notice("turn", "nowhere"))
    await store.mail_queue.put(notice("tournament", "nowhere"))
    await office.look()
    watching = Office(store, smtp, looks_on=True)
    await office.close()
    await store.mail_queue.put(notice("turn", "g1"))
    await watching.look()
    await watching.close()
    assert (office.sent, await store.mail_queue.of("ada")) == ([], [])


async def test_time_runs_short(store: Store, office: Office) -> None:
    await game(store, "soon", days=1, ago=DAY * 5 / 6)
    await game(store, "later", days=1)
    await store.mail_queue.put(notice("hurry", "soon"))
    await store.mail_queue.put(notice("hurry", "later"))
    await office.look()
    [text] = office.sent
    assert "less than 4 hours" in text
    assert "later" not in text
    [waits] = await store.mail_queue.of("ada")
    assert (waits.about, waits.due) == ("later", pytest.approx(time.time() + 0.75 * DAY, abs=60))


async def test_a_tournament_begins(store: Store, office: Office) -> None:
    cup = Tournament.open(TournamentSettings("Cup\nof spring"), 1.0)
    plan = TournamentPlan("bora", time.time() + 600, 0.0, 0.0, rated=False)
    await store.announced.announce("cup", [cup], row_of(Tournament(cup), 1.0), plan, 5)
    await store.mail_queue.put(notice("tournament", "cup"))
    await office.look()
    assert office.sent == []  # Ada has not joined yet.
    await store.announced.join("cup", "ada", 1.0)
    await store.mail_queue.put(notice("tournament", "cup"))
    await office.look()
    [text] = office.sent
    assert f"{URL}/tournaments/cup" in text


async def test_who_has_left_a_tournament_hears_nothing_of_its_beginning(store: Store, office: Office) -> None:
    cup = Tournament.open(TournamentSettings("Cup"), 1.0)
    plan = TournamentPlan("bora", time.time() + 600, 0.0, 0.0, rated=False)
    await store.announced.announce("cup", [cup], row_of(Tournament(cup), 1.0), plan, 5)
    await store.announced.join("cup", "ada", 1.0)
    steps = [Entered(at=2.0, players=[Entrant("Ada")]), Withdrawn(at=3.0, player=1)]
    row = row_of(Tournament.fold([cup, *steps]), 3.0)
    await store.announced.append("cup", 1, steps, row, Parts(entrants={"ada": 1}))
    await store.mail_queue.put(notice("tournament", "cup"))
    await office.look()
    assert office.sent == []


async def test_a_holiday_is_over(store: Store, office: Office) -> None:
    await game(store, "g1", days=3)
    soon = time.time() + 0.5
    holiday = await store.holidays.begin("ada", lambda taken: Holiday("h", "ada", soon - DAY, soon))
    assert holiday
    await Mailing(store, on=True).away(holiday)
    await office.look()  # The notice is gathered before it is due, and waits.
    assert office.sent == []
    await asyncio.sleep(max(0.0, soon - time.time()))
    await office.look()
    [text] = office.sent
    assert "in 1 game by the day your clock runs again" in text
    assert f"{URL}/games" in text


async def joined(store: Store, monkeypatch: pytest.MonkeyPatch) -> Mailing:
    """Ada, who has no address, has joined a tournament; its players have to be told of its start in a moment."""
    monkeypatch.setattr(mailing, "AHEAD_SECONDS", 3600.0)
    cup = Tournament.open(TournamentSettings("Cup"), 1.0)
    plan = TournamentPlan("bora", time.time() + 3600.1, 0.0, 0.0, rated=False)
    await store.announced.announce("cup", [cup], row_of(Tournament(cup), 1.0), plan, 5)
    await store.announced.join("cup", "ada", 1.0)
    found = Mailing(store, on=True)
    await found.forget("ada")
    # This is computed just before it is used, because a busy machine may have needed long for the lines above.
    soon = msgspec.structs.replace(plan, starts=time.time() + 3600.1)
    await found.joined("ada", "cup", soon)
    return found


async def test_an_address_that_is_entered_after_joining_hears_of_the_beginning(
    store: Store, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered = await joined(store, monkeypatch)
    await store.mail_addresses.put(MailAddress(player="ada", address="a@example.org", language="en"), time.time() + DAY)
    await entered.forget("ada")
    other = MailAddress(player="ada", address="b@example.org", language="en", confirmed=1.0)
    await store.mail_addresses.put(other, 1.0)
    while await store.mail_queue.of("ada"):
        await office.look()
    [text] = office.sent
    assert f"{URL}/tournaments/cup" in text


async def test_who_has_no_address_then_hears_nothing(
    store: Store, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    await joined(store, monkeypatch)
    while await store.mail_queue.of("ada"):
        await office.look()
    assert office.sent == []


async def test_a_greylisted_mail_is_tried_again_until_it_is_of_no_use(
    store: Store, office: Office, smtp: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    smtp.answers["rcpt"] = [b"450 come back later"] * 2
    monkeypatch.setattr(post_office, "AGAIN_SECONDS", (30.0, 300.0))
    await challenge(store, "c1")
    await office.look()
    [waits] = await store.mail_queue.of("ada")
    assert (waits.tries, waits.due) == (1, pytest.approx(time.time() + 30, abs=20))
    await office.look()  # It would be sent with mails that are due within a minute, but is not due itself.
    assert len(await store.mail_queue.of("ada")) == 1
    await store.mail_queue.put(notice("challenge", "c1", tries=1))
    await office.look()
    [waits] = await store.mail_queue.of("ada")
    assert (waits.tries, waits.due) == (2, pytest.approx(time.time() + 300, abs=60))
    await store.mail_queue.put(notice("challenge", "c1", tries=2))
    smtp.answers["rcpt"] = [b"450 come back later"]
    await office.look()
    assert (office.sent, await store.mail_queue.of("ada")) == ([], [])


async def test_a_server_that_dies_before_the_text_is_asked_again_and_after_it_never(
    store: Store, office: Office, smtp: Fake
) -> None:
    smtp.answers = {"rcpt": [DIES]}
    await challenge(store, "c1")
    await office.look()
    assert [each.tries for each in await store.mail_queue.of("ada")] == [1]
    smtp.answers = {"end": [DIES]}
    await store.mail_queue.put(notice("challenge", "c1"))
    await office.look()
    assert await store.mail_queue.of("ada") == []


async def test_an_address_that_is_refused_three_times_is_left_alone(store: Store, office: Office, smtp: Fake) -> None:
    smtp.answers["rcpt"] = [b"550 no such user"] * 3
    for number in range(4):
        await challenge(store, f"c{number}")
        await office.look()
        found = await store.mail_addresses.of("ada")
        assert found
        assert found.stopped == (number >= 2)
    assert office.sent == []
    assert smtp.seen.count("rcpt") == 3


async def test_a_mail_that_arrives_makes_up_for_refusals(store: Store, office: Office, smtp: Fake) -> None:
    smtp.answers["rcpt"] = [b"550 no such user"] * 2
    for number in range(3):
        await challenge(store, f"c{number}")
        await office.look()
    found = await store.mail_addresses.of("ada")
    assert found
    assert (found.bounces, found.sent) == (0, 1)


async def test_so_many_a_day(store: Store, smtp: Fake) -> None:
    office = Office(store, smtp, most=2)
    for number in range(3):
        await challenge(store, f"c{number}")
        await store.mail_queue.put(notice("turn", "g", until=60))
        await office.look()
    assert len(office.sent) == 2
    [waits] = await store.mail_queue.of("ada")
    assert (waits.about, waits.due % DAY) == ("c2", 0)
    await office.close()


async def test_nobody_is_told_twice_by_several_processes(store: Store, smtp: Fake) -> None:
    """This holds even if all of them believe that they have the lease."""
    offices = [Office(store, smtp) for _ in range(3)]
    for each in offices:
        each.office._lease.keep = lambda: asyncio.sleep(0, True)  # type: ignore[method-assign, assignment]
    for number in range(5):
        await challenge(store, f"c{number}")
        await asyncio.gather(*(each.look() for each in offices))
    for each in offices:
        await each.close()
    assert len(offices[0].sent) == 5


async def test_one_process_at_a_time_has_the_lease(store: Store, smtp: Fake) -> None:
    one = Office(store, smtp)
    other = Office(store, smtp)
    await challenge(store, "c1")
    await one.look()
    await challenge(store, "c2")
    await other.look()
    assert [each.about for each in await store.mail_queue.of("ada")] == ["c2"]
    await one.close()
    await other.look()
    assert len(one.sent) == 2
    await other.close()


async def test_a_closed_account_gets_nothing(store: Store, office: Office) -> None:
    from damaci.store.audit import Act

    await challenge(store, "c1")
    await store.players.close("ada", Act(at=1.0, who="operator", what="close", on="ada", why="test"))
    await office.look()
    assert (office.sent, await store.mail_queue.of("ada")) == ([], [])


async def test_an_address_that_was_forgotten_gets_nothing(store: Store, office: Office) -> None:
    await challenge(store, "c1")
    await store.mail_addresses.remove("ada")
    await office.look()
    assert office.sent == []
