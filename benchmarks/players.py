"""Players that need little processor time: they play random games over WebSockets, for benchmarks that need thousands
of players on one machine.

They read and write frames themselves, and decode only the messages after which they move. A move takes 0.20 ms of
processor time; with the players of tests/online/bots.py, which use libraries and reconnect, it takes 0.37 ms. Here a
lost connection ends the game and is counted.
"""

import asyncio
import json
import random
import struct
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlsplit

import httpx
import msgspec

from damaci.wire.pings import PING, PONG
from tests.online.bots import Guest, begin_game

TEXT = 0x1
CLOSE = 0x8
WS_PING = 0x9
WS_PONG = 0xA
FINAL = 0x80
MASKED = 0x80
NO_MASK = bytes(4)
"""The mask of a client's frames, which have to be masked. This one does not change them."""
SHORT = 125
TWO_BYTES = 126
HANDSHAKE_END = b"\r\n\r\n"


class _Legal(msgspec.Struct):
    text: str


class _Now(msgspec.Struct):
    ply: int
    turn: str
    legal: list[_Legal] = []


class _Message(msgspec.Struct):
    now: _Now


_decoder = msgspec.json.Decoder(_Message)


class Lost(ConnectionError):
    """A connection was lost before its game was over."""


@dataclass
class Tally:
    """The results of many players together."""

    latencies: list[float] = field(default_factory=list)
    """Seconds from the sending of each move to its acknowledgement."""
    refused: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    """Connections that were lost in a game."""

    def clear(self) -> None:
        """Removes all results."""
        self.latencies.clear()
        self.refused.clear()
        self.lost = 0


class Player(asyncio.Protocol):
    """One side of one game. `over` is done when the game is over, or raises Lost."""

    def __init__(self, game: str, color: str, headers: dict[str, str], host: str, tally: Tally, pace: float) -> None:
        """`host`: the server's name and port. `pace`: the average thinking time before each move, in seconds."""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._color = color
        self._tally = tally
        self._pace = pace
        self._request = _handshake(game, headers, host)
        self._unread = b""
        self._shaken = False
        self._sent = 0.0
        """When the last move was sent."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio.Protocol."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        """See asyncio.Protocol."""
        if not self.over.done():
            self._tally.lost += 1
            self.over.set_exception(Lost(str(error)))

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        self._unread += data
        if not self._shaken:
            self._finish_handshake()
        while self._shaken and (found := _frame(self._unread)):
            opcode, body, end = found
            payload = self._unread[body:end]
            self._unread = self._unread[end:]
            self._hear(opcode, payload)

    def close(self) -> None:
        """Closes the connection."""
        self._transport.close()

    def _finish_handshake(self) -> None:
        head, found, rest = self._unread.partition(HANDSHAKE_END)
        if not found:
            return
        if not head.startswith(b"HTTP/1.1 101"):
            self._transport.close()
            return
        self._shaken = True
        self._unread = rest
        self._send(b'{"type":"hello"}')

    def _hear(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._read(payload)
        elif opcode == WS_PING:
            self._send(payload, WS_PONG)
        elif opcode == CLOSE:
            self._transport.close()

    def _read(self, text: bytes) -> None:
        if text == PING.encode():
            self._send(PONG.encode())
        elif text.startswith(b'{"type":"done"'):
            self._tally.latencies.append(time.perf_counter() - self._sent)
        elif text.startswith(b'{"type":"refused"'):
            self._tally.refused[json.loads(text)["code"]] += 1
            self._transport.close()
        elif b'"now":' in text:
            self._consider(text)

    def _consider(self, text: bytes) -> None:
        if b'"result":"' in text:
            if not self.over.done():
                self.over.set_result(None)
        elif b'"legal":[' in text:
            now = _decoder.decode(text).now
            if now.turn == self._color:
                wait = random.uniform(0.5, 1.5) * self._pace
                asyncio.get_running_loop().call_later(wait, self._move, now)

    def _move(self, now: _Now) -> None:
        if self._transport.is_closing():
            return
        move = random.choice(now.legal).text
        self._sent = time.perf_counter()
        self._send(f'{{"type":"move","ply":{now.ply + 1},"move":"{move}","id":"{random.getrandbits(64):x}"}}'.encode())

    def _send(self, payload: bytes, opcode: int = TEXT) -> None:
        assert len(payload) <= SHORT, payload
        self._transport.write(bytes((FINAL | opcode, MASKED | len(payload))) + NO_MASK + payload)


def _handshake(game: str, headers: dict[str, str], host: str) -> bytes:
    lines = [
        f"GET /ws/game/{game} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def _frame(data: bytes) -> tuple[int, int, int] | None:
    """The opcode of the first frame of a server, and where its payload begins and ends; None until it is complete."""
    if len(data) < 2:
        return None
    body = 2
    length = data[1]
    if length == TWO_BYTES:
        body = 4
    elif length > TWO_BYTES:
        body = 10
    if len(data) < body:
        return None
    if body > 2:
        length = struct.unpack_from("!H" if body == 4 else "!Q", data, 2)[0]
    if len(data) < body + length:
        return None
    return data[0] & 0x0F, body, body + length


class Opponents:
    """Two guests who play one game after the other, each connected to a random process."""

    def __init__(self, client: httpx.AsyncClient, addresses: Sequence[str], tally: Tally, pace: float) -> None:
        self._guests = Guest(client), Guest(client)
        self._addresses = addresses
        self._tally = tally
        self._pace = pace

    async def begin(self) -> tuple[Player, Player]:
        """Begins a game: both are connected to it. Raises httpx.HTTPError, OSError."""
        white, black = self._guests
        game = await begin_game(random.choice(self._addresses), white, black)
        return await self._connect(game, "white", white), await self._connect(game, "black", black)

    async def finish(self, players: Sequence[Player]) -> None:
        """Returns when the game is over, or one of them has lost the connection."""
        try:
            await asyncio.gather(*(player.over for player in players))
        except Lost:
            pass
        finally:
            for player in players:
                player.close()

    async def _connect(self, game: str, color: str, guest: Guest) -> Player:
        server = urlsplit(random.choice(self._addresses))
        loop = asyncio.get_running_loop()
        player = Player(game, color, guest.headers, server.netloc, self._tally, self._pace)
        await loop.create_connection(lambda: player, server.hostname, server.port)
        return player
