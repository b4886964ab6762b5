"""A bot that plays one game on a Damacı server through its API: it waits in the lobby for anybody, and plays what
damaci.Engine finds.

python examples/bot.py https://dama.example --level easy    (the token comes from the variable DAMACI_TOKEN)
"""

import argparse
import json
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from damaci import Engine, Game


class Server:
    """A server, as a program sees it that may play for somebody."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"}

    def post(self, path: str, body: object) -> Any:
        """Asks for something. Raises urllib.error.HTTPError, whose body says why not."""
        headers = self.headers | {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}{path}", json.dumps(body).encode(), headers, method="POST")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def stream(self, path: str) -> Any:
        """A WebSocket."""
        return connect(self.address.replace("http", "ws", 1) + path, additional_headers=self.headers)


class Bot:
    """Plays games, one after the other."""

    def __init__(self, server: Server, level: str) -> None:
        self.server = server
        self.engine = Engine()
        self.level = level

    def find(self, terms: dict[str, Any]) -> str:
        """Waits in the lobby until somebody accepts; the id of the game. A seek lasts as long as its player follows the
        lobby."""
        with self.server.stream("/ws/lobby") as lobby:
            wanted = self.server.post("/api/v1/seeks", terms)["id"]
            for message in map(json.loads, lobby):
                if message["type"] == "begun" and message["id"] == wanted:
                    return str(wanted)
        raise ConnectionError("the lobby has closed")

    def play(self, game: str) -> str:
        """Plays a game to its end, over as many connections as it takes; its result."""
        for now, color, ruleset in self._follow(game):
            if now.get("result", "*") != "*":
                return str(now["result"])
            if now["turn"] == color:
                self._move(game, now, ruleset)
        raise AssertionError("a game that is followed comes to an end")

    def _follow(self, game: str) -> Iterator[tuple[dict[str, Any], str, str]]:
        """How the game stands whenever something has happened, which side is ours, and the rules."""
        while True:
            try:
                with self.server.stream(f"/ws/game/{game}") as socket:
                    socket.send(json.dumps({"type": "hello"}))
                    for message in map(json.loads, socket):
                        if message["type"] == "snapshot":
                            ruleset, (color,) = message["settings"].get("ruleset", "turkish"), message["you"]
                        if "now" in message:
                            yield message["now"], color, ruleset
            except ConnectionClosed:
                continue

    def _move(self, game: str, now: dict[str, Any], ruleset: str) -> None:
        """The same request sent twice is one move: `id` says so."""
        ply = now["ply"] + 1
        move = self.engine.play(Game(ruleset, now["fen"]), self.level)
        try:
            self.server.post(
                f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": str(move), "id": f"bot-{ply}"}
            )
        except urllib.error.HTTPError as refusal:
            if refusal.code != 409:  # the game has ended or gone on meanwhile: the stream will say how
                raise


def main() -> None:
    """Plays one game."""
    parser = argparse.ArgumentParser(description="Plays one game on a Damacı server.")
    parser.add_argument("server", help="such as https://dama.example")
    parser.add_argument("--level", default="easy", help="of damaci.Engine")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--increment", type=float, default=5, help="seconds for each move")
    arguments = parser.parse_args()
    bot = Bot(Server(arguments.server, os.environ["DAMACI_TOKEN"]), arguments.level)
    game = bot.find({"clock": {"base": 60 * arguments.minutes, "increment": arguments.increment}})
    print(f"{arguments.server.rstrip('/')}/game/{game}", flush=True)
    print(bot.play(game), flush=True)


if __name__ == "__main__":
    main()
