"""Two devices in this process, each with its own data folder, and a connection between them that can be cut."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from damaci.host import Engines, Room, Rooms
from damaci.links.bonds import Bonds
from damaci.links.desk import Desk
from damaci.links.link import Link, LinkLost, Listener, Near, OnLink, Transport
from damaci.links.pace import Pace
from damaci.links.reception import Offer, Reception
from damaci.links.tcp import Tcp
from damaci.links.visit import Visit
from damaci.links.visits import Visits
from damaci.play import commands
from damaci.play.events import Color, Settings
from damaci.play.refusal import Refusal
from damaci.store import Store
from tests.host.fakes import FakeEngine, eventually
from tests.support import PATIENCE

QUICK = Pace(beat=0.2, silence=2.0, stall=2.0, greeting=3.0, first_pause=0.01, longest_pause=0.1, patience=6.0)


class Cable:
    """A transport whose links can be cut, silenced and tampered with, on the guest's side."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self.links: list[FragileLink] = []
        self.broken = False
        self.on_link: Callable[[FragileLink], None] = lambda link: None

    async def missing(self) -> str:
        return ""

    async def listen(self, on_link: OnLink, address: str = "") -> Listener:
        return Unannounced(await self._inner.listen(on_link, address))

    async def connect(self, address: str) -> Link:
        if self.broken:
            raise LinkLost("the cable is cut")
        link = FragileLink(await self._inner.connect(address))
        self.on_link(link)
        self.links.append(link)
        return link

    async def near(self) -> Sequence[Near]:
        return []

    async def close(self) -> None:
        """Does nothing: the cable has no resources of its own."""

    async def cut(self) -> None:
        """Cuts every link, and refuses new ones until the cable is mended."""
        self.broken = True
        for link in self.links:
            await link.close()
        self.links.clear()


class Unannounced:
    """A listener that does not announce itself to others. Announcing takes a second each time, and is tested in
    test_lan."""

    def __init__(self, inner: Listener) -> None:
        self._inner = inner
        self.address = inner.address

    async def announce(self, name: str, ruleset: str) -> None:
        """Does nothing: the listener is not announced."""

    async def conceal(self) -> None:
        """Does nothing: the listener was not announced."""

    async def close(self) -> None:
        await self._inner.close()


class FragileLink:
    """A link that loses or changes messages, as a test requires."""

    def __init__(self, inner: Link) -> None:
        self._inner = inner
        self.peer = inner.peer
        self.incoming: Callable[[bytes], bytes] = lambda data: data
        self.outgoing: Callable[[bytes], Sequence[bytes]] = lambda data: [data]

    async def read(self) -> bytes:
        return self.incoming(await self._inner.read())

    async def write(self, data: bytes) -> None:
        for piece in self.outgoing(data):
            await self._inner.write(piece)
            await asyncio.sleep(0)

    async def close(self) -> None:
        await self._inner.close()


class Device:
    """An app without its pages."""

    def __init__(self, store: Store, rooms: Rooms, desk: Desk, cable: Cable, transports: dict[str, Transport]) -> None:
        self.store = store
        self.rooms = rooms
        self.desk = desk
        self.cable = cable
        self.transports = transports
        """A test may replace them."""

    async def room(self, game: str) -> Room:
        return await self.rooms.get(game)

    async def submit(self, game: str, command: commands.AnyCommand) -> Refusal | int:
        return await (await self.room(game)).submit(command)

    async def log(self, game: str) -> list[Any]:
        return await self.store.log.read(game)

    @property
    def port(self) -> int:
        return int(self.desk.listeners["tcp"].address.rpartition(":")[2])


@asynccontextmanager
async def device(folder: Path, pace: Pace = QUICK, unwatched: float = 60.0) -> AsyncIterator[Device]:
    cable = Cable(Tcp("127.0.0.1"))
    transports: dict[str, Transport] = {"tcp": cable}
    engines = Engines(FakeEngine)
    async with Store(folder) as store:
        bonds = Bonds(store)
        visits = Visits(store.log, bonds, transports, pace)
        rooms = Rooms(
            store,
            engines,
            on_rematch=lambda game, following, table: bonds.follow(game, following),
            elsewhere=visits.room,
        )
        desk = Desk(rooms, bonds, Reception(rooms, bonds, pace), visits, transports, unwatched)
        await desk.open()
        try:
            yield Device(store, rooms, desk, cable, transports)
        finally:
            await desk.close()
            await rooms.close()
            engines.close()


async def offer(host: Device, settings: Settings | None = None, **more: Any) -> str:
    """Offers a game; returns the host's address."""
    await host.desk.offer(Offer(name="Ayşe", settings=settings or Settings(), **more), ["tcp"])
    return f"127.0.0.1:{host.port}"


async def begin(
    host: Device, guest: Device, settings: Settings | None = None, color: Color = "white"
) -> tuple[str, Visit]:
    """Begins a game between the devices in which the host is `color`. Returns its id and the guest's visit."""
    visit = await guest.desk.visits.join("tcp", await offer(host, settings), "Mehmet")
    await eventually(lambda: host.desk.reception.newcomers)
    [newcomer] = host.desk.reception.newcomers
    game = await host.desk.accept(newcomer, color)
    await eventually(lambda: visit.state == "playing")
    return game, visit


async def same(host: Device, guest: Device, game: str) -> None:
    """Waits until both devices have stored the same events of the game."""
    async with asyncio.timeout(PATIENCE):
        while await host.log(game) != await guest.log(game):  # noqa: ASYNC110 - a disk tells nobody
            await asyncio.sleep(0.01)
