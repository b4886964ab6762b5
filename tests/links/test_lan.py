"""Devices find each other on a network, here on this machine's own."""

import asyncio

import pytest

from damaci.links.lan import look_around
from damaci.links.link import Link, LinkLost
from damaci.links.reception import Offer
from damaci.links.tcp import Tcp
from damaci.play.events import Settings
from tests.links.devices import Device
from tests.support import PATIENCE, skip_unless_ci

pytestmark = pytest.mark.anyio


async def found(address: str) -> list[tuple[str, str]]:
    try:
        return [(near.name, near.ruleset) for near in await look_around(1.0) if near.address == address]
    except LinkLost as error:
        skip_unless_ci(f"zeroconf: {error}", "a network with multicast; loopback will do: ip link set lo multicast on")


async def test_what_is_offered_is_found_and_only_then(host: Device) -> None:
    host.transports["tcp"] = Tcp()
    await host.desk.offer(Offer(name="Ayşe", settings=Settings(ruleset="armenian")), ["tcp"])
    address = host.desk.listeners["tcp"].address
    async with asyncio.timeout(PATIENCE):
        while not (here := await found(address)):
            pass  # a busy machine may answer too late
        assert here == [("Ayşe", "armenian")]
        while address not in [near.address for near in await host.transports["tcp"].near()]:
            pass
    await host.desk.withdraw()
    assert await found(address) == []


async def test_a_listener_for_those_who_come_back_is_not_announced(host: Device) -> None:
    async def nobody(link: Link) -> None:
        await link.close()

    listener = await Tcp().listen(nobody)
    assert await found(listener.address) == []
    await listener.close()
