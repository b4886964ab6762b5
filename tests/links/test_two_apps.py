"""Whole games between two real apps in separate processes: over Bluetooth without hardware, and over TCP, with links
that are cut during captures."""

import asyncio
import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import pytest
from websockets.sync.client import ClientConnection, connect

from tests import copies
from tests.home.process import START_SECONDS, App
from tests.links.air import address
from tests.support import PATIENCE, free_port

MOST_PLIES = 300


class LinkedApp(App):
    """The real app, which reaches other devices by the transport `means` of tests.links.linked_app."""

    def __init__(self, folder: Path, means: str) -> None:
        self._command = [sys.executable, "-m", "tests.links.linked_app", str(folder), means]
        self.start()

    def start(self) -> None:
        """Starts the app, also again after it was killed."""
        self.process = copies.start(self._command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout
        assert self.process.stderr
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.process.stderr.read()

    def until(self, path: str, condition: Callable[[Any], Any]) -> Any:
        """The first response for which a condition is true."""
        deadline = time.monotonic() + PATIENCE
        while not condition(answer := self.get(path)):
            assert time.monotonic() < deadline, answer
            time.sleep(0.05)
        return answer


class Medium(Protocol):
    """The connection between the two apps."""

    name: str

    def means(self, number: int) -> str:
        """The argument that makes an app use this transport."""

    def address(self, offered: str) -> str:
        """The address to which the guest connects."""

    def cut(self, size: int) -> None:
        """Loses the next packet of at least this size, and with it the link."""

    def cuts(self) -> int:
        """The number of links that were cut."""


class Radio:
    """Two virtual controllers in a separate process."""

    name = "bluetooth"

    def __init__(self) -> None:
        self._ports = (free_port(), free_port())
        servers = [f"tcp-server:127.0.0.1:{port}" for port in self._ports]
        command = [sys.executable, "-m", "tests.links.air", *servers]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        assert self.process.stdout.readline().strip() == "ready"
        self._said: list[str] = []
        self._listening = threading.Thread(target=self._listen)
        self._listening.start()

    def _listen(self) -> None:
        assert self.process.stdout
        self._said.extend(self.process.stdout)

    def means(self, number: int) -> str:
        return f"tcp-client:127.0.0.1:{self._ports[number]}"

    def address(self, offered: str) -> str:
        return address(0)

    def cut(self, size: int) -> None:
        assert self.process.stdin
        print("cut", size, file=self.process.stdin, flush=True)

    def cuts(self) -> int:
        self.close()
        return len(self._said)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self._listening.join()


@contextmanager
def aborting(writer: asyncio.StreamWriter) -> Iterator[None]:
    """Closes a connection at the end, also if its task is cancelled."""
    try:
        yield
    finally:
        writer.transport.abort()


class Network:
    """A TCP proxy in a thread."""

    name = "tcp"

    def __init__(self) -> None:
        self._fragile = 0
        self._cuts = 0
        self._target = 0
        self._port = 0
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))
        self._thread.start()
        assert self._ready.wait(START_SECONDS)

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        async with await asyncio.start_server(self._relay, "127.0.0.1", 0) as server:
            self._port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._stop.wait()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # connections that were aborted are closed in the next step of the loop

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with aborting(writer), suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
            with aborting(far_writer):
                pair = (writer, far_writer)
                await asyncio.gather(self._pump(reader, far_writer, pair), self._pump(far_reader, writer, pair))

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pair: tuple[asyncio.StreamWriter, ...]
    ) -> None:
        try:
            while data := await reader.read(4096):
                if self._fragile and len(data) >= self._fragile:
                    # Half of it is forwarded: an incomplete frame.
                    data = data[: len(data) // 2]
                    self._fragile = 0
                    self._cuts = self._cuts + 1
                    writer.write(data)
                    await writer.drain()
                    break
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        for each in pair:
            each.close()

    def means(self, number: int) -> str:
        return "tcp"

    def address(self, offered: str) -> str:
        self._target = int(offered.rpartition(":")[2])
        return f"127.0.0.1:{self._port}"

    def cut(self, size: int) -> None:
        self._fragile = size

    def cuts(self) -> int:
        return self._cuts

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()


@pytest.fixture(params=[Radio, Network], ids=["bluetooth", "tcp"])
def medium(request: pytest.FixtureRequest) -> Iterator[Any]:
    made = request.param()
    yield made
    made.close()


@contextmanager
def two_apps(medium: Medium, folder: Path) -> Iterator[tuple[LinkedApp, LinkedApp]]:
    with ExitStack() as stack:
        apps = [LinkedApp(folder / name, medium.means(number)) for number, name in enumerate(("host", "guest"))]
        for app in apps:
            stack.callback(app.kill)
        yield apps[0], apps[1]


def join(medium: Medium, host: LinkedApp, guest: LinkedApp, **wish: Any) -> str:
    """Begins a game between the two apps, with the requests that their pages make; returns its id."""
    offered = host.send("POST", "api/devices/offer", {"name": "Ayşe", "transports": [medium.name]} | wish)["offer"]
    where = medium.address(offered["addresses"][medium.name])
    code = offered["code"] if medium.name in offered["codes"] else ""
    guest.send("POST", "api/devices/join", {"name": "Mehmet", "transport": medium.name, "address": where, "code": code})
    [newcomer] = host.until("api/devices", lambda state: state["newcomers"])["newcomers"]
    assert newcomer["name"] == "Mehmet"
    game = host.send("POST", f"api/devices/newcomers/{newcomer['id']}", {"accept": True})["game"]
    joined = guest.until("api/devices", lambda state: state["joining"]["game"])["joining"]
    assert (joined["game"], joined["host"], joined["state"]) == (game, "Ayşe", "playing")
    return str(game)


class Player:
    """The connection of one app's page to a game."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.socket.send(json.dumps({"type": "hello"}))
        self.now: dict[str, Any] = {}
        self.you: list[str] = []
        self.catch_up(0)

    def catch_up(self, ply: int) -> None:
        """Waits until the game has reached this ply, or is over."""
        while not self.now or (self.now["ply"] < ply and self.now.get("result", "*") == "*"):
            self.receive()

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        self.now = message.get("now", self.now)
        self.you = message.get("you", self.you)
        return message

    def ask(self, **request: Any) -> dict[str, Any]:
        """Sends a request, and returns the answer."""
        self.socket.send(json.dumps(request))
        while (message := self.receive()).get("id") != request["id"]:
            pass
        return message


@contextmanager
def seated(game: str, *apps: App) -> Iterator[list[Player]]:
    """The connections of the apps' pages to a game."""
    with ExitStack() as stack:
        yield [Player(stack.enter_context(connect(app.socket_address(game), open_timeout=PATIENCE))) for app in apps]


def play(players: list[Player], before_capture: Callable[[int], None], chance: random.Random) -> int:
    """Plays random moves, captures where possible, to the end of the game; returns the number of plies."""
    for ply in range(MOST_PLIES):
        for player in players:
            player.catch_up(ply)
        now = players[0].now
        if now.get("result", "*") != "*":
            return ply
        [player] = [player for player in players if now["turn"] in player.you]
        move = chance.choice(player.now["legal"])["text"]
        if "x" in move:
            before_capture(ply)
        answer = player.ask(type="move", ply=ply + 1, move=move, id=f"m{ply}")
        assert answer["type"] == "done", answer
    loser = players[0]
    assert loser.ask(type="resign", id="resign")["type"] == "done"
    return MOST_PLIES


def test_a_whole_game_with_the_link_cut_in_mid_capture(medium: Any, tmp_path: Path) -> None:
    cut: list[int] = []

    def before_capture(ply: int) -> None:
        if len(cut) < 4 and (not cut or ply > cut[-1] + 2):
            cut.append(ply)
            medium.cut(140)

    with two_apps(medium, tmp_path) as (host, guest):
        game = join(medium, host, guest)
        with seated(game, host, guest) as players:
            assert [player.you for player in players] == [["white"], ["black"]]
            plies = play(players, before_capture, random.Random(1))
            for player in players:
                player.catch_up(MOST_PLIES)
        texts = {app.text(f"api/games/{game}/pdn") for app in (host, guest)}
    assert len(texts) == 1
    assert plies > 20
    assert len(cut) == medium.cuts() == 4


@pytest.mark.parametrize(
    "medium", [Network], ids=["tcp"], indirect=True
)  # a virtual controller serves one process only
@pytest.mark.parametrize("killed", ["host", "guest"])
def test_a_killed_app_is_started_again(medium: Any, killed: str, tmp_path: Path) -> None:
    with two_apps(medium, tmp_path) as apps:
        game = join(medium, *apps)
        with seated(game, *apps) as (white, black):
            assert white.ask(type="move", ply=1, move="d3-d4", id="a")["type"] == "done"
            black.catch_up(1)
        number = ["host", "guest"].index(killed)
        apps[number].kill()
        apps[1 - number].until(f"api/devices/links/{game}", lambda link: link["link"] == "down")
        apps[number].start()
        with seated(game, *apps) as (white, black):
            assert black.ask(type="move", ply=2, move="h6-h5", id="b")["type"] == "done"
            white.catch_up(2)
