"""Connections that send too much, with a clock and a sleep of the test's own."""

from contextlib import suppress
from typing import NoReturn, cast

import pytest

from damaci.online.costs import FRAMES, REFUSED
from damaci.online.frames import MOST_IN_VAIN, TOLERATED, PaidFrames
from damaci.online.limits import Payer, RateLimits
from damaci.site.socket import TextFrames
from damaci.wire import messages as m
from damaci.wire.closing import TOO_MANY

pytestmark = pytest.mark.anyio

DONE = m.Done(id="x", version=1)
ILLEGAL = m.Refused(code="illegal-move", message="no")
STORAGE = m.Refused(code="storage", message="later")


class Closed(Exception):
    """The connection was closed."""


class Wire:
    """A connection that always has another frame, and whose clock is the only one."""

    def __init__(self) -> None:
        self.at = 100.0
        self.closed: tuple[int, str] | None = None

    async def receive(self) -> str:
        return "{}"

    def send_at_once(self, text: str) -> bool:
        return True

    async def close(self, code: int, reason: str) -> NoReturn:
        self.closed = (code, reason)
        raise Closed

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.at += seconds

    def frames(self, limits: RateLimits, payer: Payer) -> PaidFrames:
        return PaidFrames(cast(TextFrames, self), limits, payer, self.sleep)


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def limits(wire: Wire) -> RateLimits:
    return RateLimits(wire.now)


async def test_all_sockets_of_an_address_share_its_frames(wire: Wire, limits: RateLimits) -> None:
    sockets = [wire.frames(limits, Payer("6.6.6.6", f"eve {number}")) for number in range(160)]
    for _ in range(20):
        for socket in sockets:
            await socket.receive()
    allowed = FRAMES.address.burst + FRAMES.address.rate * (wire.at - 100.0)
    assert allowed + 1 >= 160 * 20


async def test_all_sockets_of_a_player_share_his_frames(wire: Wire, limits: RateLimits) -> None:
    sockets = [wire.frames(limits, Payer(f"6.6.6.{number}", "eve")) for number in range(100)]
    for _ in range(5):
        for socket in sockets:
            await socket.receive()
    assert FRAMES.player.burst + FRAMES.player.rate * (wire.at - 100.0) + 1 >= 500


async def test_others_do_not_wait_for_it(wire: Wire, limits: RateLimits) -> None:
    eve = wire.frames(limits, Payer("6.6.6.6"))
    ada = wire.frames(limits, Payer("1.1.1.1", "ada"))
    for _ in range(600):
        await eve.receive()
    before = wire.at
    await ada.receive()
    assert wire.at == before


async def test_who_sends_only_what_is_refused_is_slowed_and_then_disconnected(wire: Wire, limits: RateLimits) -> None:
    socket = wire.frames(limits, Payer("6.6.6.6", "eve"))
    at = []
    while wire.closed is None:
        await socket.receive()
        at.append(wire.at)
        with suppress(Closed):
            await socket.answered(ILLEGAL)
    assert len(at) == MOST_IN_VAIN
    assert at[TOLERATED - 1] == 100.0
    gaps = [later - earlier for earlier, later in zip(at[TOLERATED:], at[TOLERATED + 1 :], strict=False)]
    assert gaps == sorted(gaps)
    assert gaps[0] > 0
    assert wire.closed == (TOO_MANY, "too-many; retry-after=30")


async def test_who_also_sends_what_is_done_goes_on(wire: Wire, limits: RateLimits) -> None:
    socket = wire.frames(limits, Payer("1.1.1.1", "ada"))
    for _ in range(MOST_IN_VAIN):
        await socket.answered(ILLEGAL)
        await socket.answered(DONE)
        wire.at += REFUSED / FRAMES.player.rate
    assert wire.closed is None


async def test_an_outage_is_not_the_players_fault(wire: Wire, limits: RateLimits) -> None:
    socket = wire.frames(limits, Payer("1.1.1.1", "ada"))
    for _ in range(10 * MOST_IN_VAIN):
        await socket.answered(STORAGE)
    assert wire.at == 100.0


async def test_a_debt_that_cannot_be_waited_for_ends_the_connection(wire: Wire, limits: RateLimits) -> None:
    payer = Payer("6.6.6.6", "eve")
    limits.charge(FRAMES, payer, FRAMES.player.burst + 10 * FRAMES.player.rate)
    with pytest.raises(Closed):
        await wire.frames(limits, payer).receive()
    assert wire.closed
    assert wire.closed[0] == TOO_MANY
    assert wire.closed[1].startswith("too-many; retry-after=")
