"""Several processes on PostgreSQL and Redis send the mails of one queue: each mail once, whichever process is killed. A
mail that a killed process was sending is not sent again."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from damaci.store import Store
from damaci.store.mail_addresses import MailAddress
from damaci.store.mail_queue import WaitingMail
from damaci.store.players import Player
from tests.online.cluster import Process
from tests.online.mail.smtp import SILENT, MailServer, listening
from tests.servers import Postgres, Redis

PROGRAM = """
from damaci.cli.main import main
from damaci.online.mail import post_office
post_office.LEASE_SECONDS = post_office.LOOK_SECONDS = 0.2
main()
"""
"""The server with short intervals."""
TAKEN = b"250 taken"
DAY = 24 * 3600.0


@pytest.fixture
def smtp() -> Iterator[MailServer]:
    with listening() as server:
        yield server


@pytest.fixture
def place(postgres: Postgres) -> str:
    return asyncio.run(postgres.new_database())


@pytest.fixture
def processes(place: str, redis: Redis, smtp: MailServer) -> Iterator[list[Process]]:
    mail = {"mail_host": "127.0.0.1", "mail_port": f"{smtp.port}", "mail_tls": "off", "mail_from": "dama@dama.example"}
    settings = mail | {"redis": redis.url, "accounts": "open", "public_url": "http://127.0.0.1:9"}
    started = [Process(place, [sys.executable, "-c", PROGRAM], **settings) for _ in range(2)]
    for process in started:
        process.begin()
    for process in started:
        process.wait()
    yield started
    for process in started:
        process.close()


def ask(place: str, names: Sequence[str]) -> None:
    """Adds players who have asked for a mail of confirmation."""

    async def put() -> None:
        now = time.time()
        async with Store(place) as store:
            for name in names:
                await store.players.add(Player(name, name, now, account=name))
                address = MailAddress(player=name, address=f"{name}@example.org", language="en")
                await store.mail_addresses.put(address, now + DAY)
            for name in names:
                await store.mail_queue.put(WaitingMail(player=name, kind="confirm", about="", due=now, until=now + DAY))

    asyncio.run(put())


def waits(place: str, names: Sequence[str]) -> bool:
    """Whether the queue has mails for any of these players."""

    async def look() -> bool:
        async with Store(place) as store:
            return any([await store.mail_queue.of(name) for name in names])

    return asyncio.run(look())


def arrived(smtp: MailServer, count: int) -> Counter[str]:
    """The recipients of the next mails."""
    return Counter(smtp.next()[0].partition("@")[0] for _ in range(count))


def test_two_processes_send_each_mail_once(place: str, processes: list[Process], smtp: MailServer) -> None:
    names = [f"player{number}" for number in range(30)]
    ask(place, names)
    assert arrived(smtp, len(names)) == Counter(names)
    for process in processes:
        assert process.stop() == 0
    assert smtp.got.empty()


def test_when_one_is_killed_the_other_one_sends_the_rest(
    place: str, processes: list[Process], smtp: MailServer
) -> None:
    """The killed process may have been sending one mail, which is never sent again."""
    names = [f"player{number}" for number in range(60)]
    ask(place, names)
    told = arrived(smtp, 10)
    processes[0].kill()
    ask(place, ["last"])
    while told["last"] == 0 or waits(place, names):
        told += arrived(smtp, 1)
    while not smtp.got.empty():
        told += arrived(smtp, 1)
    assert max(told.values()) == 1
    assert len(set(names) - set(told)) <= 1
    assert processes[1].stop() == 0
    assert smtp.got.empty()


def test_a_mail_without_an_answer_is_not_sent_again_by_anybody(
    place: str, processes: list[Process], smtp: MailServer
) -> None:
    """The mail server gets the whole fourth mail and does not answer. The process that sent it waits, the other one
    continues, and then both are killed."""
    smtp.answers["end"] = [TAKEN, TAKEN, TAKEN, SILENT]
    names = [f"player{number}" for number in range(12)]
    ask(place, names)
    told = arrived(smtp, len(names) - 1)
    for process in processes:
        process.kill()
    processes[0].start()
    ask(place, ["last"])
    told += arrived(smtp, 1)
    assert told["last"] == max(told.values()) == 1
    assert len(set(names) - set(told)) == 1
    assert processes[0].stop() == 0
    assert smtp.got.empty()
