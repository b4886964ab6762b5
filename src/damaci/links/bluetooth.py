"""What games by Bluetooth need: the numbers of our service, and what may be missing for it."""

import socket
import sys

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

REMEDIES: dict[str, str] = {
    UNSUPPORTED: "play over the local network",
    NO_SOCKETS: "use python.org's Python on Windows",
    NO_SYSTEM: "switch Bluetooth on, or plug in an adapter",
    NO_BLUEZ: "apt-get install bluez (Debian), then systemctl start bluetooth",
    NO_ADAPTER: "plug one in; the kernel needs its driver",
    OFF: "switch it on in the system's settings, or: bluetoothctl power on",
}
"""For each code that `missing` returns, how to get what is missing, in English for a terminal. What it is:
damaci.explanations."""


def sockets_missing() -> str:
    """The key in REMEDIES for why Python's Bluetooth sockets do not work here; empty if they do."""
    if sys.platform == "darwin":
        return UNSUPPORTED
    if not hasattr(socket, "AF_BLUETOOTH"):
        return NO_SOCKETS
    try:
        socket.socket(socket.AF_BLUETOOTH, socket.SOCK_STREAM, socket.BTPROTO_RFCOMM).close()
    except OSError:
        return NO_SYSTEM
    return ""
