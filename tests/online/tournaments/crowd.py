"""Many programs in one process, which play a whole tournament over WebSockets as people would: each joins the games to
which it is called, thinks before each move, and resigns after some plies."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.online import bots
from tests.online.tournaments.bots import Account, Client, Log

AT_ONCE = 16
"""The number of requests of a process that may be waiting for an answer."""
LOOK_SECONDS = 2.0
OPEN_SECONDS = 30.0
"""Seconds after which an attempt to connect is given up."""


@dataclass(frozen=True)
class Manner:
    """How everybody plays."""

    pace: float
    """Seconds of thought before each move, on average."""
    plies: tuple[int, int]
    """The least and the greatest number of plies after which the side to move resigns."""


@dataclass
class Seen:
    """The record of the programs of a process. Times are in seconds."""

    latencies: list[float]
    """The time from the sending of each move to its acknowledgement."""
    moments: list[float]
    """The time of each acknowledgement, by the machine's monotonic clock."""
    calls: list[float]
    """The time from each call to a game to the game's first snapshot."""
    games: set[str]
    refused: dict[str, int]
    reconnections: int
    broken: list[str]
    """Answers that no client should get."""


@dataclass
class Notes(bots.Tally):
    """The common record of the programs of this process."""

    moments: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)


class Side(bots.Bot):
    """One side of one game, which resigns after some plies."""

    def __init__(self, game: str, account: Account, addresses: Sequence[str], notes: Notes, manner: Manner) -> None:
        super().__init__(game, "", account.headers, addresses, notes, manner.pace)
        self._notes = notes
        self._called = time.monotonic()
        self._most = random.Random(game).randint(*manner.plies)

    async def _hear(self, heard: bots._Heard) -> None:
        if heard.type == "ping":
            await self._socket.send('{"type":"pong"}')
            return
        if heard.you and not self._color:
            self._color = heard.you[0]
            self._notes.calls.append(time.monotonic() - self._called)
        moves = len(self._notes.latencies)
        await super()._hear(heard)
        self._notes.moments += [time.monotonic()] * (len(self._notes.latencies) - moves)

    async def _consider(self, now: bots._Now) -> None:
        if self._over or now.turn != self._color or now.ply < self._most:
            await super()._consider(now)
            return
        await asyncio.sleep(random.uniform(0.5, 1.5) * self._pace)
        self._version = None  # If the connection is lost now, everything is sent again.
        await self._send({"type": "resign"})


class Player(Client):
    """A player who joins a tournament, and then plays one game after the other."""

    async def join(self, tournament: str, turn: asyncio.Semaphore) -> None:
        """Joins the tournament."""
        async with turn:
            answer = await self.ask("POST", f"/api/v1/tournaments/{tournament}/join")
            assert not answer, answer

    async def run(self, notes: Notes, manner: Manner) -> None:
        """Plays games until the task is cancelled."""
        while True:
            try:
                await self._listen(notes, manner)
            except (OSError, WebSocketException, TimeoutError):
                notes.reconnections += 1
                await asyncio.sleep(random.random())

    async def _listen(self, notes: Notes, manner: Manner) -> None:
        url = f"{self.address()}/ws/tournaments"
        async with connect(
            url, additional_headers=self.account.headers, compression=None, open_timeout=OPEN_SECONDS
        ) as socket:
            async for text in socket:
                heard = msgspec.json.decode(text)
                if heard["type"] == "call":
                    notes.games.append(heard["game"])
                    await Side(heard["game"], self.account, self._addresses, notes, manner).play()


def play(addresses: Sequence[str], accounts: Sequence[Account], tournament: str, manner: Manner) -> Seen:
    """Plays until the tournament is over."""
    import uvloop

    return uvloop.run(_play(addresses, accounts, tournament, manner))


async def _play(addresses: Sequence[str], accounts: Sequence[Account], tournament: str, manner: Manner) -> Seen:
    notes = Notes()
    log = Log()
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=AT_ONCE)) as http:
        players = [Player(http, addresses, account, log) for account in accounts]
        turn = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(player.join(tournament, turn) for player in players))
        running = [asyncio.create_task(player.run(notes, manner)) for player in players]
        await _until_over(players[0], tournament)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    return _seen(notes, log)


async def _until_over(player: Player, tournament: str) -> None:
    while True:
        listed = await player.ask("GET", "/api/v1/tournaments")
        if any(each["stored"]["id"] == tournament for each in listed["over"]):
            return
        await asyncio.sleep(LOOK_SECONDS)


def _seen(notes: Notes, log: Log) -> Seen:
    refused = dict(notes.refused)
    games = set(notes.games)
    return Seen(notes.latencies, notes.moments, notes.calls, games, refused, notes.reconnections, log.broken)
