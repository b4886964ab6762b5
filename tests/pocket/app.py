"""The app of a worker, run in this process. Tests send it requests as a page does."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from damaci import book, puzzles
from damaci.board.move import Move
from damaci.engine import AsyncEngine
from damaci.engine.analysis import Analysis, Line, Score
from damaci.game.game import Game
from damaci.host.engine_pool import LONGEST_THOUGHT, always
from damaci.host.fair_queue import Asker
from damaci.pocket.all_tables import AllTables
from damaci.pocket.app import PocketApp
from damaci.pocket.bus import TabBus
from damaci.pocket.fair_play import Ask, FairPlay
from damaci.pocket.records import Records
from damaci.pocket.services import AppEngines, open_services
from damaci.pocket.store import PocketStore
from damaci.pocket.table_files import MemoryFiles, TableFiles
from damaci.pocket.table_shelf import OnMade, TableShelf
from damaci.pocket.whole import Fetch, Whole
from damaci.services.device_speed import DeviceSpeed
from damaci.tablebase import Plan, RemoteTablebase, Tablebase, build
from tests.support import PATIENCE

NEVER = 1e6
SMALL = 2
LARGE = 3
"""The pieces of the largest endgame tables, one less than on a device, so that the tables are made in a second."""


class QuickPool:
    """Plays the first legal move without thinking."""

    longest = LONGEST_THOUGHT

    async def play(
        self,
        game: Game,
        how: str,
        seed: int,
        seconds: float,
        *,
        asker: Asker,
        expected: float,
        wanted: Callable[[], bool] = always,
    ) -> Move:
        return game.legal_moves[0]

    async def analyse(
        self, game: Game, seconds: float, *, asker: Asker, wanted: Callable[[], bool] = always
    ) -> Analysis:
        return Analysis(game.position, 1, 1, 0.0, (Line(Score(cp=0), game.legal_moves[:1]),))


class NativeMaker:
    """Makes endgame tables as TableMaker does."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def make(self, plan: Plan, on_made: OnMade) -> None:
        for pair in build(self._folder, plan):
            await on_made(pair)


@asynccontextmanager
async def alone() -> AsyncIterator[None]:
    """The lock that tabs share, for a single tab."""
    yield


async def unreachable(name: str, again: bool) -> None:
    """Fetches no file."""


@dataclass
class Answer:
    """The response to a request."""

    status: int
    body: str
    name: str
    parts: list[str]

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def text(self) -> str:
        return "".join(self.parts) or self.body


@dataclass
class Tab:
    """A page with its worker."""

    app: PocketApp | None = None
    language: str = "en"
    told: list[dict[str, Any]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    numbers: int = 0

    def post(self, text: str) -> None:
        self.told.append(msgspec.json.decode(text))
        self.news.set()

    def send(self, file: bytes | None = None, **message: object) -> None:
        assert self.app
        self.app.receive(msgspec.json.encode(message).decode(), None if file is None else io.BytesIO(file))

    async def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message for which the condition is true. It is removed from those that were received."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for number, message in enumerate(self.told):
                    if fits(message):
                        return self.told.pop(number)
                self.news.clear()
                await self.news.wait()

    async def ask(self, name: str, data: object = None, file: bytes | None = None) -> Answer:
        self.numbers += 1
        id = self.numbers
        self.send(file, type="request", id=id, name=name, language=self.language, data=data or {})
        answer = await self.until(lambda told: told.get("id") == id and told["type"] == "answer")
        parts = [told["text"] for told in self.told if told.get("id") == id]
        self.told = [told for told in self.told if told.get("id") != id]
        return Answer(answer["status"], answer["body"], answer.get("name", ""), parts)

    def open(self, name: str, **data: str) -> int:
        self.numbers += 1
        self.send(type="open", channel=self.numbers, name=name, language=self.language, data=data)
        return self.numbers

    def say(self, channel: int, **message: object) -> None:
        self.send(type="text", channel=channel, text=msgspec.json.encode(message).decode())

    async def heard(self, channel: int, fits: Callable[[dict[str, Any]], bool] = lambda told: True) -> dict[str, Any]:
        """The next message on a channel for which the condition is true."""
        found = await self.until(
            lambda told: (
                told["type"] == "text" and told["channel"] == channel and fits(msgspec.json.decode(told["text"]))
            )
        )
        message: dict[str, Any] = msgspec.json.decode(found["text"])
        return message


@asynccontextmanager
async def opened(
    records: Records,
    folder: Path,
    others: list[TabBus] | None = None,
    files: TableFiles | None = None,
    pause: float = NEVER,
    web: RemoteTablebase | None = None,
    fetch: Fetch = unreachable,
    own_positions: Ask | None = None,
) -> AsyncIterator[Tab]:
    """A tab that uses these records. `others`: the buses of all tabs. `folder`: the folder of its endgame tables, which
    it begins to make after `pause`. `web`: the endgame tables of the site's host. `fetch`: fetches all puzzles and
    openings. `own_positions`: asks the server beside the site."""
    buses = others if others is not None else []
    tab = Tab()

    def spread(text: str) -> None:
        for bus in buses:
            if bus is not own[0]:
                bus.receive(text)

    own: list[TabBus | None] = [None]
    bus = TabBus(spread, shared=bool(buses))
    own[0] = bus
    buses.append(bus)
    tablebase = Tablebase(folder)
    engines = AppEngines(QuickPool(), lambda megabytes: AsyncEngine(megabytes, tables=tablebase))
    store = PocketStore(records)
    tables = TableShelf(
        tablebase, files or MemoryFiles(), store.settings, NativeMaker(folder), alone, pause, SMALL, LARGE
    )
    speed = DeviceSpeed(store.settings, engines.make, pause)
    async with AsyncExitStack() as stack:
        known = AllTables(tables, web)
        fair = FairPlay(own_positions)
        whole = Whole(fetch, puzzles.SHIPPED, book.SHIPPED)
        services = await stack.enter_async_context(open_services(store, bus, engines, known, speed, whole, fair))
        tab.app = PocketApp(services, tab.post)
        stack.push_async_callback(tab.app.close)
        yield tab
