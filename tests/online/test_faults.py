"""Processes are killed and servers fail while games are played: nothing acknowledged is lost, nothing happens twice,
and all games continue."""

import asyncio
import contextlib
import random
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from itertools import cycle

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.frames import CloseCode

from damaci.host.pulse import BEAT_SECONDS
from damaci.play import Table
from damaci.play.events import AnyEvent, Moved, Resumed
from damaci.store import Store
from damaci.stored.summary import Summary
from tests.host.fakes import eventually
from tests.online.bots import RETRY_SECONDS, Bot, Guest, Pair, Tally
from tests.online.cluster import Process
from tests.servers import Postgres, Redis
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

PAIRS = 6
PACE = 0.02


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that a test may stop. It uses fsync, because it must survive a kill."""
    server = Postgres()
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def own_redis() -> Iterator[Redis]:
    server = Redis()
    server.start()
    yield server
    server.close()


@pytest.fixture
async def database(own_postgres: Postgres, anyio_backend: str) -> str:
    return await own_postgres.new_database()


@pytest.fixture
def processes(database: str, own_redis: Redis) -> Iterator[list[Process]]:
    """Two processes that serve the same games. They are started at the same time with an empty database."""
    started = [Process(database, redis=own_redis.url) for _ in range(2)]
    for process in started:
        process.begin()
    for process in started:
        process.wait()
    yield started
    said = []
    for process in started:
        process.kill()
        said.append(process.log.read_text())
        process.close()
    assert "the conversation failed" not in "".join(said)


@asynccontextmanager
async def playing(processes: list[Process], tally: Tally) -> AsyncIterator[None]:
    """Games are played while this context lasts; at its end, every bot must be able to make two more moves."""
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        pairs = [Pair(client, [process.address for process in processes], tally, PACE) for _ in range(PAIRS)]
        tasks = [asyncio.create_task(_go_on(pair)) for pair in pairs]
        await progress(tally, PAIRS)
        yield
        await progress(tally, 2 * PAIRS)
        assert not [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def _go_on(pair: Pair) -> None:
    while True:
        bots: tuple[Bot, Bot] = await _begin(pair)
        await asyncio.gather(*(bot.play() for bot in bots))


async def _begin(pair: Pair) -> tuple[Bot, Bot]:
    """Begins a new game, as soon as a process answers that can store it."""
    while True:
        try:
            return await pair.begin()
        except httpx.TransportError:
            pass
        except httpx.HTTPStatusError as refusal:
            if refusal.response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
        await asyncio.sleep(RETRY_SECONDS)


async def progress(tally: Tally, moves: int) -> None:
    """Waits until this many more moves have been acknowledged."""
    goal = len(tally.acknowledged) + moves
    await eventually(lambda: len(tally.acknowledged) >= goal)


async def at_rest(store: Store, game: str) -> tuple[Sequence[AnyEvent], Summary]:
    """The events of a game and its row, as soon as both agree: the last move of a bot may not be stored yet."""
    async with asyncio.timeout(PATIENCE):
        while True:
            events = await store.log.read(game)
            summary = await store.games.get(game)
            if summary and summary.version == len(events):
                return events, summary
            await asyncio.sleep(0.1)


async def check(database: str, tally: Tally) -> None:
    """Checks that every game is valid, and that every acknowledged move is stored exactly once."""
    async with Store(database) as store:
        found: Counter[tuple[str, int, str]] = Counter()
        for game in tally.games:
            events, summary = await at_rest(store, game)
            moved = [event for event in events if isinstance(event, Moved)]
            assert (summary.version, summary.plies, Table.fold(events).ply) == (len(events), len(moved), len(moved))
            found.update((game, event.ply, event.id) for event in moved)
    assert {found[move] for move in tally.acknowledged} == {1}


async def test_processes_killed_at_any_time_lose_nothing(processes: list[Process], database: str) -> None:
    tally = Tally()
    async with playing(processes, tally):
        for turn in range(4):
            await asyncio.sleep(random.Random(turn).random() * 0.3)
            killed = processes[turn % 2]
            killed.kill()
            await progress(tally, 2 * PAIRS)  # at the other process
            killed.start()
    assert tally.reconnections > 0
    await check(database, tally)


@pytest.mark.parametrize("how", ["killed", "restarted", "held"])
async def test_while_the_database_is_away_moves_are_refused(
    processes: list[Process], database: str, own_postgres: Postgres, how: str
) -> None:
    tally = Tally()
    async with playing(processes, tally):
        match how:
            case "killed":
                own_postgres.kill()
            case "restarted":
                own_postgres.stop()
            case "held":
                own_postgres.hold()
        try:
            # If it is busy, a process may close the connections before the first move has waited long enough to be
            # refused.
            await eventually(lambda: tally.refused["storage"] or CloseCode.TRY_AGAIN_LATER in tally.codes)
        finally:  # The other tests use the same server.
            own_postgres.let_go() if how == "held" else own_postgres.start()
    assert set(tally.refused) <= {"storage"}
    await check(database, tally)


@pytest.mark.parametrize("how", ["ended", "held"])
async def test_without_redis_play_goes_on_and_notices_come_back(
    processes: list[Process], database: str, own_redis: Redis, how: str
) -> None:
    tally = Tally()
    async with playing(processes, tally):
        own_redis.stop() if how == "ended" else own_redis.hold()
        await progress(tally, 2 * PAIRS)
        own_redis.start() if how == "ended" else own_redis.let_go()
    assert not tally.refused
    await check(database, tally)


async def test_a_process_that_is_asked_to_end_tells_its_clients_to_come_back(
    processes: list[Process], database: str
) -> None:
    tally = Tally()
    async with playing(processes, tally):
        for process in processes:
            assert process.stop() == 0
            process.start()
    assert tally.codes == {1012}
    await check(database, tally)


# ---- clocks ----------------------------------------------------------------------------------------------------------

BASE = 4.0
AWAY = BASE + 2.0
"""In seconds: a player who is charged this time has lost."""


class Timed:
    """A game with clocks, whose sides are connected to different processes. White is to move."""

    def __init__(self, client: httpx.AsyncClient, processes: list[Process]) -> None:
        self._processes = processes
        self._client = client
        self._guests = Guest(client), Guest(client)
        self.game = ""

    async def begin(self) -> None:
        white, black = self._guests
        games = f"{self._processes[0].address}/api/v1/games"
        made = await white.post(games, {"color": "white", "clock": {"base": BASE, "increment": 0}})
        self.game = made["id"]
        await black.post(f"{games}/{self.game}/join")
        for ply, move in ((1, "a3-a4"), (2, "h6-h5")):
            await self.move(ply, move)

    async def move(self, ply: int, move: str) -> None:
        """Makes a move of the side to move; repeats the request until it is carried out."""
        side = 1 - ply % 2
        request = {"type": "move", "ply": ply, "move": move, "id": f"{ply}"}
        while True:
            address = f"{self._processes[side % len(self._processes)].address}/api/v1/games/{self.game}/requests"
            try:
                await self._guests[side].post(address, request)
            except httpx.TransportError:
                pass
            except httpx.HTTPStatusError as refusal:
                if refusal.response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
                    raise AssertionError(refusal.response.text) from refusal
            else:
                return
            await asyncio.sleep(RETRY_SECONDS)

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Both pages are open while this context lasts, and reconnect whenever they can."""
        tasks = [
            asyncio.create_task(self._watch(process, guest))
            for process, guest in zip(cycle(self._processes), self._guests, strict=False)
        ]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    async def _watch(self, process: Process, guest: Guest) -> None:
        url = f"{process.address.replace('http', 'ws', 1)}/ws/game/{self.game}"
        while True:
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(url, additional_headers=guest.headers, open_timeout=PATIENCE) as socket:
                    await socket.send('{"type":"hello"}')
                    async for text in socket:
                        if "ping" in str(text)[:20]:
                            await socket.send('{"type":"pong"}')
            await asyncio.sleep(RETRY_SECONDS)


