"""The example bot against a real server, and somebody who plays whatever comes to mind."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

from websockets.sync.client import connect

from tests.home.process import START_SECONDS, compiled
from tests.online.process import Client, serving
from tests.support import ROOT


def test_the_example_bot_plays_a_whole_game(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        token = Client(server.address).send("POST", "/api/v1/tokens", {"name": "bot"})["secret"]
        running = subprocess.Popen(
            [sys.executable, str(ROOT / "examples" / "bot.py"), server.address, "--level", "beginner"],
            env=os.environ | compiled() | {"DAMACI_TOKEN": token},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            somebody = Client(server.address)
            game = first_seek(somebody)
            color = somebody.send("POST", f"/api/v1/games/{game}/join", {})["color"]
            result = play_at_random(somebody, game, color)
            out, complaints = running.communicate(timeout=START_SECONDS)
        finally:
            running.kill()
    assert complaints == ""
    assert out.split() == [f"{server.address}game/{game}", result]


def first_seek(somebody: Client) -> str:
    with connect(somebody.socket("/ws/lobby"), open_timeout=START_SECONDS) as lobby:
        while True:
            message = json.loads(lobby.recv(timeout=START_SECONDS))
            seeks = message["seeks"] if message["type"] == "lobby" else message.get("seeks", {}).get("added", [])
            if seeks:
                return str(seeks[0]["id"])


def play_at_random(somebody: Client, game: str, color: str) -> str:
    chance = random.Random(5)
    with connect(
        somebody.socket(f"/ws/game/{game}"), additional_headers=somebody.headers, open_timeout=START_SECONDS
    ) as socket:
        socket.send(json.dumps({"type": "hello"}))
        while True:
            message = json.loads(socket.recv(timeout=START_SECONDS))
            now = message.get("now", {"turn": ""})
            if now.get("result", "*") != "*":
                return str(now["result"])
            if now["turn"] == color:
                text = chance.choice(now["legal"])["text"]
                socket.send(json.dumps({"type": "move", "ply": now["ply"] + 1, "move": text, "id": str(now["ply"])}))
