"""The example bot on a real server, against a player of random moves."""

import importlib.util
import json
import os
import random
import subprocess
import sys
import threading
import urllib.error
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.home.process import START_SECONDS
from tests.online.process import Client, Process, serving
from tests.support import ROOT

FILE = ROOT / "examples" / "bot.py"
IMPATIENT = "import damaci.online.claims as claims; claims.SHORTEST = claims.LONGEST = 0.2"
"""A player who has been away for a fifth of a second may lose the game."""


class Bot:
    """The example bot in a separate process."""

    def __init__(self, server: str, token: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(FILE), server, "--level", "beginner"],
            env=os.environ | {"DAMACI_TOKEN": token},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def words(self) -> list[str]:
        """The words that the bot has printed, once it has ended by itself."""
        out, complaints = self._process.communicate(timeout=START_SECONDS)
        assert complaints == ""
        return out.split()

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


@contextmanager
def running(server: Process) -> Iterator[tuple[Bot, str]]:
    """The running bot, and its token."""
    token = Client(server.address).send("POST", "/api/v1/tokens", {"name": "bot"})["secret"]
    bot = Bot(server.address, token)
    try:
        yield bot, token
    finally:
        bot.kill()


def test_the_example_bot_plays_a_whole_game(tmp_path: Path) -> None:
    with serving(tmp_path) as server, running(server) as (bot, _):
        somebody = Client(server.address)
        game, color = join(somebody)
        result = play_at_random(somebody, game, color)
        assert bot.words() == [f"{server.address}game/{game}", result]


def test_it_survives_restarts_of_the_server_and_its_own(tmp_path: Path) -> None:
    with serving(tmp_path) as server, running(server) as (bot, token):
        somebody = Client(server.address)
        game, color = join(somebody)
        play_at_random(somebody, game, color, until=6)
        server.kill()
        port = int(server.address.rstrip("/").rpartition(":")[2])
        again = Process(tmp_path, port)
        try:
            play_at_random(somebody, game, color, until=12)
            bot.kill()
            second = Bot(again.address, token)
            try:
                result = play_at_random(somebody, game, color)
                assert second.words() == [f"{again.address}game/{game}", result]
            finally:
                second.kill()
        finally:
            again.kill()


@pytest.mark.parametrize("plies", [0, 2])
def test_it_claims_the_game_of_an_opponent_who_has_left(tmp_path: Path, plies: int) -> None:
    with serving(tmp_path, IMPATIENT) as server, running(server) as (bot, _):
        somebody = Client(server.address)
        game, color = join(somebody)
        play_at_random(somebody, game, color, until=plies)
        result = bot.words()[1]
    if plies:
        assert result == {"white": "0-1", "black": "1-0"}[color]
    else:
        assert result == "1/2-1/2"


# ---- a server that is busy -------------------------------------------------------------------------------------------


@pytest.fixture
def bot_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bot", FILE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Busy(BaseHTTPRequestHandler):
    """Answers with the given statuses, one after the other; 0 closes the connection."""

    statuses: list[tuple[int, str]]
    keys: list[str]
    """The idempotency keys of the requests."""

    def do_POST(self) -> None:
        self.keys.append(self.headers["Idempotency-Key"])
        status, retry_after = self.statuses.pop(0)
        if not status:
            self.connection.close()
            return
        self.send_response(status)
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: object) -> None:
        """Logs nothing."""


@contextmanager
def busy(*statuses: tuple[int, str]) -> Iterator[str]:
    Busy.statuses = list(statuses)
    Busy.keys = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Busy)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_it_waits_as_long_as_it_is_told(bot_module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    with busy((429, "7"), (503, ""), (0, ""), (503, "Sun, 22 Nov 2026 07:00:00 GMT"), (200, "")) as address:
        assert bot_module.Server(address, "token").ask("POST", "/", {}) == {}
    assert waited == [7, 1, 2, 4]
    assert Busy.statuses == []
    assert len(set(Busy.keys)) == 1
    assert Busy.keys[0]


def test_what_it_asks_for_a_second_time_is_another_thing(bot_module: ModuleType) -> None:
    with busy((200, ""), (200, "")) as address:
        for _ in range(2):
            bot_module.Server(address, "token").ask("POST", "/", {})
    assert len(set(Busy.keys)) == 2


def test_it_does_not_repeat_what_is_refused(bot_module: ModuleType) -> None:
    with busy((409, "7")) as address, pytest.raises(urllib.error.HTTPError, match="409") as refused:
        bot_module.Server(address, "token").ask("POST", "/", {})
    refused.value.close()
    assert Busy.statuses == []


# ---- a player --------------------------------------------------------------------------------------------------------


def join(somebody: Client) -> tuple[str, str]:
    """Accepts the bot's seek; returns the game and the player's colour."""
    game = first_seek(somebody)
    return game, somebody.send("POST", f"/api/v1/games/{game}/join", {})["color"]


def first_seek(somebody: Client) -> str:
    with connect(somebody.socket("/ws/lobby"), open_timeout=START_SECONDS) as lobby:
        while True:
            message = json.loads(lobby.recv(timeout=START_SECONDS))
            seeks = message["seeks"] if message["type"] == "lobby" else message.get("seeks", {}).get("added", [])
            if seeks:
                return str(seeks[0]["id"])


def play_at_random(somebody: Client, game: str, color: str, until: int = 10_000) -> str:
    """Plays until this many plies are played, or to the end of the game; returns the result."""
    chance = random.Random(5)
    with following(somebody, game) as socket:
        while True:
            now = json.loads(socket.recv(timeout=START_SECONDS)).get("now", {"turn": "", "ply": 0})
            if now.get("result", "*") != "*" or now["ply"] >= until > 0:
                return str(now.get("result", "*"))
            if not until:
                return "*"
            if now["turn"] == color:
                socket.send(json.dumps(_move(now, chance)))


def _move(now: dict[str, Any], chance: random.Random) -> dict[str, object]:
    text = chance.choice(now["legal"])["text"]
    return {"type": "move", "ply": now["ply"] + 1, "move": text, "id": str(now["ply"])}


@contextmanager
def following(somebody: Client, game: str) -> Iterator[ClientConnection]:
    with connect(
        somebody.socket(f"/ws/game/{game}"), additional_headers=somebody.headers, open_timeout=START_SECONDS
    ) as socket:
        socket.send(json.dumps({"type": "hello"}))
        yield socket