async def charged(database: str, game: str) -> tuple[float, list[Resumed]]:
    """The seconds that White was charged for the first timed move, and the outages that were given back."""
    async with Store(database) as store:
        events = await store.log.read(game)
    clocks = Table.fold(events).clocks
    assert clocks is not None
    assert [event.at for event in events] == sorted(event.at for event in events)
    return BASE - clocks.white, [event for event in events if isinstance(event, Resumed)]


@pytest.mark.parametrize("how", ["database killed", "database held", "processes killed", "one process held"])
async def test_an_outage_charges_nobody(
    processes: list[Process], database: str, own_postgres: Postgres, how: str
) -> None:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        timed = Timed(client, processes)
        await timed.begin()
        moved = time.monotonic()
        async with timed.watched():
            await asyncio.sleep(0.5)
            began = time.monotonic()
            await _away(how, processes, own_postgres)
            away = time.monotonic() - began
            back = time.monotonic()
            await timed.move(3, "b3-b4")
            waited = time.monotonic() - back
    cost, given = await charged(database, timed.game)
    thought = began - moved
    assert cost <= thought + BEAT_SECONDS + waited
    assert away - 1.5 <= sum(each.until - each.since for each in given) <= away + 2.5 + waited


async def _away(how: str, processes: list[Process], postgres: Postgres) -> None:
    match how:
        case "database killed":
            postgres.kill()
            await asyncio.sleep(AWAY)
            postgres.start()
        case "database held":
            postgres.hold()
            await asyncio.sleep(AWAY)
            postgres.let_go()
        case "processes killed":
            for process in processes:
                process.kill()
            await asyncio.sleep(AWAY)
            for process in processes:
                process.begin()
            await asyncio.to_thread(lambda: [process.wait() for process in processes])
        case "one process held":
            assert processes[0].process
            processes[0].process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(AWAY)
            processes[0].process.send_signal(signal.SIGCONT)
