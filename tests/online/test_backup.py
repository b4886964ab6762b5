"""Backup and restore, by the commands of the operators' page, while people are playing."""

import asyncio
import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from tests.online.process import Client, serving
from tests.servers import UNSAFE, Postgres, require_postgres
from tests.support import ROOT

COMMANDS = re.findall(
    r"^```sh\n(.*?)^```", (ROOT / "docs" / "11-operating.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
MOVES = ("d3d4", "d6d5", "d4xd8")


def command(word: str) -> str:
    """The only code block of the page that contains this word."""
    [found] = [each for each in COMMANDS if word in each]
    return found


def begin(address: str) -> tuple[str, Client, Client]:
    white = Client(address)
    black = Client(address)
    game = white.send("POST", "/api/v1/games", {"color": "white"})["id"]
    black.send("POST", f"/api/v1/games/{game}/join", {})
    return game, white, black


def move(client: Client, game: str, ply: int) -> None:
    client.send("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": MOVES[ply - 1]})


def go_on(address: str, game: str, white: Client, black: Client) -> None:
    """The game is restored to its state at the time of the backup, its players are known, and it continues."""
    white.address = black.address = address.rstrip("/")
    shown = white.send("GET", f"/api/v1/games/{game}")
    assert (shown["version"], shown["you"]) == (2, ["white"])
    move(black, game, 2)
    move(white, game, 3)


def test_with_sqlite(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        game, white, black = begin(server.address)
        move(white, game, 1)
        _, file, statement, _ = re.split(r"^sqlite3 (\S+) \"(.*)\"$", command("VACUUM"), flags=re.MULTILINE)
        connection = sqlite3.connect(tmp_path / file)
        connection.execute(statement.replace("'games.db'", f"'{tmp_path}/games.db'"))
        connection.close()
        move(black, game, 2)
        server.kill()
    subprocess.run(command("rm -f damaci.db-wal"), shell=True, check=True, cwd=tmp_path)
    with serving(tmp_path) as server:
        go_on(server.address, game, white, black)


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    server = Postgres(*UNSAFE)
    server.start()
    yield server
    server.close()


def test_with_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    asyncio.run(make_database(postgres.url("postgres"), "damaci"))
    programs = f"{Path(require_postgres('pg_dump')).parent}:{os.environ['PATH']}"
    environment = os.environ | {
        "PATH": programs,
        "PGHOST": "127.0.0.1",
        "PGPORT": str(postgres.port),
        "PGUSER": "damaci",
    }

    def run(word: str) -> None:
        subprocess.run(command(word), shell=True, check=True, cwd=tmp_path, env=environment)

    with serving(tmp_path, DAMACI_DATABASE=postgres.url("damaci")) as server:
        game, white, black = begin(server.address)
        move(white, game, 1)
        run("pg_dump")
        move(black, game, 2)
        assert server.end() == 0
    run("pg_restore")
    with serving(tmp_path, DAMACI_DATABASE=postgres.url("damaci")) as server:
        go_on(server.address, game, white, black)


async def make_database(url: str, name: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
