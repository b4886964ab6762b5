"""The radio link between two virtual Bluetooth controllers, as a process: `python -m tests.links.air HCI HCI`.

It reads commands from standard input: `cut SIZE` loses the next packet of at least SIZE bytes, and closes the
connection.
"""

import asyncio
import sys

from bumble import core
from bumble.controller import Controller
from bumble.hci import Address, HCI_ErrorCode
from bumble.link import LocalLink
from bumble.transport import open_transport


def address(number: int) -> str:
    """The address of a controller."""
    return f"A{number}:00:00:00:00:0{number + 1}"


class Air(LocalLink):
    """A radio link that loses packets when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.fragile: int | None = None

    def send_acl_data(
        self,
        sender_controller: Controller,
        destination_address: Address,
        transport: core.PhysicalTransport,
        data: bytes,
    ) -> None:
        if self.fragile is None or len(data) < self.fragile:
            super().send_acl_data(sender_controller, destination_address, transport, data)
            return
        self.fragile = None
        for controller in self.controllers:
            for peer in list(controller.classic_connections):
                controller.on_classic_disconnected(peer, HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
        print("cut", flush=True)


async def main(*transports: str) -> None:
    air = Air()
    kept = []
    for number, name in enumerate(transports):
        transport = await open_transport(name)
        controller = Controller(
            f"C{number}",
            host_source=transport.source,
            host_sink=transport.sink,
            link=air,
            public_address=f"{address(number)}/P",
        )
        kept.append((transport, controller))
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        _, size = line.split()
        air.fragile = int(size)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
