"""When a process is killed while it counts a rated game, no half of a rating is stored; the next process counts the
game once."""

import asyncio
import http.client
import sys
import threading
import time
import urllib.error
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from damaci.cli.main import main
from damaci.rating.standing import NEW, rate
from damaci.store import Store
from damaci.store.schema import EVENTS, GAMES, RATING_CHANGES
from tests.online.cluster import Process
from tests.online.conftest import eventually
from tests.online.process import Client
from tests.servers import Postgres
from tests.support import PATIENCE

RATED = {"clock": {"base": 180, "increment": 2}, "rated": True, "color": "white"}
AT_STATEMENT = """
import os, signal
from sqlalchemy import Engine, event

def die(connection, cursor, statement, parameters, context, many):
    if statement.startswith("{begins}"):
        os.kill(os.getpid(), signal.SIGKILL)

event.listen(Engine, "{moment}_cursor_execute", die)
"""
AT_COMMIT = """
import os, signal
from damaci.store.ratings import Ratings

count = Ratings.count

async def count_and_die(self):
    if await count(self):
        os.kill(os.getpid(), signal.SIGKILL)
    return []

Ratings.count = count_and_die
"""
CHANGES = "INSERT INTO rating_changes"
RATINGS = "INSERT INTO ratings"
MARK = "UPDATE games SET counted"
MOMENTS = {
    "between the end and the rating": AT_STATEMENT.format(moment="before", begins=CHANGES),
    "when the changes are written": AT_STATEMENT.format(moment="after", begins=CHANGES),
    "when the ratings are written": AT_STATEMENT.format(moment="after", begins=RATINGS),
    "before the commit": AT_STATEMENT.format(moment="after", begins=MARK),
    "after the commit": AT_COMMIT,
}
"""Code that the process runs before it starts, so that it kills itself at that moment."""
START = "\nfrom damaci.cli.main import main\nmain()"
LOST = (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError)
"""The exceptions of a request without an answer."""
PAIRS = 3
GAMES_EACH = 8
KILLS = 6


@contextmanager
def serving(place: str, first: str = "") -> Iterator[Process]:
    process = Process(place, [sys.executable, "-c", first + START] if first else (), accounts="open", house="off")
    try:
        process.start()
        yield process
    finally:
        process.close()


def member(process: Process, name: str) -> Client:
    client = Client(process.address)
    client.send("POST", "/api/v1/account", {"name": name, "passphrase": "a long enough one"})
    return client


def insist(somebody: Client, addresses: Iterator[str], path: str, body: object) -> Any:
    """Sends a request to one process after the other until one answers; returns None if it is refused."""
    until = time.monotonic() + PATIENCE
    while True:
        somebody.address = next(addresses)
        try:
            return somebody.send("POST", path, body)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code < 500:
                return None
        except LOST:
            time.sleep(0.05)
        assert time.monotonic() < until


def play(white: Client, black: Client, addresses: Sequence[str]) -> str:
    """Plays a rated game that Black resigns after both have moved."""
    anywhere = cycle(addresses)
    game: str = insist(white, anywhere, "/api/v1/games", RATED)["id"]
    insist(black, anywhere, f"/api/v1/games/{game}/join", {})
    requests = f"/api/v1/games/{game}/requests"
    insist(white, anywhere, requests, {"type": "move", "id": "1", "ply": 1, "move": "d3d4"})
    insist(black, anywhere, requests, {"type": "move", "id": "2", "ply": 2, "move": "d6d5"})
    insist(black, anywhere, requests, {"type": "resign", "id": "3"})
    return game


async def numbers(place: str) -> dict[str, int]:
    """The numbers of games that have ended, games that wait for their rating, rating changes, and counted games."""
    changed = RATING_CHANGES.c
    queries = {
        "ended": select(func.count()).where(EVENTS.c.event.startswith('{"event":"ended"')),
        "waiting": select(func.count()).where(GAMES.c.result.isnot(None), GAMES.c.counted.is_(False)),
        "changes": select(func.count(changed.game)),
        "counted": select(func.count(func.distinct(changed.game))),
        "last": select(func.coalesce(func.max(changed.number), 0)),
    }
    async with Store(place) as store, store._database.reading() as connection:
        return {name: int(await connection.scalar(query) or 0) for name, query in queries.items()}


def all_is_counted_once(place: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Waits until no game waits for its rating, and checks the ratings with the log."""
    eventually(lambda: not asyncio.run(numbers(place))["waiting"])
    found = asyncio.run(numbers(place))
    assert found["changes"] == 2 * found["counted"] == 2 * found["ended"] == 2 * found["last"]
    monkeypatch.setenv("DAMACI_DATABASE", place)
    assert main(["admin", "ratings", "--check"]) == 0
    return found


def play_until_it_dies(process: Process) -> str:
    """Plays a game at whose end the process kills itself; returns its id."""
    ada = member(process, "Ada")
    bora = member(process, "Bora")
    game: str = ada.send("POST", "/api/v1/games", RATED)["id"]
    bora.send("POST", f"/api/v1/games/{game}/join", {})
    requests = f"/api/v1/games/{game}/requests"
    ada.send("POST", requests, {"type": "move", "ply": 1, "move": "d3d4"})
    bora.send("POST", requests, {"type": "move", "ply": 2, "move": "d6d5"})
    with suppress(*LOST):
        bora.send("POST", requests, {"type": "resign"})
    assert process.process
    process.process.communicate(timeout=PATIENCE)
    return game


def told(process: Process, game: str) -> Any:
    return Client(process.address).send("GET", f"/api/v1/games/{game}/players")


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_at_any_moment_of_counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    place = str(tmp_path)
    with serving(place, MOMENTS[moment]) as first:
        game = play_until_it_dies(first)
    before = asyncio.run(numbers(place))
    assert before["changes"] == (2 if moment == "after the commit" else 0)
    with serving(place) as second:
        assert all_is_counted_once(place, monkeypatch)["counted"] == 1
        won, lost = rate(NEW, NEW, 1.0)
        players = told(second, game)["players"]
    assert (players["white"]["change"], players["black"]["change"]) == (won.points, lost.points)


def test_the_other_process_counts_at_once(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """The killed process held the lock under which games are counted, and is not started again."""
    place = asyncio.run(postgres.new_database())
    with serving(place) as other, serving(place, MOMENTS["before the commit"]) as first:
        other.kill()  # so that the first one counts the game
        game = play_until_it_dies(first)
        other.start()
        eventually(lambda: bool(told(other, game)["counted"]))
        assert all_is_counted_once(place, monkeypatch)["counted"] == 1


def test_whatever_is_killed_while_many_games_end(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    place = asyncio.run(postgres.new_database())
    with serving(place) as one, serving(place) as two:
        pairs = [(member(one, f"White {n}"), member(two, f"Black {n}")) for n in range(PAIRS)]
        addresses = [one.address, two.address]
        games: list[str] = []

        def evening(white: Client, black: Client) -> None:
            games.extend(play(white, black, addresses) for _ in range(GAMES_EACH))

        players = [threading.Thread(target=evening, args=pair) for pair in pairs]
        for player in players:
            player.start()
        for process in [one, two] * (KILLS // 2):
            time.sleep(0.7)
            process.kill()
            process.start()
        for player in players:
            player.join()
        assert len(games) == PAIRS * GAMES_EACH
        assert all_is_counted_once(place, monkeypatch)["counted"] == len(games)
