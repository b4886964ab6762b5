"""Bluetooth by Python's own sockets, for Windows: on a fixed channel, without service records and device discovery."""

import asyncio
import re
import socket
from collections.abc import Sequence

from damaci.host.tasks import Tasks
from damaci.links.bluetooth import CHANNEL, sockets_missing
from damaci.links.link import LinkLost, Near, OnLink, StreamLink

ANY = "00:00:00:00:00:00"
CONNECT_SECONDS = 20.0
LOOK_SECONDS = 0.5
"""The most seconds that closing a listener may take. Connections are accepted in a thread, because not every event loop
can accept Bluetooth sockets."""

_ADDRESS = re.compile("[0-9A-F]{2}(:[0-9A-F]{2}){5}")


class RfcommSockets:
    """Links by RFCOMM on a fixed channel. An address is a device address, such as `00:1A:7D:DA:71:13`."""

    async def missing(self) -> str:
        """See Transport."""
        return sockets_missing()

    async def listen(self, on_link: OnLink, address: str = "") -> "RfcommListener":
        """See Transport."""
        if sockets_missing():
            raise LinkLost("there are no Bluetooth sockets here")
        listening = new_socket()
        try:
            listening.bind((ANY, CHANNEL))
            listening.listen(4)
        except OSError as error:
            listening.close()
            raise LinkLost(f"cannot listen on Bluetooth channel {CHANNEL}: {error.strerror or error}") from error
        return RfcommListener(listening, on_link)

    async def connect(self, address: str) -> StreamLink:
        """See Transport."""
        address = address.strip().upper().replace("-", ":")
        if not _ADDRESS.fullmatch(address):
            raise LinkLost(f"{address!r} is no Bluetooth address: expected one like 00:1A:7D:DA:71:13")
        if sockets_missing():
            raise LinkLost("there are no Bluetooth sockets here")
        connecting = new_socket()
        connecting.settimeout(CONNECT_SECONDS)
        try:
            await asyncio.to_thread(connecting.connect, (address, CHANNEL))
        except OSError as error:
            connecting.close()
            raise LinkLost(f"{address}: {error.strerror or error}") from error
        return await StreamLink.over(connecting, address)

    async def near(self) -> Sequence[Near]:
        """See Transport; always empty, because these sockets cannot discover devices."""
        return []

    async def close(self) -> None:
        """See Transport; there is nothing to close."""


class RfcommListener:
    """See Listener. This machine's own Bluetooth address is not known here: the system's settings show it."""

    address = ""

    def __init__(self, listening: socket.socket, on_link: OnLink) -> None:
        self._listening = listening
        self._on_link = on_link
        listening.settimeout(LOOK_SECONDS)
        self._links = Tasks()
        self._accepting = asyncio.create_task(self._accept())
        self._closed = False

    async def announce(self, name: str, ruleset: str) -> None:
        """See Listener; does nothing, because these sockets cannot announce."""

    async def conceal(self) -> None:
        """See Listener."""

    async def close(self) -> None:
        """See Listener."""
        self._closed = True
        await self._accepting
        self._listening.close()

    async def _accept(self) -> None:
        while not self._closed:
            try:
                connected, peer = await asyncio.to_thread(self._listening.accept)
            except OSError:  # timed out, or the client has disconnected
                continue
            self._links.start(self._take(connected, str(peer[0])))

    async def _take(self, connected: socket.socket, peer: str) -> None:
        await self._on_link(await StreamLink.over(connected, peer))


def new_socket() -> socket.socket:
    """Creates an RFCOMM socket. Raises OSError."""
    return socket.socket(socket.AF_BLUETOOTH, socket.SOCK_STREAM, socket.BTPROTO_RFCOMM)
