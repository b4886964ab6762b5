"""Bluetooth without hardware: Bumble's stack runs in this process, its controller in the process of tests.links.air."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from bumble import core, rfcomm
from bumble.core import UUID
from bumble.device import Connection, Device
from bumble.hci import Address
from bumble.transport import open_transport

from damaci.links.bluetooth import SERVICE
from damaci.links.link import Link, LinkLost, Listener, Near, OnLink

CONNECT_SECONDS = 2.0


class BumbleRadio:
    """A transport over a virtual controller. `hci` is its address in Bumble's notation; the transport's own addresses
    are those of devices."""

    def __init__(self, hci: str, others: Sequence[str] = ()) -> None:
        """`others`: the addresses of devices that are found nearby."""
        self._hci = hci
        self._others = others
        self._starting: asyncio.Task[Device] | None = None
        self._connecting = asyncio.Lock()

    async def missing(self) -> str:
        return ""

    async def device(self) -> Device:
        self._starting = self._starting or asyncio.create_task(self._start())
        return await asyncio.shield(self._starting)

    async def _start(self) -> Device:
        transport = await open_transport(self._hci)
        device = Device.with_hci("Damacı", Address("F0:F0:F0:F0:F0:F0"), transport.source, transport.sink)
        device.classic_enabled = True
        await device.power_on()
        return device

    async def listen(self, on_link: OnLink, address: str = "") -> Listener:
        device = await self.device()
        server = rfcomm.Server(device)
        tasks: set[asyncio.Task[None]] = set()

        def accept(dlc: rfcomm.DLC) -> None:
            task = asyncio.ensure_future(
                on_link(DlcLink(dlc, str(dlc.multiplexer.l2cap_channel.connection.peer_address)))
            )
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        channel = server.listen(accept)
        device.sdp_service_records = {1: rfcomm.make_service_sdp_records(1, channel, UUID(SERVICE))}
        await device.set_discoverable(True)
        await device.set_connectable(True)
        return BumbleListener(device, server)

    async def connect(self, address: str) -> Link:
        device = await self.device()
        try:
            async with self._connecting, asyncio.timeout(CONNECT_SECONDS):
                connection = device.find_connection_by_bd_addr(Address(address), core.PhysicalTransport.BR_EDR)
                connection = connection or await device.connect(address, transport=core.PhysicalTransport.BR_EDR)
                channel = await rfcomm.find_rfcomm_channel_with_uuid(connection, UUID(SERVICE))
                if channel is None:
                    raise LinkLost(f"{address} offers nothing")
                multiplexer = await rfcomm.Client(connection).start()
                return DlcLink(await multiplexer.open_dlc(channel), address, connection)
        except (core.BaseBumbleError, TimeoutError, asyncio.CancelledError) as error:
            if (task := asyncio.current_task()) and task.cancelling():
                raise
            raise LinkLost(f"{address}: {error}") from error

    async def near(self) -> Sequence[Near]:
        return [Near(address, "a virtual device") for address in self._others]

    async def close(self) -> None:
        """Does nothing: the controller is released when the process ends."""


class BumbleListener:
    def __init__(self, device: Device, server: rfcomm.Server) -> None:
        self._device = device
        self._server = server
        self.address = str(device.public_address)

    async def announce(self, name: str, ruleset: str) -> None:
        """Does nothing: the service record announces the game."""

    async def conceal(self) -> None:
        """Does nothing: the service record is removed with the listener."""

    async def close(self) -> None:
        self._device.sdp_service_records = {}
        self._server.l2cap_server.close()


class DlcLink:
    """A link over RFCOMM. Messages are read in the pieces in which Bumble delivers them."""

    def __init__(self, dlc: rfcomm.DLC, peer: str, connection: Connection | None = None) -> None:
        self.peer = peer
        self._dlc = dlc
        self._connection = connection
        self._pieces: asyncio.Queue[bytes] = asyncio.Queue()
        self._open = True
        dlc.sink = self._pieces.put_nowait
        dlc.on(dlc.EVENT_CLOSE, self._end)
        dlc.multiplexer.l2cap_channel.on("close", self._end)
        dlc.multiplexer.l2cap_channel.connection.on("disconnection", lambda reason: self._end())

    def _end(self) -> None:
        self._open = False
        self._pieces.put_nowait(b"")

    async def read(self) -> bytes:
        return await self._pieces.get()

    async def write(self, data: bytes) -> None:
        if not self._open:
            raise LinkLost(f"{self.peer}: disconnected")
        self._dlc.write(data)

    async def close(self) -> None:
        was_open = self._open
        self._open = False
        if was_open and self._connection:
            with suppress(core.BaseBumbleError, TimeoutError):
                async with asyncio.timeout(CONNECT_SECONDS):
                    await self._connection.disconnect()
