"""Two guests who play each other, game after game, on any process that answers, and record the answers."""

import asyncio
import random
import secrets
from collections.abc import Sequence

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER
from tests.faults.history import History

RETRY_SECONDS = 0.2
PACE = 0.25
"""Seconds of thought before a move, on average."""
RESIGNS = 0.06
"""The probability with which a player resigns in place of a move."""
CLOCK = {"base": 30, "increment": 1}
"""With so little time, players lose games if delays within the server are charged to them."""
LATER = frozenset({"wrong-ply", "not-your-turn", "too-many"})
"""Refusals after which a client asks again."""
ELSEWHERE = frozenset({"storage", "closing"})
"""Refusals after which a client asks again on any process, as a proxy that checks /ready makes it do."""


class _Move(msgspec.Struct):
    text: str


class _Now(msgspec.Struct):
    ply: int
    turn: str
    legal: list[_Move] = []
    result: str = "*"
    reason: str = ""
    rematch: str = ""


class _Message(msgspec.Struct):
    type: str
    id: str = ""
    code: str = ""
    version: int = 0
    now: _Now | None = None


_decoder = msgspec.json.Decoder(_Message)


class Guest:
    """A client like a browser, with its own address."""

    def __init__(self, client: httpx.AsyncClient, addresses: Sequence[str]) -> None:
        self.addresses = addresses
        self.id = ""
        self._client = client
        self._cookies = {TOKEN_COOKIE: "t"}
        self._address = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(1, 255)}"

    @property
    def headers(self) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": cookie, "X-Forwarded-For": self._address}

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Repeats a request until the answer is not an error of the server, and returns that answer."""
        while True:
            address = random.choice(self.addresses)
            headers = {TOKEN_HEADER: "t"} | self.headers
            try:
                answer = await self._client.request(method, f"{address}{path}", json=body or {}, headers=headers)
            except httpx.HTTPError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self._cookies |= dict(answer.cookies)
            self._client.cookies.clear()
            if answer.status_code < 500 and answer.status_code != 429:
                return answer
            await asyncio.sleep(RETRY_SECONDS)

    async def sign_in(self) -> None:
        """Becomes a guest."""
        self.id = (await self.ask("POST", "/api/v1/player")).json()["id"]


class Side:
    """One side of one game. A move is sent again, under the same id, until it is answered."""

    def __init__(self, guest: Guest, game: str, color: str, history: History) -> None:
        self._guest = guest
        self._game = game
        self._color = color
        self._history = history
        self._pending: dict[str, object] | None = None
        self._known = _Message("")
        """The last message with the state of the game."""
        self._counted = False
        self._offered = False
        """Whether a rematch has been offered over this connection."""

    async def play(self) -> str:
        """Plays until the game has a rematch, and returns the rematch's id."""
        while True:
            address = random.choice(self._guest.addresses).replace("http", "ws", 1)
            try:
                async with connect(
                    f"{address}/ws/game/{self._game}",
                    additional_headers=self._guest.headers,
                    compression=None,
                    open_timeout=5,
                    ping_interval=2,
                    ping_timeout=3,
                    close_timeout=0.2,
                ) as socket:
                    await self._send(socket, {"type": "hello"})
                    if following := await self._converse(socket):
                        return following
            except (OSError, WebSocketException):
                self._history.reconnections += 1
                await asyncio.sleep(RETRY_SECONDS)

    async def _converse(self, socket: ClientConnection) -> str:
        self._offered = False
        if self._pending:
            await self._send(socket, self._pending)
        async for text in socket:
            message = _decoder.decode(text)
            if message.now:
                self._known = message
            elif not self._pending or message.id != self._pending["id"]:
                continue
            else:
                await self._answered(socket, message)
            # Considered after an answer too: if the first answer was lost, the other side's reply came before this one.
            if message.version <= self._known.version and (following := await self._consider(socket)):
                return following
        return ""

    async def _answered(self, socket: ClientConnection, message: _Message) -> None:
        asked = self._pending
        assert asked
        if message.type == "done":
            self._pending = None
            if asked["type"] == "move":
                self._history.acknowledged.append((self._game, int(str(asked["ply"])), message.id))
            return
        self._history.refused[message.code] += 1
        if message.code in ELSEWHERE:
            await socket.close()
        elif message.code in LATER:
            await asyncio.sleep(RETRY_SECONDS)
            await self._send(socket, asked)
        else:
            self._pending = None
            self._offered = False
            await asyncio.sleep(RETRY_SECONDS)

    async def _consider(self, socket: ClientConnection) -> str:
        """Takes the next action. Returns the id of the following game as soon as there is one."""
        now = self._known.now
        if now is None:
            return ""
        if now.result != "*":
            return await self._end(socket, now)
        if now.turn == self._color and not self._pending:
            await asyncio.sleep(random.uniform(0.2, 1.8) * PACE)
            await self._act(socket, now)
        return ""

    async def _act(self, socket: ClientConnection, now: _Now) -> None:
        if now.ply > 6 and random.random() < RESIGNS:
            self._pending = {"type": "resign", "id": secrets.token_hex(6)}
        else:
            move = random.choice(now.legal).text
            self._pending = {"type": "move", "ply": now.ply + 1, "move": move, "id": secrets.token_hex(6)}
        await self._send(socket, self._pending)

    async def _end(self, socket: ClientConnection, now: _Now) -> str:
        if now.reason == "time" and not self._counted:
            self._history.problems.append(f"game {self._game}: lost on time ({now.result})")
        self._counted = True
        if now.rematch:
            self._history.followed.append((self._game, now.rematch))
            return now.rematch
        if not self._offered:
            self._offered = True
            self._pending = {"type": "offer-rematch", "id": secrets.token_hex(6)}
            await self._send(socket, self._pending)
        return ""

    async def _send(self, socket: ClientConnection, message: dict[str, object]) -> None:
        await socket.send(msgspec.json.encode(message).decode())


async def play_on(client: httpx.AsyncClient, addresses: Sequence[str], history: History) -> None:
    """Two guests begin a game by a link, and play its rematches, until the task is cancelled."""
    one = Guest(client, addresses)
    other = Guest(client, addresses)
    await one.sign_in()
    await other.sign_in()
    sides = {"white": one, "black": other}
    game = await _begin(one, other)
    while True:
        history.games[game] = (sides["white"].id, sides["black"].id)
        ends = await asyncio.gather(*(Side(guest, game, color, history).play() for color, guest in sides.items()))
        if ends[0] != ends[1]:
            history.problems.append(f"game {game} goes on as {ends[0]} for White and as {ends[1]} for Black")
            return
        history.finished += 1
        sides = {"white": sides["black"], "black": sides["white"]}
        game = ends[0]


async def _begin(one: Guest, other: Guest) -> str:
    while True:
        made = await one.ask("POST", "/api/v1/games", {"color": "white", "clock": CLOCK})
        game = made.json()["id"]
        joined = await other.ask("POST", f"/api/v1/games/{game}/join")
        if joined.status_code < 300:
            return str(game)
