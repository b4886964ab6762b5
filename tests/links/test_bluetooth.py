"""The operating system's Bluetooth, tested with a BlueZ that has no radio, and with TCP sockets in place of Bluetooth
sockets."""

import socket
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from damaci.links import bluetooth, rfcomm
from damaci.links.link import LinkLost
from damaci.links.reception import Offer
from damaci.links.rfcomm import RfcommSockets
from damaci.play import commands as c
from damaci.play.events import Settings
from tests.host.fakes import eventually
from tests.links.devices import Device, same
from tests.support import free_port

pytestmark = pytest.mark.anyio
linux = pytest.mark.skipif(sys.platform != "linux", reason="BlueZ is Linux's")

if sys.platform == "linux":
    from damaci.links.bluez import BlueZ
    from tests.links.fake_bluez import CAR, GUEST, HOST, FakeBlueZ, message_bus


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with message_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        yield


@pytest.fixture
async def bluez(bus: None, anyio_backend: str) -> "AsyncIterator[FakeBlueZ]":
    fake = FakeBlueZ()
    await fake.open()
    yield fake
    fake.close()


def open_sockets() -> int:
    """The number of open sockets of this process, including those of the fixtures."""
    return sum(
        str(each.readlink()).startswith("socket:") for each in Path("/proc/self/fd").iterdir() if each.is_symlink()
    )


@linux
async def test_a_game_over_bluez(bluez: "FakeBlueZ", host: Device, guest: Device) -> None:
    host.transports["bluetooth"] = guest.transports["bluetooth"] = BlueZ()
    before = open_sockets()
    await host.desk.offer(Offer(name="Ayşe", settings=Settings()), ["bluetooth"])
    assert host.desk.listeners["bluetooth"].address == HOST
    assert bluez.adapter["Discoverable"]
    visit = await guest.desk.visits.join("bluetooth", HOST, "Mehmet")
    await eventually(lambda: host.desk.reception.newcomers)
    [newcomer] = host.desk.reception.newcomers
    game = await host.desk.accept(newcomer, "white")
    await eventually(lambda: visit.state == "playing")
    assert not bluez.adapter["Discoverable"]
    assert len(bluez.paired) == 1
    await host.submit(game, c.Move(color="white", ply=1, move="d3-d4"))
    await same(host, guest, game)
    assert isinstance(await guest.submit(game, c.Resign(color="black")), int)
    await same(host, guest, game)
    await guest.desk.leave(game)
    await eventually(lambda: host.desk.listeners == {})
    await eventually(lambda: open_sockets() == before + 1)  # the guest stays connected to the bus
    _, _, options = bluez.profiles["server"]
    assert options["Channel"].value == bluetooth.CHANNEL
    assert options["RequireAuthentication"].value


@linux
async def test_who_offers_a_game_comes_first(bluez: "FakeBlueZ") -> None:
    assert [near.address for near in await BlueZ().near()] == [HOST, CAR]


@linux
async def test_a_device_that_is_not_known_or_does_not_answer(bluez: "FakeBlueZ") -> None:
    transport = BlueZ()
    with pytest.raises(LinkLost, match="pair the two devices first"):
        await transport.connect("00:00:00:00:00:09")
    with pytest.raises(LinkLost, match="down"):
        await transport.connect(GUEST)
    await transport.close()


@linux
async def test_what_bluez_lacks_is_said(bluez: "FakeBlueZ") -> None:
    assert await BlueZ().missing() == ""
    bluez.adapter["Powered"] = False
    assert await BlueZ().missing() == bluetooth.OFF
    bluez.adapter = {}
    assert await BlueZ().missing() == bluetooth.NO_ADAPTER
    with pytest.raises(LinkLost, match="no Bluetooth adapter"):
        await BlueZ().listen(_nobody)


@linux
async def test_a_bus_without_bluez(bus: None) -> None:
    assert await BlueZ().missing() == bluetooth.NO_BLUEZ


@linux
async def test_no_bus_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent")
    assert await BlueZ().missing() == bluetooth.NO_BLUEZ


async def _nobody(link: object) -> None:
    raise AssertionError("nobody should have come")


# ---- Python's own sockets --------------------------------------------------------------------------------------------


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces Bluetooth sockets by TCP sockets, whose addresses have the same form."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(socket, "AF_BLUETOOTH", socket.AF_INET, raising=False)
    monkeypatch.setattr(socket, "BTPROTO_RFCOMM", 0, raising=False)
    monkeypatch.setattr(rfcomm, "ANY", "127.0.0.1")
    monkeypatch.setattr(rfcomm, "CHANNEL", free_port())


async def test_a_game_over_sockets(sockets: None, host: Device, guest: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    host.transports["bluetooth"] = guest.transports["bluetooth"] = RfcommSockets()
    await host.desk.offer(Offer(name="Ayşe", settings=Settings()), ["bluetooth"])
    with pytest.raises(LinkLost, match="cannot listen"):
        await RfcommSockets().listen(_nobody)
    monkeypatch.setattr(rfcomm, "_ADDRESS", rfcomm.re.compile(".*"))
    visit = await guest.desk.visits.join("bluetooth", "127.0.0.1", "Mehmet")
    await eventually(lambda: host.desk.reception.newcomers)
    [newcomer] = host.desk.reception.newcomers
    game = await host.desk.accept(newcomer, "black")
    await eventually(lambda: visit.state == "playing")
    assert isinstance(await guest.submit(game, c.Move(color="white", ply=1, move="d3-d4")), int)
    await same(host, guest, game)


async def test_nobody_listens_at_sockets(sockets: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LinkLost, match="no Bluetooth address"):
        await RfcommSockets().connect("127.0.0.1")
    monkeypatch.setattr(rfcomm, "_ADDRESS", rfcomm.re.compile(".*"))
    with pytest.raises(LinkLost):
        await RfcommSockets().connect("127.0.0.1")


@pytest.mark.parametrize(("platform", "word"), [("darwin", bluetooth.UNSUPPORTED), ("win32", bluetooth.NO_SOCKETS)])
async def test_what_sockets_lack_is_said(platform: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.delattr(socket, "AF_BLUETOOTH", raising=False)
    assert await RfcommSockets().missing() == word
    with pytest.raises(LinkLost):
        await RfcommSockets().listen(_nobody)


async def test_a_system_without_such_sockets(sockets: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "AF_BLUETOOTH", 12345)
    assert await RfcommSockets().missing() == bluetooth.NO_SYSTEM


def test_every_word_has_a_remedy() -> None:
    words = {
        value
        for name, value in vars(bluetooth).items()
        if name.isupper() and isinstance(value, str) and name != "SERVICE"
    }
    assert words == set(bluetooth.REMEDIES)
