"""A program that acts as BlueZ on a message bus of its own, without a radio. It connects our profiles by socket
pairs."""

import asyncio
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dbus_fast import BusType, Message, MessageType, NameFlag, Variant
from dbus_fast.aio import MessageBus

from damaci.links.bluetooth import SERVICE
from tests.support import require_program

ADAPTER_PATH = "/org/bluez/hci0"
HOST = "00:00:00:00:00:01"
GUEST = "00:00:00:00:00:02"
CAR = "00:00:00:00:00:03"

CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/>
<allow receive_sender="*"/></policy></busconfig>"""


@contextmanager
def message_bus(folder: Path) -> Iterator[str]:
    """The address of a separate message bus."""
    program = require_program("dbus-daemon", "apt-get install dbus (Debian)")
    config = folder / "bus.conf"
    config.write_text(CONFIG.format(path=folder / "bus"))
    process = subprocess.Popen(
        [program, f"--config-file={config}", "--print-address", "--nofork"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def device_path(address: str) -> str:
    return f"{ADAPTER_PATH}/dev_{address.replace(':', '_')}"


class FakeBlueZ:
    """Has one adapter and some devices. A device with our service record is the host profile of this same machine."""

    def __init__(self) -> None:
        self.adapter: dict[str, Any] = {"Address": HOST, "Powered": True, "Discoverable": False}
        self.devices: dict[str, dict[str, Any]] = {
            HOST: {"Address": HOST, "Alias": "Ayşe's", "Paired": False, "UUIDs": [SERVICE]},
            CAR: {"Address": CAR, "Alias": "a car", "Paired": True, "UUIDs": []},
            GUEST: {"Address": GUEST, "Alias": "somebody's", "Paired": False, "UUIDs": []},
        }
        self.profiles: dict[str, tuple[str, str, dict[str, Any]]] = {}
        """For each role, the connection to the bus, the path and the options of the profile."""
        self.paired: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self.bus = await MessageBus(bus_type=BusType.SYSTEM, negotiate_unix_fd=True).connect()
        self.bus.add_message_handler(self._handle)
        await self.bus.request_name("org.bluez", NameFlag.NONE)

    def close(self) -> None:
        self.bus.disconnect()

    def _handle(self, message: Message) -> Message | bool:
        if message.message_type is not MessageType.METHOD_CALL or not message.path.startswith("/"):
            return False
        answer = getattr(self, f"_{message.member}", None)
        if answer is None:
            return False
        result = answer(message)
        return result if isinstance(result, bool | Message) else Message.new_method_return(message, *result)

    def _GetManagedObjects(self, message: Message) -> Any:  # noqa: N802
        objects = {ADAPTER_PATH: {"org.bluez.Adapter1": _variants(self.adapter)}} if self.adapter else {}
        for address, device in self.devices.items():
            objects[device_path(address)] = {"org.bluez.Device1": _variants(device)}
        return "a{oa{sa{sv}}}", [objects]

    def _Get(self, message: Message) -> Any:  # noqa: N802
        return "v", [_variants(self._properties(message.path))[message.body[1]]]

    def _Set(self, message: Message) -> Any:  # noqa: N802
        self._properties(message.path)[message.body[1]] = message.body[2].value
        return "", []

    def _StartDiscovery(self, message: Message) -> Any:  # noqa: N802
        return Message.new_error(message, "org.bluez.Error.InProgress", "Operation already in progress")

    def _Pair(self, message: Message) -> Any:  # noqa: N802
        self._properties(message.path)["Paired"] = True
        self.paired.append(message.path)
        return "", []

    def _RegisterProfile(self, message: Message) -> Any:  # noqa: N802
        path, service, options = message.body
        assert service == SERVICE
        self.profiles[options["Role"].value] = (message.sender, path, options)
        return "", []

    def _ConnectProfile(self, message: Message) -> Any:  # noqa: N802
        if "server" not in self.profiles:
            return Message.new_error(message, "org.bluez.Error.Failed", "Host is down")
        task = asyncio.ensure_future(self._connect(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def _connect(self, message: Message) -> None:
        ends = socket.socketpair()
        for end, role, device in zip(ends, ("client", "server"), (message.path, device_path(GUEST)), strict=True):
            sender, path, _ = self.profiles[role]
            call = Message(
                destination=sender,
                path=path,
                interface="org.bluez.Profile1",
                member="NewConnection",
                signature="oha{sv}",
                body=[device, 0, {}],
                unix_fds=[end.fileno()],
            )
            answer = await self.bus.call(call)
            assert answer
            assert answer.message_type is MessageType.METHOD_RETURN, answer.body
            end.close()
        await self.bus.send(Message.new_method_return(message))

    def _properties(self, path: str) -> dict[str, Any]:
        if path == ADAPTER_PATH:
            return self.adapter
        return next(device for address, device in self.devices.items() if device_path(address) == path)


def _variants(properties: dict[str, Any]) -> dict[str, Variant]:
    kinds = {bool: "b", str: "s", list: "as"}
    return {name: Variant(kinds[type(value)], value) for name, value in properties.items()}
