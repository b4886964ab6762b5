"""Measures how much an address that uses its limits fully slows down the server for others: `python -m
benchmarks.attack`.

Starts `damaci serve` on SQLite and plays on it, first without and then with an attack from another address. Both are
measured in one run on one machine, so their ratio is meaningful even on a busy machine. `engine` measures the seconds
until the computer answers a move, while the attacker has as many games against it as the server allows. `illegal`
measures the seconds until a move is acknowledged, while the attacker sends illegal moves over many sockets.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.online.bots import Bot, Guest, Pair, Tally
from tests.online.cluster import Process

ATTACKER = "6.6.6.6"
ILLEGAL = msgspec.json.encode({"type": "move", "ply": 1, "move": "a1a8", "id": "x"}).decode()
SETTLE_SECONDS = 6.0
"""Seconds of attack before the measurement."""

Attack = Callable[[Process, httpx.AsyncClient, argparse.Namespace, Counter[str]], Awaitable[None]]


def attacker(client: httpx.AsyncClient) -> Guest:
    guest = Guest(client)
    guest._address = ATTACKER
    return guest


def follow(server: Process, guest: Guest, game: str) -> connect:
    url = f"{server.address.replace('http', 'ws', 1)}/ws/game/{game}"
    return connect(url, additional_headers=guest.headers, compression=None, ping_interval=None, close_timeout=1)


# ---- the computer ----------------------------------------------------------------------------------------------------


async def answers(server: Process, client: httpx.AsyncClient, level: str, count: int) -> list[float]:
    """Seconds from sending a move to the computer's answer, for `count` moves in one game after the other."""
    found: list[float] = []
    while len(found) < count:
        guest = Guest(client)
        wish = {"opponent": "engine", "level": level, "color": "white"}
        game = (await guest.post(f"{server.address}/api/v1/games", wish))["id"]
        async with follow(server, guest, game) as socket:
            await socket.send('{"type": "hello"}')
            found += await _play(socket, count - len(found))
    return found


async def _play(socket: ClientConnection, count: int) -> list[float]:
    found: list[float] = []
    sent = 0.0
    async for text in socket:
        now = msgspec.json.decode(text).get("now")
        if not now or now.get("turn") != "white":
            continue
        if sent:
            found.append(time.perf_counter() - sent)
        if len(found) == count or not now.get("legal"):
            break
        move = {
            "type": "move",
            "ply": now.get("ply", 0) + 1,
            "move": now["legal"][0]["text"],
            "id": f"{now.get('ply')}",
        }
        sent = time.perf_counter()
        await socket.send(msgspec.json.encode(move).decode())
    return found


async def ask_for_the_computer(
    server: Process, client: httpx.AsyncClient, options: argparse.Namespace, seen: Counter[str]
) -> None:
    """Begins games at the slowest level until the server refuses more, follows all of them, and answers each move."""
    games = f"{server.address}/api/v1/games"
    async with asyncio.TaskGroup() as tasks:
        while True:
            guest = attacker(client)
            with suppress(httpx.HTTPError):
                game = (await guest.post(games, {"opponent": "engine", "level": options.slowest, "color": "black"}))[
                    "id"
                ]
                seen["games"] += 1
                tasks.create_task(Bot(game, "black", guest.headers, [server.address], Tally()).play())
                continue
            seen["refused"] += 1
            await asyncio.sleep(1)


# ---- moves -----------------------------------------------------------------------------------------------------------


async def moves(server: Process, client: httpx.AsyncClient, level: str, count: int) -> list[float]:
    """Seconds until each of `count` moves between people is acknowledged, with twenty games at a time."""
    tally = Tally()
    bots = [bot for _ in range(20) for bot in await Pair(client, [server.address], tally, 0.5).begin()]
    playing = [asyncio.create_task(bot.play()) for bot in bots]
    while len(tally.latencies) < 20 * count and not all(each.done() for each in playing):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    for each in playing:
        each.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return tally.latencies


async def send_illegal_moves(
    server: Process, client: httpx.AsyncClient, options: argparse.Namespace, seen: Counter[str]
) -> None:
    """Sends illegal moves over as many sockets as the server allows, as fast as they are read. Opens closed sockets
    again."""

    async def flood(guest: Guest, game: str) -> None:
        while True:
            try:
                async with follow(server, guest, game) as socket:
                    reading = asyncio.create_task(_count(socket, seen))
                    with suppress(ConnectionClosed):
                        while True:
                            await socket.send(ILLEGAL)
                            await asyncio.sleep(0)
                    await reading
                    seen["closed"] += 1
            except (InvalidStatus, OSError, TimeoutError):
                seen["not let in"] += 1
                await asyncio.sleep(0.2)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(options.sockets // 2):
            white = attacker(client)
            black = attacker(client)
            games = f"{server.address}/api/v1/games"
            game = (await white.post(games, {"color": "white"}))["id"]
            await black.post(f"{games}/{game}/join")
            tasks.create_task(flood(white, game))
            tasks.create_task(flood(black, game))


async def _count(socket: ClientConnection, seen: Counter[str]) -> None:
    with suppress(ConnectionClosed):
        async for _ in socket:
            seen["answers"] += 1


# ---- both ------------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def attacked(attack: Awaitable[None]) -> AsyncIterator[None]:
    running = asyncio.ensure_future(attack)
    await asyncio.wait([running], timeout=SETTLE_SECONDS)
    yield
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def measure(options: argparse.Namespace) -> None:
    """Prints the times without and with the attack as a table."""
    sample, attack = (answers, ask_for_the_computer) if options.mode == "engine" else (moves, send_illegal_moves)
    server = Process(tempfile.mkdtemp(prefix="damaci-attack-"), changes_per_minute=str(options.changes))
    server.start()
    seen: Counter[str] = Counter()
    limits = httpx.Limits(max_connections=100)
    try:
        async with httpx.AsyncClient(timeout=120, limits=limits) as client:
            quiet = await sample(server, client, options.level, options.count)
            async with attacked(attack(server, client, options, seen)):
                loaded = await sample(server, client, options.level, options.count)
    finally:
        server.close()
    print("| | p50 s | p99 s | mean s | n |\n| --- | ---: | ---: | ---: | ---: |")
    _report("quiet", quiet)
    _report("attacked", loaded)
    print(f"ratio of means {statistics.mean(loaded) / statistics.mean(quiet):.2f}; the attacker: {dict(seen)}")


def _report(name: str, seconds: Sequence[float]) -> None:
    points = statistics.quantiles(seconds, n=100)
    print(f"| {name} | {points[49]:.3f} | {points[98]:.3f} | {statistics.mean(seconds):.3f} | {len(seconds)} |")


def main() -> None:
    """Measures one kind of attack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=["engine", "illegal"])
    parser.add_argument("--level", default="club", help="the computer's level against the honest player")
    parser.add_argument("--slowest", default="free-5s", help="the computer's level against the attacker")
    parser.add_argument("--count", type=int, default=12, help="number of measured moves")
    parser.add_argument("--sockets", type=int, default=160, help="sockets of the attacker")
    parser.add_argument("--changes", type=int, default=480, help="the server's changes_per_minute")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
