"""Measures the memory that a game takes on the server with both its connections: `python -m benchmarks.memory`.

Starts `damaci serve` on SQLite, plays the given number of plies in the given number of games, one game after the other,
and keeps their sockets open. `--beside PATH` measures the version in another work tree, with its own `.venv`,
afterwards.
"""

import argparse
import asyncio
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.home.process import command
from tests.online.bots import Guest, begin_game
from tests.online.cluster import Process
from tests.usage import megabytes

HELLO = '{"type": "hello"}'
WARM = 20
"""Games that are played before the measurement, because some memory is allocated only once."""


class Visit:
    """One player's connection to a game."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    @classmethod
    async def begin(cls, server: Process, guest: Guest, game: str) -> "Visit":
        url = f"{server.address.replace('http', 'ws', 1)}/ws/game/{game}"
        visit = cls(await connect(url, additional_headers=guest.headers, compression=None, ping_interval=None))
        await visit._socket.send(HELLO)
        return visit

    async def now(self) -> dict[str, object]:
        """The state of the game, as soon as the server has sent it."""
        while True:
            found: dict[str, object] | None = msgspec.json.decode(await self._socket.recv()).get("now")
            if found:
                return found

    async def move(self, ply: int, legal: Sequence[dict[str, str]]) -> None:
        move = {"type": "move", "ply": ply, "move": random.choice(legal)["text"], "id": f"{random.getrandbits(64):x}"}
        await self._socket.send(msgspec.json.encode(move).decode())


async def play(server: Process, client: httpx.AsyncClient, plies: int) -> list[Visit]:
    """Plays a game of this many plies and returns the connections of its players."""
    white = Guest(client)
    black = Guest(client)
    game = await begin_game(server.address, white, black)
    visits = [await Visit.begin(server, guest, game) for guest in (white, black)]
    for ply in range(1, plies + 1):
        stands = [await visit.now() for visit in visits]
        legal = stands[(ply - 1) % 2].get("legal")
        if not isinstance(legal, list):
            break  # The game is over.
        await visits[(ply - 1) % 2].move(ply, legal)
    return visits


async def measure(name: str, server: Process, games: int, plies: int) -> None:
    """Prints one line of the table."""
    assert server.process
    pid = server.process.pid
    async with httpx.AsyncClient(timeout=120) as client:
        kept = [await play(server, client, plies) for _ in range(WARM)]
        before = megabytes(pid)
        kept += [await play(server, client, plies) for _ in range(games)]
        after = megabytes(pid)
    print(f"| {name} | {games} | {before:.0f} | {after:.0f} | {1024 * (after - before) / games:.0f} |", flush=True)


def main() -> None:
    """Measures this version and, with `--beside`, the other one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="number of measured games")
    parser.add_argument("--plies", type=int, default=40, help="plies of each game")
    parser.add_argument("--beside", type=Path, help="the work tree of another version")
    options = parser.parse_args()
    programs = {"this": command()}
    if options.beside:
        programs[options.beside.name] = [str(options.beside / ".venv" / "bin" / "python"), "-m", "damaci"]
    print("| version | games | MB before | MB after | kB a game |\n| --- | ---: | ---: | ---: | ---: |")
    for name, program in programs.items():
        server = Process(tempfile.mkdtemp(prefix="damaci-memory-"), program)
        server.start()
        try:
            asyncio.run(measure(name, server, options.games, options.plies))
        finally:
            server.close()


if __name__ == "__main__":
    main()
