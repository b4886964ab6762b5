"""Chooses the Bluetooth transport of the operating system, and says what is missing for it."""

import socket
import sys

from damaci.links.link import Transport

SERVICE = "6d1f0001-5f0b-4a4f-9a35-64616d610001"
"""The UUID of our service record, by which devices find each other."""
CHANNEL = 22
"""Our RFCOMM channel, for systems that cannot query service records."""

UNSUPPORTED = "unsupported"
NO_SOCKETS = "no-sockets"
NO_SYSTEM = "no-system"
NO_BLUEZ = "no-bluez"
NO_ADAPTER = "no-adapter"
OFF = "off"

MISSING: dict[str, tuple[str, str]] = {
    UNSUPPORTED: (
        "this system offers programs no Bluetooth of the kind that Damacı uses",
        "play over the local network",
    ),
    NO_SOCKETS: ("this Python has no Bluetooth sockets", "use python.org's Python on Windows"),
    NO_SYSTEM: ("the system offers no Bluetooth sockets", "switch Bluetooth on, or plug in an adapter"),
    NO_BLUEZ: (
        "BlueZ, the system's Bluetooth service, does not run",
        "apt-get install bluez (Debian), then systemctl start bluetooth",
    ),
    NO_ADAPTER: ("there is no Bluetooth adapter", "plug one in; the kernel needs its driver"),
    OFF: ("Bluetooth is switched off", "switch it on in the system's settings, or: bluetoothctl power on"),
}
"""In English, for each code that `missing` returns: what is missing, and how to get it."""


def system_bluetooth() -> Transport:
    """Links by Bluetooth RFCOMM through the operating system."""
    if sys.platform == "linux":
        from damaci.links.bluez import BlueZ

        return BlueZ()
    from damaci.links.rfcomm import RfcommSockets

    return RfcommSockets()


def sockets_missing() -> str:
    """The key in MISSING for why Python's Bluetooth sockets do not work here; empty if they do."""
    if sys.platform == "darwin":
        return UNSUPPORTED
    if not hasattr(socket, "AF_BLUETOOTH"):
        return NO_SOCKETS
    try:
        socket.socket(socket.AF_BLUETOOTH, socket.SOCK_STREAM, socket.BTPROTO_RFCOMM).close()
    except OSError:
        return NO_SYSTEM
    return ""
