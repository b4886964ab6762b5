"""The transports to other devices that this machine has."""

import sys
from collections.abc import Mapping

from damaci.links.link import Transport
from damaci.links.tcp import Tcp


def system_transports() -> Mapping[str, Transport]:
    """The transports by the names that the protocol and the pages use."""
    return {"bluetooth": system_bluetooth(), "tcp": Tcp()}


def system_bluetooth() -> Transport:
    """Links by Bluetooth RFCOMM through the operating system."""
    if sys.platform == "linux":
        from damaci.links.bluez import BlueZ

        return BlueZ()
    from damaci.links.rfcomm import RfcommSockets

    return RfcommSockets()
