"""Measures the worst cost of each request and message of the server for many players: `python -m benchmarks.handlers`.

Every handler is called directly, without a network, in one process and one event loop on SQLite, for the longest
possible game (2,000 plies) and for a usual one. `loop ms` is the processor time of the event loop's thread, during
which no other request is answered, and `all ms` that of all threads. Each is the minimum of several calls: `first` of
calls for games of which nothing is cached, `again` of calls for the same game.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar

from damaci.game.game import Game
from damaci.game.outcome import MOST_PLIES, Reason
from damaci.online.app import create_online_app
from damaci.online.services import OnlineServices
from damaci.online.settings import OnlineSettings
from damaci.play.events import AnyEvent, ClockTimes, Ended, Moved, Seat, Settings
from damaci.play.table import Table
from damaci.rules.endings import Endings
from damaci.store import Store

TIMES = 5
USUAL_PLIES = 60
HOST = b"127.0.0.1:3264"
TOKEN = b"t"
LOOKS = 300
Message = dict[str, Any]


# ---- games -----------------------------------------------------------------------------------------------------------


def moves(plies: int, seed: int) -> list[Moved]:
    """A random game in which both sides avoid captures, so that it lasts."""
    chance = random.Random(seed)
    game = Game(endings=Endings())
    while game.ply < plies:
        some = chance.sample(game.legal_moves, min(12, len(game.legal_moves)))
        game.push(min(some, key=lambda move: (len(move.captured), game.position.play(move).must_capture)))
        assert not game.outcome(), f"seed {seed}: the game ends after {game.ply} plies"
    return [
        Moved(at=ply, ply=ply, path=[*map(str, move.path)], captured=[*map(str, move.jumps)], id=f"{ply:08d}")
        for ply, move in enumerate(game.moves, 1)
    ]


def events(played: Sequence[Moved], *, finished: bool, clock: bool = True) -> list[AnyEvent]:
    """The log of a game of these moves, between players with long names."""
    times = ClockTimes(86400, 10) if clock else None
    settings = Settings(endings=Endings(), clock=times)
    opened = Table.open(settings, Seat("person", "W" * 40), Seat("person", "B" * 40), at=0)
    end = [Ended(at=len(played), result="1/2-1/2", reason=Reason.TOO_LONG.value)] if finished else []
    return [*opened, *played, *end]


async def store_games(folder: Path, copies: int) -> None:
    longest = moves(MOST_PLIES, seed=1)
    usual = moves(USUAL_PLIES, seed=2)
    async with Store(folder) as store:
        for copy in range(copies):
            await store.log.append(f"finished{copy}", 0, events(longest, finished=True))
            await store.log.append(f"running{copy}", 0, events(longest[:-1], finished=False, clock=False))
            await store.log.append(f"usual{copy}", 0, events(usual, finished=True))


# ---- requests without a network --------------------------------------------------------------------------------------


class Client:
    """Calls the app as a server does."""

    def __init__(self, app: Litestar) -> None:
        self._app = app
        self._cookies = {b"csrftoken": TOKEN}

    def _scope(self, kind: str, path: str, extra: Sequence[tuple[bytes, bytes]] = ()) -> dict[str, Any]:
        plain, _, query = path.partition("?")
        cookies = b"; ".join(name + b"=" + value for name, value in self._cookies.items())
        headers = [(b"host", HOST), (b"cookie", cookies), (b"x-csrf-token", TOKEN), (b"accept-encoding", b"gzip")]
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws" if kind == "websocket" else "http",
            "path": plain,
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "headers": [*headers, *extra],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 3264),
            "subprotocols": [],
            "state": {},
        }

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, int, dict[str, str]]:
        """Sends a request. Returns the status of the answer, its size, and its headers."""
        content = b"" if body is None else json.dumps(body).encode()
        extra = [(b"content-type", b"application/json")] if content else []
        extra += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        sent: list[Any] = []
        parts = iter([{"type": "http.request", "body": content, "more_body": False}])

        async def receive() -> Any:
            return next(parts, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            sent.append(message)

        scope: Any = self._scope("http", path, extra) | {"method": method}
        await self._app(scope, receive, send)
        got = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie":
                key, _, rest = value.partition(b"=")
                self._cookies[key] = rest.partition(b";")[0]
        return sent[0]["status"], sum(len(each.get("body", b"")) for each in sent[1:]), got

    @asynccontextmanager
    async def socket(self, path: str) -> AsyncIterator["Socket"]:
        """An open WebSocket."""
        incoming: asyncio.Queue[Message] = asyncio.Queue()
        outgoing: asyncio.Queue[Message] = asyncio.Queue()
        incoming.put_nowait({"type": "websocket.connect"})
        scope: Any = self._scope("websocket", path)
        receive: Any = incoming.get
        send: Any = outgoing.put
        running = asyncio.create_task(self._app(scope, receive, send))  # type: ignore[arg-type]
        assert (await outgoing.get())["type"] == "websocket.accept"
        yield Socket(incoming, outgoing)
        incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await running


class Socket:
    """The client's end of a WebSocket."""

    def __init__(self, incoming: asyncio.Queue[Message], outgoing: asyncio.Queue[Message]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    async def ask(self, message: object, kind: str) -> tuple[int, int, dict[str, str]]:
        """Sends a message. Returns the size of the first answer of the given type."""
        self._incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
        while True:
            got = await self._outgoing.get()
            if got["type"] == "websocket.close":
                return got["code"], 0, {}
            text = got["text"]
            if text.startswith(f'{{"type":"{kind}"'):
                return 101, len(text), {}


# ---- measuring -------------------------------------------------------------------------------------------------------

Call = Callable[[int], Awaitable[tuple[int, int, dict[str, str]]]]


async def measure(name: str, call: Call, times: int = TIMES) -> None:
    """Prints one row. `call` gets the number of the call."""
    costs = []
    for number in range(times):
        gc.collect()
        loop = time.thread_time()
        everything = time.process_time()
        status, size, _ = await call(number)
        costs.append((time.thread_time() - loop, time.process_time() - everything))
    loop, everything = (min(each[column] for each in costs) * 1000 for column in (0, 1))
    print(f"{name:<62}{status:>7}{size / 1000:>9.1f}{loop:>9.1f}{everything:>9.1f}", flush=True)


def asking(client: Client, method: str, path: str, body: object = None) -> Call:
    return lambda number: client.ask(method, path.format(number), body)


REQUESTS: tuple[tuple[str, str, object], ...] = (
    ("GET", "/api/v1/games/finished{}", None),
    ("GET", "/api/v1/games/finished0", None),
    ("GET", "/api/v1/games/finished{}/pdn", None),
    ("GET", "/api/v1/games/running{}", None),
    ("GET", "/api/v1/games/running0", None),
    ("GET", "/api/v1/games/running0/pdn", None),
    ("GET", "/api/v1/games/usual{}", None),
    ("GET", "/api/pictures/finished0", None),
    ("GET", "/api/pictures/running0", None),
    ("GET", "/api/pictures/usual0", None),
    ("GET", "/api/picture.svg?fen=" + "W:W" + ",".join(f"Ka{n}" for n in range(1, 9)) + ":BKh8", None),
    ("POST", "/api/v1/games/running0/requests", {"type": "move", "ply": 2000, "move": "x".join(["a1", "a2"] * 60)}),
    ("POST", "/api/v1/games/finished0/requests", {"type": "resign"}),
    ("POST", "/api/v1/games/running0/claim", {"claim": "win"}),
    ("POST", "/api/v1/games", {"opponent": "friend", "ruleset": "x" * 16_000}),
    ("POST", "/api/v1/seeks", {}),
    ("GET", "/api/v1/games", None),
    ("GET", "/api/v1/data", None),
    ("GET", "/", None),
    ("GET", "/game/finished0", None),
    ("GET", "/games", None),
    ("GET", "/account", None),
    ("GET", "/learn", None),
    ("GET", "/learn/rules/turkish", None),
    ("GET", "/learn/one-step-forward", None),
    ("POST", "/api/lessons/none/try", {"step": 0, "move": "x".join(["a1"] * 130)}),
    ("PUT", "/api/preferences", {"language": "tr"}),
    ("GET", "/nothing", None),
    ("GET", "/health", None),
    ("GET", "/schema/openapi.json", None),
)


async def measure_all(app: Litestar) -> None:
    client = Client(app)
    await client.ask("POST", "/api/v1/player")
    await client.ask("GET", "/")
    print(f"{'':<62}{'status':>7}{'kB':>9}{'loop ms':>9}{'all ms':>9}")
    for method, path, body in REQUESTS:
        shown = path if len(path) < 45 else f"{path[:42]}..."
        await measure(f"{method} {shown}", asking(client, method, path, body))
    _, _, headers = await client.ask("GET", "/api/v1/games/finished0")
    known = headers.get("etag", "")
    await measure(
        "GET /api/v1/games/finished0, with If-None-Match",
        lambda _: client.ask("GET", "/api/v1/games/finished0", if_none_match=known),
    )
    for game in ("finished0", "running0"):
        async with client.socket(f"/ws/game/{game}") as socket:
            await measure(f"socket {game}: hello", lambda _: socket.ask({"type": "hello"}, "snapshot"), 1)
            await measure(
                f"socket {game}: a move without a seat",
                lambda _: socket.ask({"type": "move", "ply": 1, "move": "d3d4", "id": "a"}, "refused"),
            )
            await measure(f"socket {game}: no message", lambda _: socket.ask("x" * 4000, "refused"))


def resident() -> float:
    """The memory of this process in megabytes."""
    status = Path("/proc/self/status").read_text().split("VmRSS:")[1]
    return int(status.split()[0]) / 1024


async def measure_memory(app: Litestar, looks: int) -> None:
    """Prints how much the process grows when many games of the greatest length are requested."""
    client = Client(app)
    print(f"\n{'':<40}{'MB':>9}{'games open':>12}{'MB, as estimated':>18}")
    services: OnlineServices = app.state.services
    for kind in ("finished", "running"):
        for number in range(looks):
            await client.ask("GET", f"/api/v1/games/{kind}{number}")
            await client.ask("GET", f"/api/v1/games/{kind}{number}/pdn")
        rooms = services.rooms
        print(f"{f'{looks} {kind} games, state and PDN':<40}{resident():>9.0f}{rooms.open_games:>12}", end="")
        print(f"{rooms.size / 2**20:>18.0f}", flush=True)


@contextmanager
def stored(copies: int) -> Iterator[Litestar]:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(store_games(Path(folder), copies))
        os.environ.pop("DAMACI_DATABASE", None)
        yield create_online_app(OnlineSettings(database=folder, changes_per_minute=1_000_000, make_tables=0))


async def run(app: Litestar, looks: int) -> None:
    async with app.lifespan():
        print(f"{resident():.0f} MB at the start")
        if looks:
            await measure_memory(app, looks)
        else:
            await measure_all(app)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--looks", type=int, default=0, help=f"instead, measure memory by requests for this many games, such as {LOOKS}"
    )
    looks = parser.parse_args().looks
    with stored(looks or TIMES) as app:
        asyncio.run(run(app, looks))


if __name__ == "__main__":
    main()
