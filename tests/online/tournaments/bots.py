"""Programs with accounts that take part in tournaments: they join the games to which they are called, make a few moves,
and end the game in some way."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import IPv4Address
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from damaci.online.secret import hashed
from damaci.store import Store
from damaci.store.players import Player, Token

RETRY_SECONDS = 0.2
LOOK_SECONDS = 0.6
"""Seconds between two requests for the state of a game, on average."""
HOME = IPv4Address("10.0.0.0")
OPENING = ("d3-d4", "d6-d5")


@dataclass
class Log:
    """The record of many bots together."""

    games: set[str] = field(default_factory=set)
    broken: list[str] = field(default_factory=list)
    """Answers that no client should get."""
    lost: int = 0
    """Requests without an answer, or with an answer that leaves the outcome open."""


@dataclass(frozen=True)
class Account:
    """A player and the token of the player's program."""

    player: str
    name: str
    secret: str

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the program's requests, as through a proxy, with a different address for each program."""
        number = int(self.player.removeprefix("p"))
        return {"Authorization": f"Bearer {self.secret}", "X-Forwarded-For": str(HOME + number)}


async def enrol(place: str, count: int, first: int = 1) -> list[Account]:
    """Stores accounts before the server starts, because signing up is slow on purpose."""
    found = []
    async with Store(place) as store:
        for number in range(first, first + count):
            account = Account(f"p{number}", f"Bot {number}", f"damaci_secret{number}")
            player = Player(account.player, account.name, time.time(), f"bot{number}", "x")
            await store.players.add(player)
            await store.players.add_token(player, Token(f"t{number}", "bot", time.time()), hashed(account.secret))
            found.append(account)
    return found


class Client:
    """Sends each request to any of the processes until the outcome is known."""

    def __init__(self, http: httpx.AsyncClient, addresses: Sequence[str], account: Account, log: Log) -> None:
        self._http = http
        self._addresses = addresses
        self._log = log
        self.account = account

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Repeats a request until the outcome is known; returns the answer. An error has the key "error" or "code"."""
        while True:
            try:
                url = random.choice(self._addresses) + path
                answer = await self._http.request(method, url, headers=self.account.headers, json=body)
            except httpx.TransportError:
                self._log.lost += 1
            else:
                if answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    return answer.json() if answer.content else {}
                self._log.lost += 1
                if answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
                    self._log.broken.append(f"{method} {path}: {answer.text}")
            await asyncio.sleep(RETRY_SECONDS * random.random())

    async def request(self, game: str, **command: object) -> str:
        """Sends a request; returns "done", or the code of the refusal."""
        answer = await self.ask("POST", f"/api/v1/games/{game}/requests", command)
        return str(answer.get("code") or answer.get("error") or answer["type"])

    def address(self) -> str:
        return random.choice(self._addresses).replace("http", "ws", 1)


class Bot(Client):
    """Plays the games to which it is called."""

    async def run(self, *, absent: bool = False) -> None:
        """Listens for calls until it is cancelled. `absent`: it ignores them."""
        while True:
            try:
                await self._listen(absent)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, absent: bool) -> None:
        async with connect(
            f"{self.address()}/ws/tournaments", additional_headers=self.account.headers, compression=None
        ) as socket:
            async for text in socket:
                heard = msgspec.json.decode(text)
                if heard["type"] == "call" and not absent:
                    await self.play(heard["game"])

    async def play(self, game: str) -> None:
        """Plays a game: both sides move once; then White resigns, or Black does, or they agree to a draw."""
        self._log.games.add(game)
        shown = await self.ask("GET", f"/api/v1/games/{game}")
        mine = shown["you"]
        if not mine:
            self._log.broken.append(f"{self.account.name} was called to {game}, which is somebody else's")
            return
        end = random.Random(game).choice(("white", "black", "draw"))
        while "result" not in (now := shown["now"]):
            ply = now.get("ply", 0)
            if ply < len(OPENING) and now["turn"] == mine[0]:
                await self.request(game, type="move", ply=ply + 1, move=now["legal"][0]["text"], id=f"{mine[0]}{ply}")
            elif ply >= len(OPENING) and end in (mine[0], "draw"):
                await self.request(game, type="resign" if end == mine[0] else "offer-draw")
            await asyncio.sleep(LOOK_SECONDS * (0.5 + random.random()))
            shown = await self.ask("GET", f"/api/v1/games/{game}")
