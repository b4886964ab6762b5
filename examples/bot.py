"""A bot that plays on a Damacı server through its API: it waits in the lobby for anybody, and plays what
damaci.Engine finds.

python examples/bot.py https://dama.example --level easy    (the token comes from the variable DAMACI_TOKEN)

It survives restarts of the server and its own, waits when it is told to (429, 503), first plays on the games that it
has begun, and claims the game when its opponent has left for too long.
"""

import argparse
import json
import os
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from damaci import Engine, Game

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
"""Seconds between two attempts while the server does not answer: doubled each time."""
LATER = frozenset({429, 502, 503, 504})
"""Statuses after which the same request may succeed."""
FINAL = frozenset({4403, 4404})
"""Codes with which the server closes a WebSocket for good: banned, no such game."""


def pauses() -> Iterator[float]:
    """The seconds to wait after each failure."""
    seconds = FIRST_PAUSE
    while True:
        yield seconds
        seconds = min(2 * seconds, LONGEST_PAUSE)


@contextmanager
def passing(code: int) -> Iterator[None]:
    """Passes over a refusal with this status."""
    try:
        yield
    except urllib.error.HTTPError as refusal:
        if refusal.code != code:
            raise
        refusal.close()


def wait(pause: float, retry_after: str | None) -> None:
    """Waits as long as the server has asked for, or for the pause."""
    try:
        time.sleep(float(retry_after or pause))
    except ValueError:  # a date
        time.sleep(pause)


class Server:
    """A server, as a program sees it that may play for somebody."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer to a request, sent again until there is one, under one key: what an answer that was lost had made
        is not made twice. Raises urllib.error.HTTPError, whose body says why not."""
        key = secrets.token_hex(16)
        for pause in pauses():
            try:
                return self._ask(method, path, body, key)
            except urllib.error.HTTPError as refusal:
                if refusal.code not in LATER:
                    raise
                with refusal:
                    wait(pause, refusal.headers.get("Retry-After"))
            except (OSError, HTTPException):
                wait(pause, None)
        raise AssertionError("the pauses have no end")

    def _ask(self, method: str, path: str, body: object, key: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers | {"Content-Type": "application/json", "Idempotency-Key": key}
        request = urllib.request.Request(f"{self.address}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")

    @contextmanager
    def stream(self, path: str) -> Iterator[ClientConnection]:
        """A WebSocket, opened again until it succeeds."""
        url = self.address.replace("http", "ws", 1) + path
        with ExitStack() as stack:
            for pause in pauses():
                try:
                    socket = stack.enter_context(connect(url, additional_headers=self.headers))
                except (OSError, InvalidHandshake) as failure:
                    answer = getattr(failure, "response", None)
                    wait(pause, answer and answer.headers.get("Retry-After"))
                else:
                    break
            yield socket


class Bot:
    """Plays games, one after the other."""

    def __init__(self, server: Server, level: str) -> None:
        self.server = server
        self.engine = Engine()
        self.level = level

    def unfinished(self) -> str | None:
        """A game that has been begun and is not over."""
        games = self.server.ask("GET", "/api/v1/games")["games"]
        return next((game["id"] for game in games if game["result"] == "*"), None)

    def find(self, terms: dict[str, Any]) -> str:
        """An unfinished game, or else a new one as soon as somebody accepts; its id. A seek lasts as long as its player
        follows the lobby."""
        while True:
            with self.server.stream("/ws/lobby") as lobby:
                if game := self.unfinished():
                    return game
                wanted = self.server.ask("POST", "/api/v1/seeks", terms)["id"]
                try:
                    for message in map(json.loads, lobby):
                        if message["type"] == "begun":
                            return str(message["id"])
                except ConnectionClosed:
                    self._cancel(wanted)

    def _cancel(self, seek: str) -> None:
        with passing(404):  # somebody has accepted it, or it has expired
            self.server.ask("DELETE", f"/api/v1/seeks/{seek}")

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
                    for message in self._messages(socket, game):
                        if message["type"] == "snapshot":
                            ruleset = message["settings"].get("ruleset", "turkish")
                            (color,) = message["you"]
                        if "now" in message:
                            yield message["now"], color, ruleset
            except ConnectionClosed as closed:
                if closed.rcvd and closed.rcvd.code in FINAL:
                    raise
                time.sleep(FIRST_PAUSE)

    def _messages(self, socket: ClientConnection, game: str) -> Iterator[dict[str, Any]]:
        """The messages of a game. Claims the game as soon as the server allows it."""
        claim_at = None
        while True:
            try:
                text = socket.recv(None if claim_at is None else max(0.0, claim_at - time.monotonic()))
            except TimeoutError:
                claim_at = None
                self._claim(game)
                continue
            message = json.loads(text)
            if message["type"] == "ping":
                socket.send('{"type":"pong"}')
            elif message["type"] == "there":
                left = message.get("claim")
                claim_at = None if left is None else time.monotonic() + left
            yield message

    def _claim(self, game: str) -> None:
        """Claims a win, or a draw before both sides have moved."""
        for claim in ("win", "draw"):
            with passing(409):  # too early, or the opponent has come back: the stream will say so
                self.server.ask("POST", f"/api/v1/games/{game}/claim", {"claim": claim})
                return

    def _move(self, game: str, now: dict[str, Any], ruleset: str) -> None:
        """The same request sent twice is one move: `id` says so."""
        ply = now["ply"] + 1
        move = self.engine.play(Game(ruleset, now["fen"]), self.level)
        request = {"type": "move", "ply": ply, "move": str(move), "id": f"bot-{ply}"}
        with passing(409):  # the game has ended or gone on meanwhile: the stream will say how
            self.server.ask("POST", f"/api/v1/games/{game}/requests", request)


def main() -> None:
    """Plays the games."""
    parser = argparse.ArgumentParser(description="Plays games on a Damacı server, one after the other.")
    parser.add_argument("server", help="such as https://dama.example")
    parser.add_argument("--level", default="easy", help="of damaci.Engine")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--increment", type=float, default=5, help="seconds for each move")
    parser.add_argument("--games", type=int, default=1, help="how many to play")
    arguments = parser.parse_args()
    bot = Bot(Server(arguments.server, os.environ["DAMACI_TOKEN"]), arguments.level)
    for _ in range(arguments.games):
        game = bot.find({"clock": {"base": 60 * arguments.minutes, "increment": arguments.increment}})
        print(f"{arguments.server.rstrip('/')}/game/{game}", flush=True)
        print(bot.play(game), flush=True)


if __name__ == "__main__":
    main()
