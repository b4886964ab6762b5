"""Bluetooth through BlueZ, Linux's Bluetooth service, which publishes our service record, finds those of other devices
and hands over connected sockets.

BlueZ's interfaces are described in its doc/ folder: org.bluez.ProfileManager(5), org.bluez.Profile(5),
org.bluez.Device(5)."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.annotations import DBusDict, DBusObjectPath, DBusUnixFd
from dbus_fast.errors import DBusError
from dbus_fast.service import ServiceInterface, dbus_method

from damaci.host.tasks import Tasks
from damaci.links.bluetooth import CHANNEL, NO_ADAPTER, NO_BLUEZ, OFF, SERVICE
from damaci.links.link import LinkLost, Near, OnLink, StreamLink
from damaci.links.messages import clean_name

BLUEZ = "org.bluez"
ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
MANAGER = "org.bluez.ProfileManager1"
OBJECTS = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
CONNECT_SECONDS = 40.0
"""Seconds to wait for a connection; people may first have to confirm the pairing."""
LOOK_SECONDS = 6.0
HOST_PATH = "/org/damaci/host"
GUEST_PATH = "/org/damaci/guest"

Arrived = Callable[[str, socket.socket], Awaitable[None]]
Objects = Mapping[str, Mapping[str, Mapping[str, Any]]]


class BlueZ:
    """Links by RFCOMM, found by our service record. An address is a device address, such as `00:1A:7D:DA:71:13`."""

    def __init__(self) -> None:
        # BlueZ closes a program's links when it leaves the bus, so the guest's side stays connected to it.
        self._guest: BluezBus | None = None
        self._coming: dict[str, asyncio.Future[socket.socket]] = {}

    async def missing(self) -> str:
        """See Transport."""
        try:
            async with BluezBus() as bus:
                adapters = [kinds[ADAPTER] for kinds in (await bus.objects()).values() if ADAPTER in kinds]
        except LinkLost:
            return NO_BLUEZ
        if not adapters:
            return NO_ADAPTER
        if any(adapter.get("Powered") for adapter in adapters):
            return ""
        return OFF

    async def listen(self, on_link: OnLink, address: str = "") -> "BlueZListener":
        """See Transport."""
        bus = await BluezBus().open()
        links = Tasks()

        async def arrived(device: str, connected: socket.socket) -> None:
            link = await StreamLink.over(connected, address_of(device))
            links.start(_coroutine(on_link(link)))

        try:
            adapter = await bus.adapter()
            await bus.register(HOST_PATH, arrived, {"Role": Variant("s", "server"), "Channel": Variant("q", CHANNEL)})
        except BaseException:
            bus.close()
            raise
        return BlueZListener(bus, adapter)

    async def connect(self, address: str) -> StreamLink:
        """See Transport. Pairs the two devices if needed; the operating system asks both people to confirm."""
        bus = await self._guest_bus()
        path = await bus.device(address.strip().upper())
        coming = self._coming[path] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                if not await bus.get(path, DEVICE, "Paired"):
                    await bus.call(path, DEVICE, "Pair")
                await bus.call(path, DEVICE, "ConnectProfile", "s", SERVICE)
                return await StreamLink.over(await coming, address)
        except TimeoutError:
            raise LinkLost(f"{address}: no answer within {CONNECT_SECONDS:.0f} s") from None
        finally:
            del self._coming[path]

    async def _guest_bus(self) -> "BluezBus":
        if self._guest is None or not self._guest.connected:
            bus = await BluezBus().open()
            try:
                await bus.register(GUEST_PATH, self._arrived, {"Role": Variant("s", "client")})
            except BaseException:
                bus.close()
                raise
            self._guest = bus
        return self._guest

    async def _arrived(self, device: str, connected: socket.socket) -> None:
        coming = self._coming.get(device)
        if coming and not coming.done():
            coming.set_result(connected)
        else:
            connected.close()

    async def near(self) -> Sequence[Near]:
        """See Transport. Devices with our service record come first, then others that are paired or were just
        discovered."""
        async with BluezBus() as bus:
            adapter = await bus.adapter()
            with suppress(LinkLost):  # another program may be discovering already, which is as good
                await bus.call(adapter, ADAPTER, "StartDiscovery")
                await asyncio.sleep(LOOK_SECONDS)
            devices = [kinds[DEVICE] for kinds in (await bus.objects()).values() if DEVICE in kinds]
        wanted = [
            device
            for device in devices
            if SERVICE in device.get("UUIDs", []) or device.get("Paired") or "RSSI" in device
        ]
        wanted.sort(key=lambda device: (SERVICE not in device.get("UUIDs", []), not device.get("Paired")))
        return [Near(device["Address"], clean_name(device.get("Alias", device["Address"]))) for device in wanted]

    async def close(self) -> None:
        """See Transport."""
        if self._guest:
            self._guest.close()


class BlueZListener:
    """See Listener. Publishes the service record while it listens."""

    def __init__(self, bus: "BluezBus", adapter: str) -> None:
        self.address = address_of(adapter)
        self._bus = bus
        self._adapter = adapter
        self._was_discoverable: bool | None = None

    async def announce(self, name: str, ruleset: str) -> None:
        """See Listener. Makes this machine discoverable for devices that are not paired."""
        self.address = await self._bus.get(self._adapter, ADAPTER, "Address")
        self._was_discoverable = await self._bus.get(self._adapter, ADAPTER, "Discoverable")
        await self._bus.set(self._adapter, ADAPTER, "Discoverable", Variant("b", True))

    async def conceal(self) -> None:
        """See Listener. Restores the former discoverability."""
        if self._was_discoverable is False:
            await self._bus.set(self._adapter, ADAPTER, "Discoverable", Variant("b", False))
        self._was_discoverable = None

    async def close(self) -> None:
        """See Listener."""
        with suppress(LinkLost):
            await self.conceal()
        self._bus.close()


class Profile(ServiceInterface):
    """The D-Bus object that BlueZ calls with new connections."""

    def __init__(self, arrived: Arrived) -> None:
        super().__init__("org.bluez.Profile1")
        self._arrived = arrived

    @dbus_method("NewConnection")
    async def new_connection(self, device: DBusObjectPath, fd: DBusUnixFd, properties: DBusDict) -> None:
        """Takes a connected socket."""
        await self._arrived(device, socket.socket(fileno=fd))

    @dbus_method("RequestDisconnection")
    def request_disconnection(self, device: DBusObjectPath) -> None:
        """Called before a device disconnects. Does nothing: its socket reports the end."""

    @dbus_method("Release")
    def release(self) -> None:
        """Called when BlueZ ends or removes the profile. Does nothing."""


class BluezBus:
    """BlueZ on the system's D-Bus. All methods raise LinkLost."""

    def __init__(self) -> None:
        self._bus: MessageBus | None = None

    async def open(self) -> "BluezBus":
        """Connects to the bus."""
        try:
            self._bus = await MessageBus(bus_type=BusType.SYSTEM, negotiate_unix_fd=True).connect()
        except (OSError, DBusError, ValueError, EOFError) as error:
            raise LinkLost(f"the system's message bus cannot be reached: {error}") from error
        return self

    @property
    def connected(self) -> bool:
        """Whether the bus is still connected."""
        return self._bus is not None and self._bus.connected

    def close(self) -> None:
        """Disconnects from the bus, which also unregisters our profile."""
        if self._bus:
            self._bus.disconnect()

    async def __aenter__(self) -> "BluezBus":
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def call(self, path: str, interface: str, member: str, signature: str = "", *body: Any) -> Any:
        """Calls a method of BlueZ and returns its result, if any."""
        assert self._bus
        message = Message(
            destination=BLUEZ, path=path, interface=interface, member=member, signature=signature, body=list(body)
        )
        try:
            answer = await self._bus.call(message)
        except (OSError, EOFError, DBusError) as error:
            raise LinkLost(f"the system's message bus cannot be reached: {error}") from error
        if answer is None or answer.message_type is MessageType.ERROR:
            raise LinkLost(f"BlueZ: {member}: {answer.body[0] if answer and answer.body else 'no answer'}")
        if answer.body:
            return answer.body[0]
        return None

    async def objects(self) -> Objects:
        """All objects of BlueZ: properties by interface by path."""
        found = await self.call("/", OBJECTS, "GetManagedObjects")
        return {
            path: {
                kind: {name: value.value for name, value in properties.items()} for kind, properties in kinds.items()
            }
            for path, kinds in found.items()
        }

    async def get(self, path: str, interface: str, name: str) -> Any:
        """Returns a property."""
        return (await self.call(path, PROPERTIES, "Get", "ss", interface, name)).value

    async def set(self, path: str, interface: str, name: str, value: Variant) -> None:
        """Sets a property."""
        await self.call(path, PROPERTIES, "Set", "ssv", interface, name, value)

    async def adapter(self) -> str:
        """The path of an adapter that is switched on."""
        for path, kinds in (await self.objects()).items():
            if kinds.get(ADAPTER, {}).get("Powered"):
                return path
        raise LinkLost("there is no Bluetooth adapter that is switched on")

    async def device(self, address: str) -> str:
        """The path of a device, which BlueZ has to know."""
        for path, kinds in (await self.objects()).items():
            if kinds.get(DEVICE, {}).get("Address") == address:
                return path
        raise LinkLost(
            f"{address!r} is not known here: pair the two devices first, or look for it while it offers a game"
        )

    async def register(self, path: str, arrived: Arrived, options: Mapping[str, Variant]) -> None:
        """Registers our profile, with which other devices find this one, or this one finds others."""
        assert self._bus
        self._bus.export(path, Profile(arrived))
        common = {
            "Name": Variant("s", "Damacı"),
            "RequireAuthentication": Variant("b", True),
            "AutoConnect": Variant("b", False),
        }
        await self.call("/org/bluez", MANAGER, "RegisterProfile", "osa{sv}", path, SERVICE, {**common, **options})


def address_of(path: str) -> str:
    """The device address in an object path such as `/org/bluez/hci0/dev_00_1A_7D_DA_71_13`."""
    return path.rpartition("dev_")[2].replace("_", ":")


async def _coroutine(work: Awaitable[None]) -> None:
    await work
