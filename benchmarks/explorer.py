"""Measures how long the explorer of openings takes among the moves of a million games.

Run `python -m benchmarks.explorer FOLDER` for SQLite, or with the URL of an empty PostgreSQL database. The rows are
generated, as many as so many games would have: many games share their first moves, and from the ninth ply on each game
has its own.
"""

import argparse
import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Iterator
from itertools import chain, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import asyncpg

from damaci import Position
from damaci.services.analysis_board import Here
from damaci.services.explorer import COUNTED_PLIES, Look, OpeningExplorer
from damaci.store import Store

BREADTH = 5
"""Different moves that are played in each position of the first plies."""
AT_ONCE = 100_000
LOOKS = 1_000
GAMES = " ".join("0123456789abcdef0123456789abcdef" for _ in range(8))
COLUMNS = ("ruleset", "position", "after", "white", "draw", "black", "games")
Row = tuple[str, int, int, int, int, int, str]


def key(position: Position) -> int:
    """The key of a position in the form that the store uses."""
    found = position.kernel.key
    return found - 2**64 if found >= 2**63 else found


def moves(games: int) -> int:
    """The number of different moves in this many games."""
    return sum(min(games, BREADTH**ply) for ply in range(1, COUNTED_PLIES + 1))


def rows(games: int) -> Iterator[Row]:
    """One row for each move, in the order of the keys, and the rows of the start."""
    count = moves(games)
    step = 2**64 // count
    for number in range(count):
        yield "turkish", number * step - 2**63, number, 1, 0, 0, "0123456789abcdef0123456789abcdef"
    start = Position.start()
    for move in start.legal_moves:
        yield "turkish", key(start), key(start.play(move)), games // 20, games // 20, games // 20, GAMES


async def fill(place: str, games: int) -> None:
    """Stores the rows as fast as the database takes them."""
    coming = rows(games)
    batches: Iterator[list[Row]] = iter(lambda: list(islice(coming, AT_ONCE)), [])
    if "://" in place:
        await fill_postgresql(place, batches)
    else:
        fill_sqlite(place, batches)


def fill_sqlite(folder: str, batches: Iterator[list[Row]]) -> None:
    """Stores the rows in the SQLite database of a folder."""
    [path] = Path(folder).glob("*.db")
    with sqlite3.connect(path) as database:
        database.executemany("INSERT INTO explorer VALUES (?, ?, ?, ?, ?, ?, ?)", chain.from_iterable(batches))


async def fill_postgresql(url: str, batches: Iterator[list[Row]]) -> None:
    """Stores the rows in a PostgreSQL database."""
    connection = await asyncpg.connect(url)  # type: ignore[no-untyped-call]
    for batch in batches:
        await connection.copy_records_to_table("explorer", records=batch, columns=COLUMNS)
    await connection.execute("VACUUM ANALYZE explorer")
    await connection.close()


async def measure(place: str, games: int) -> None:
    """Prints the times."""
    async with Store(place):
        pass
    await fill(place, games)
    count = moves(games)
    random = Random(1)
    positions = [random.randrange(count) * (2**64 // count) - 2**63 for _ in range(LOOKS)]
    async with Store(place) as store:
        kept = [await _timed(store.explorer.find("turkish", position)) for position in positions]
        explorer = OpeningExplorer(store, asyncio.to_thread)
        start = Look(Here(fen=Position.start().fen))
        await explorer.known(start)
        whole = [await _timed(explorer.known(start)) for _ in range(LOOKS // 4)]
    print(f"{games:,} games, {count:,} moves")
    print(f"moves of a random position: {_summary(kept)}")
    print(f"whole answer for the start: {_summary(whole)}")


async def _timed(work: Awaitable[Any]) -> tuple[float, float]:
    """Milliseconds by the clock, and milliseconds of this process's processor time."""
    began = time.perf_counter()
    used = time.process_time()
    await work
    return 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - used)


def _summary(found: list[tuple[float, float]]) -> str:
    clock, used = zip(*found, strict=True)
    late = sorted(clock)[len(clock) * 99 // 100]
    return f"median {median(clock):.2f} ms, 99 % within {late:.2f} ms; processor time {median(used):.2f} ms"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("place", help="a folder, or the URL of a PostgreSQL database")
    parser.add_argument("--games", type=int, default=1_000_000)
    asked = parser.parse_args()
    asyncio.run(measure(asked.place, asked.games))
