"""The transports to other devices that this machine has."""

from collections.abc import Mapping

from damaci.links.bluetooth import system_bluetooth
from damaci.links.link import Transport
from damaci.links.tcp import Tcp


def system_transports() -> Mapping[str, Transport]:
    """The transports by the names that the protocol and the pages use."""
    return {"bluetooth": system_bluetooth(), "tcp": Tcp()}
