"""Visitors from one address who send as many requests of several kinds as the server allows, for
`benchmarks.load --attack`."""

import asyncio
import itertools
import os
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.online.bots import Guest, Pair, Tally, begin_game

ADDRESS = "10.255.255.1"
"""The address of all visitors, as the proxy reports it."""
REST_SECONDS = 0.05
"""Seconds that a visitor waits after each request; after a refusal it waits ten times as long."""
TELL_SECONDS = 10.0
"""Seconds between two reports of the answers to the attack."""

PAGES = (
    "/",
    "/games",
    "/players",
    "/tournaments",
    "/learn",
    "/openings",
    "/puzzles",
    "/broadcasts",
    "/studies",
    "/bots",
)
ANSWERS = (
    "/api/v1/games",
    "/api/v1/explorer",
    "/api/v1/openapi.json",
    "/api/v1/bots",
    "/api/v1/tournaments",
    "/api/v1/data",
    "/api/puzzles/next",
    "/api/v1/tablebase?fen=W:WKa1:BKh8,g6",
)
KINDS = ("illegal", "state", "record", "computer", "lobby", "silent", "pages", "answers")
"""The kinds of visitors, as `Attack` has them."""

Work = Callable[[], Awaitable[object]]


class Attack:
    """Illegal moves over many sockets, the state and the record of a long game, games against the computer, listeners
    of the lobby, sockets that nobody reads, pages, and answers of the API."""

    def __init__(self, client: httpx.AsyncClient, addresses: Sequence[str]) -> None:
        self._client = client
        self._addresses = itertools.cycle(addresses)
        self._guest = Guest(client, ADDRESS)
        self._pages = itertools.cycle(PAGES)
        self._api = itertools.cycle(ANSWERS)
        self.answers: Counter[str] = Counter()
        """Statuses of answers, and codes of closed sockets."""

    async def run(self, visitors: int, kinds: Collection[str] = KINDS) -> None:
        """Runs this many visitors of each of these kinds until it is cancelled."""
        own = await self._own_game()
        long = await self._long_game()
        works: tuple[Work, ...] = (
            lambda: self._move_illegally(own),
            lambda: self._get(f"/api/v1/games/{long}"),
            lambda: self._get(f"/api/v1/games/{long}/pdn"),
            self._play_the_computer,
            self._listen_to_the_lobby,
            lambda: self._read_nothing(own),
            lambda: self._get(next(self._pages)),
            lambda: self._get(next(self._api)),
        )
        async with asyncio.TaskGroup() as tasks:
            for kind, work in [*zip(KINDS, works, strict=True)] * visitors:
                if kind in kinds:
                    tasks.create_task(self._again(work))
            while True:
                await asyncio.sleep(TELL_SECONDS)
                print("the attack was answered:", dict(self.answers), file=sys.stderr, flush=True)

    async def _again(self, work: Work) -> None:
        while True:
            try:
                await work()
            except (httpx.HTTPError, OSError, WebSocketException) as error:
                self.answers[type(error).__name__] += 1
                await asyncio.sleep(10 * REST_SECONDS)
            await asyncio.sleep(random.uniform(0, 2 * REST_SECONDS))

    async def _long_game(self) -> str:
        """A game that has been played to its end with random moves and without thinking time."""
        tally = Tally()
        bots = await Pair(self._client, [next(self._addresses)], tally).begin()
        await asyncio.gather(*(bot.play() for bot in bots))
        return tally.games[-1]

    async def _own_game(self) -> str:
        """A game in which the visitor has a seat."""
        return await begin_game(next(self._addresses), self._guest, Guest(self._client, ADDRESS))

    async def _get(self, path: str) -> None:
        answer = await self._client.get(next(self._addresses) + path, headers=self._guest.headers)
        self._count(answer)

    def _count(self, answer: httpx.Response) -> None:
        self.answers[str(answer.status_code)] += 1

    async def _play_the_computer(self) -> None:
        wish = {"opponent": "engine", "level": "master", "color": "black"}
        try:
            await self._guest.post(f"{next(self._addresses)}/api/v1/games", wish)
        except httpx.HTTPStatusError as error:
            self._count(error.response)

    def _socket(self, path: str) -> connect:
        address = next(self._addresses).replace("http", "ws", 1)
        return connect(address + path, additional_headers=self._guest.headers, compression=None, close_timeout=1)

    async def _move_illegally(self, game: str) -> None:
        async with self._socket(f"/ws/game/{game}") as socket:
            await socket.send('{"type":"hello"}')
            for count in itertools.count():
                move = {"type": "move", "color": "white", "ply": count, "move": "a1a8", "id": str(count)}
                await socket.send(msgspec.json.encode(move).decode())
                await self._read(socket)
                await asyncio.sleep(REST_SECONDS)

    async def _listen_to_the_lobby(self) -> None:
        async with self._socket("/ws/lobby") as socket:
            while True:
                await self._read(socket)

    async def _read(self, socket: ClientConnection) -> None:
        await socket.recv()
        self.answers["frames"] += 1

    async def _read_nothing(self, game: str) -> None:
        async with self._socket(f"/ws/game/{game}") as socket:
            socket.transport.pause_reading()
            await socket.send('{"type":"hello"}')
            await asyncio.sleep(5)


def attack(addresses: Sequence[str], visitors: int, kinds: Collection[str] = KINDS) -> None:
    """Attacks until the process is ended. It runs at a low priority, because real attackers do not share a machine with
    the servers."""
    os.nice(15)
    asyncio.run(_attack(addresses, visitors, kinds))


async def _attack(addresses: Sequence[str], visitors: int, kinds: Collection[str]) -> None:
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None)) as client:
        await Attack(client, addresses).run(visitors, kinds)
