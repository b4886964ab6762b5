"""The ways of reaching other devices that this machine has."""

from collections.abc import Mapping

from damaci.links.bluetooth import system_bluetooth
from damaci.links.link import Transport
from damaci.links.tcp import Tcp


def system_transports() -> Mapping[str, Transport]:
    """By their names, for protocol and page."""
    return {"bluetooth": system_bluetooth(), "tcp": Tcp()}
