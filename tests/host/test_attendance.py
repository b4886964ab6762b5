import asyncio

import pytest

from damaci.host import attendance
from damaci.host.attendance import LEAVING_SECONDS, REQUEST_SECONDS, Attendance
from damaci.host.fair_queue import Asker
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

ADA = Asker("ada", "1.1.1.1", "g")


class Watch:
    at = 100.0

    def __call__(self) -> float:
        return self.at


def test_a_connection_is_being_there_and_a_reload_is_no_leaving() -> None:
    watch = Watch()
    attending = Attendance(watch)
    assert not attending.attended("g")
    with attending.here(ADA), attending.here(ADA):
        watch.at += 1000
        assert attending.attended("g")
    assert attending.attended("g")
    watch.at += LEAVING_SECONDS
    assert not attending.attended("g")


def test_a_request_counts_for_a_while() -> None:
    watch = Watch()
    attending = Attendance(watch)
    attending.asked(ADA)
    watch.at += REQUEST_SECONDS - 1
    assert attending.attended("g")
    watch.at += 1
    assert not attending.attended("g")


def test_the_asker_is_who_came_last() -> None:
    attending = Attendance()
    assert attending.asker("g") == Asker(game="g")
    attending.asked(ADA)
    attending.asked(Asker("ada", "2.2.2.2", "g"))
    assert attending.asker("g").address == "2.2.2.2"


async def test_who_waits_for_a_player_goes_on_when_he_comes() -> None:
    attending = Attendance()
    waiting = asyncio.create_task(attending.arrival("g"))
    await asyncio.sleep(0)
    assert not waiting.done()
    attending.asked(ADA)
    await asyncio.wait_for(waiting, PATIENCE)


def test_of_very_many_games_those_asked_for_longest_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "MOST_REMEMBERED", 3)
    attending = Attendance()
    with attending.here(ADA):
        for number in range(5):
            attending.asked(Asker("eve", "6.6.6.6", f"{number}"))
        assert attending.attended("g")
        assert len(attending._games) <= 4


async def test_who_waits_in_a_game_that_was_forgotten_goes_on_when_the_player_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(attendance, "MOST_REMEMBERED", 1)
    attending = Attendance()
    waiting = asyncio.create_task(attending.arrival("g"))
    await asyncio.sleep(0)
    attending.asked(Asker("bob", "2.2.2.2", "h"))
    await asyncio.sleep(0)
    attending.asked(ADA)
    await asyncio.wait_for(waiting, PATIENCE)
