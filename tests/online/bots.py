"""Programs that play random games over WebSockets. When a connection is lost, they reconnect to any process that
answers."""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER

RETRY_SECONDS = 0.1


class _Move(msgspec.Struct):
    text: str


class _Now(msgspec.Struct):
    ply: int
    turn: str
    legal: list[_Move] = []
    result: str = "*"


class _Heard(msgspec.Struct):
    type: str
    id: str = ""
    code: str = ""
    version: int = 0
    you: list[str] = []
    now: _Now | None = None


_decoder = msgspec.json.Decoder(_Heard)


@dataclass
class Tally:
    """The results of many bots together."""

    latencies: list[float] = field(default_factory=list)
    """Seconds from the sending of each move to its acknowledgement, refusals and reconnections in between included."""
    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    """Game, ply and id of each move that the server has acknowledged."""
    refused: Counter[str] = field(default_factory=Counter)
    reconnections: int = 0
    codes: set[int] = field(default_factory=set)
    """The codes with which the server has closed connections."""
    games: list[str] = field(default_factory=list)


class Bot:
    """One side of one game. Sends a move again, under the same id, until it is acknowledged."""

    def __init__(
        self, game: str, color: str, headers: dict[str, str], addresses: Sequence[str], tally: Tally, pace: float = 0.0
    ) -> None:
        """`pace` is the average thinking time before each move, in seconds."""
        self._game = game
        self._color = color
        self._headers = headers
        self._tally = tally
        self._pace = pace
        self._addresses = itertools.cycle(random.sample(addresses, len(addresses)))
        self._version: int | None = None
        self._pending: tuple[float, dict[str, object]] | None = None
        self._known = _Heard("")
        """The last message with the state of the game."""
        self._over = False

    async def play(self) -> None:
        """Plays until the game is over."""
        while not self._over:
            try:
                await self._visit(next(self._addresses))
            except (OSError, WebSocketException) as error:
                self._tally.reconnections += 1
                if isinstance(error, ConnectionClosed) and error.rcvd:
                    self._tally.codes.add(error.rcvd.code)
                await asyncio.sleep(RETRY_SECONDS)

    async def _visit(self, address: str) -> None:
        url = f"{address.replace('http', 'ws', 1)}/ws/game/{self._game}"
        async with connect(
            url,
            additional_headers=self._headers,
            compression=None,
            open_timeout=10,
            ping_interval=None,
            close_timeout=1,
        ) as socket:
            self._socket = socket
            await self._send({"type": "hello"} if self._version is None else {"type": "hello", "after": self._version})
            if self._pending:
                await self._send(self._pending[1])
            async for text in socket:
                await self._hear(_decoder.decode(text))
                if self._over and not self._pending:
                    return

    async def _send(self, message: dict[str, object]) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def _hear(self, heard: _Heard) -> None:
        if heard.type == "done" and self._pending and heard.id == self._pending[1]["id"]:
            sent, move = self._pending
            self._pending = None
            self._tally.latencies.append(time.perf_counter() - sent)
            self._tally.acknowledged.append((self._game, int(str(move["ply"])), heard.id))
            if self._known.now and heard.version <= self._known.version:
                # The first answer was lost, and the other side's reply came before this one.
                await self._consider(self._known.now)
        elif heard.type == "refused" and self._pending:
            self._tally.refused[heard.code] += 1
            await asyncio.sleep(RETRY_SECONDS)
            await self._send(self._pending[1])
        elif heard.now:
            self._version = heard.version
            self._known = heard
            self._over = heard.now.result != "*"
            await self._consider(heard.now)

    async def _consider(self, now: _Now) -> None:
        if self._over or now.turn != self._color or self._pending:
            return
        if self._pace:
            await asyncio.sleep(random.uniform(0.5, 1.5) * self._pace)
        move = {
            "type": "move",
            "ply": now.ply + 1,
            "move": random.choice(now.legal).text,
            "id": f"{random.getrandbits(64):x}",
        }
        self._pending = (time.perf_counter(), move)
        await self._send(move)


class Guest:
    """A client like a browser."""

    def __init__(self, client: httpx.AsyncClient, address: str = "") -> None:
        """`address` is the client's address; by default a random one."""
        self._client = client
        self._cookies = {TOKEN_COOKIE: "t"}
        self._address = address or str(IPv4Address("10.0.0.0") + random.getrandbits(24))

    @property
    def headers(self) -> dict[str, str]:
        """The headers of its requests, with the one in which a proxy reports the client's address."""
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": cookie, "X-Forwarded-For": self._address}

    async def post(self, address: str, body: object = None) -> dict[str, str]:
        """Sends a change, which has to succeed, and returns the answer."""
        answer = await self._client.post(address, json=body or {}, headers={TOKEN_HEADER: "t"} | self.headers)
        answer.raise_for_status()
        self._cookies |= dict(answer.cookies)
        self._client.cookies.clear()
        found: dict[str, str] = answer.json()
        return found


async def begin_game(address: str, white: Guest, black: Guest) -> str:
    """Begins a game of two guests at the process with this address, and returns its id."""
    games = f"{address}/api/v1/games"
    game = (await white.post(games, {"color": "white"}))["id"]
    await black.post(f"{games}/{game}/join")
    return game


class Pair:
    """Two guests who play one game after the other."""

    def __init__(self, client: httpx.AsyncClient, addresses: Sequence[str], tally: Tally, pace: float = 0.0) -> None:
        self._guests = Guest(client), Guest(client)
        self._addresses = addresses
        self._tally = tally
        self._pace = pace

    async def begin(self) -> tuple[Bot, Bot]:
        """Begins a new game. Returns a bot for each side."""
        white, black = self._guests
        game = await begin_game(random.choice(self._addresses), white, black)
        self._tally.games.append(game)
        sides = (("white", white), ("black", black))
        one, other = (
            Bot(game, color, guest.headers, self._addresses, self._tally, self._pace) for color, guest in sides
        )
        return one, other

    async def begin_against_engine(self, level: str) -> Bot:
        """Begins a new game of one of the guests against the computer."""
        guest = self._guests[0]
        made = await guest.post(
            f"{random.choice(self._addresses)}/api/v1/games", {"opponent": "engine", "level": level, "color": "white"}
        )
        return Bot(made["id"], "white", guest.headers, self._addresses, self._tally)
