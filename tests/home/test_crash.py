"""The app is killed again and again in the middle of a game: nothing is lost, and nothing happens twice."""

import json
import random
import time
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.home.process import App, started
from tests.support import PATIENCE

KILLS = 10


class Player:
    """Plays White as a client: keeps the events that it has received, and sends an unanswered message again."""

    def __init__(self, game: str, chance: random.Random) -> None:
        self.game = game
        self.chance = chance
        self.version = 0
        self.events: list[dict[str, Any]] = []
        """All events after the first."""
        self.now: dict[str, Any] = {}
        self.unanswered: dict[str, Any] | None = None
        self.last_ply = 0
        """The ply of the move that was sent last."""
        self.acknowledged: list[str] = []

    def play(self, socket: ClientConnection, moves: int) -> None:
        """Plays this many moves, or to the end of the game. Raises ConnectionClosed."""
        socket.send(json.dumps({"type": "hello", "after": self.version or None}))
        if self.unanswered:
            socket.send(json.dumps(self.unanswered))
        wanted = len(self.acknowledged) + moves
        while len(self.acknowledged) < wanted and not self.over:
            self.hear(json.loads(socket.recv(timeout=PATIENCE)))
            if self.may_move:
                self.move(socket)

    def move(self, socket: ClientConnection) -> None:
        self.last_ply = ply = self.now["ply"] + 1
        text = self.chance.choice(self.now["legal"])["text"]
        self.unanswered = {"type": "move", "ply": ply, "move": text, "id": f"{ply}-{self.chance.random()}"}
        socket.send(json.dumps(self.unanswered))

    def hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "snapshot":
                assert message["version"] == 1
                self.version = 1
                self.now = message["now"]
            case "update":
                assert message["version"] - len(message["events"]) == self.version
                self.events += message["events"]
                self.version = message["version"]
                self.now = message["now"]
            case "done":
                assert self.unanswered
                self.acknowledged.append(self.unanswered["id"])
                self.unanswered = None
            case _:
                raise AssertionError(message)

    @property
    def may_move(self) -> bool:
        """Whether it is White's turn. It is not while an acknowledged move has not come back as an event."""
        told: bool = self.now.get("ply", -1) >= self.last_ply
        return told and self.now["turn"] == "white" and not self.unanswered and not self.over

    @property
    def over(self) -> bool:
        return bool(self.now.get("result", "*") != "*")


def all_events(app: App, game: str) -> list[dict[str, Any]]:
    """All events after the first, as the server has them now."""
    with connect(app.socket_address(game), open_timeout=PATIENCE) as socket:
        socket.send('{"type":"hello","after":1}')
        events: list[dict[str, Any]] = json.loads(socket.recv(timeout=PATIENCE))["events"]
        return events


def check(app: App, player: Player) -> None:
    """Checks that the player's events are those of the server, and that every move of the game is stored once."""
    events = all_events(app, player.game)
    assert events[: len(player.events)] == player.events
    moves = [event for event in events if event["event"] == "moved"]
    assert [event["ply"] for event in moves] == list(range(1, len(moves) + 1))
    marks = [event["id"] for event in moves if "id" in event]
    assert len(marks) == len(set(marks))
    assert marks[: len(player.acknowledged)] == player.acknowledged
    assert len(marks) <= len(player.acknowledged) + 1


def test_killed_ten_times_in_a_game(tmp_path: Path) -> None:
    chance = random.Random(3)
    players: list[Player] = []
    for _ in range(KILLS):
        with started(tmp_path) as app:
            if not players or players[-1].over:
                players.append(Player(app.new_game(level="beginner", color="white"), chance))
            play_and_kill(app, players[-1])
    with started(tmp_path) as app:
        for player in players:
            check(app, player)
    assert sum(len(player.acknowledged) for player in players) >= KILLS


def play_and_kill(app: App, player: Player) -> None:
    """Plays some moves, then kills the app just after a move has been sent, before or after it is stored."""
    with connect(app.socket_address(player.game), open_timeout=PATIENCE) as socket:
        player.play(socket, moves=player.chance.randrange(1, 4))
        while not player.over and not player.unanswered:
            player.hear(json.loads(socket.recv(timeout=PATIENCE)))
            if player.may_move:
                player.move(socket)
        time.sleep(player.chance.random() * 0.02)
        app.kill()
        try:
            while True:
                player.hear(json.loads(socket.recv(timeout=PATIENCE)))
        except ConnectionClosed:
            pass
