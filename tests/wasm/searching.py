"""Searches for the tests of this folder. In Pyodide they run in workers."""

import asyncio
import hashlib
import json
import sys
from typing import Any

from damaci.board.position import Position
from damaci.engine.analysis import Analysis
from damaci.game.game import Game
from damaci.rules.endings import Endings
from damaci.tablebase import Plan, Tablebase, Terms
from damaci.tablebase.material import Material

PIECES = 3
SOON = 60.0
"""In seconds."""
WINS = (
    "W:WKc2,Kh3,b6,b3:BKa7,d5,b5",
    "W:WKf2,Kd6,c2,d5:BKe2,b5,d2",
    "W:WKg7,Kh3,c7,b3:BKe3,d3,c6",
    "W:WKe4,Kb7,d4,d6:BKa4,d3,g6",
)
"""Searches of these positions end by themselves after 9 to 11 plies, because no better result is possible."""
TIMES = 5


async def main(kinds: list[str]) -> str:
    """The results of the given kinds of searches, as JSON."""
    every = {
        "levels": levels,
        "analysis": analysis,
        "stop": stop,
        "endless": endless,
        "together": together,
        "tables": tables,
    }
    return json.dumps({kind: await every[kind]() for kind in kinds})


def _engine(hash_megabytes: int, tables: Tablebase | None = None) -> Any:
    if sys.platform != "emscripten":
        from damaci.engine import AsyncEngine

        return AsyncEngine(hash_megabytes, tables=tables)

    import damaci_search

    from damaci.pocket.engine import PocketEngine
    from damaci.pocket.search_worker import SearchWorker

    return PocketEngine(SearchWorker(damaci_search.open()), hash_megabytes, _ready(tables) if tables else None)


def _ready(tablebase: Tablebase) -> Any:
    async def ready(terms: Terms) -> Tablebase:
        return tablebase

    return ready


def _told(found: Analysis) -> list[object]:
    lines = [[str(line.score), [str(move) for move in line.pv]] for line in found.lines]
    return [found.depth, found.nodes, lines]


def games() -> list[Game]:
    """Games of several rulesets, with some moves each."""
    made = []
    for ruleset in ("turkish", "world", "bulgarian"):
        game = Game(ruleset)
        for _ in range(6):
            game.push(game.legal_moves[0])
        made.append(game)
    return made


async def levels() -> list[str]:
    """The moves of the levels that play the same on every machine."""
    async with _engine(hash_megabytes=4) as engine:
        names = ("beginner", "easy", "casual")  # time does not limit these, however busy the machine is
        return [str(await engine.play(game, name, 7, 60.0)) for game in games() for name in names]


async def analysis() -> list[list[object]]:
    """All reports of searches of a fixed depth."""
    told = []
    async with _engine(hash_megabytes=4) as engine:
        for game in games():
            await engine.forget()
            told += [_told(found) async for found in engine.analyse(game, depth=7, lines=3)]
        told += [_told(found) async for found in engine.analyse(Position.from_fen("W:Wa2:B"), depth=3)]
    return told


async def stop() -> list[object]:
    """Stops a search without a limit after it has begun; then searches again with the same engine."""
    async with _engine(hash_megabytes=4) as engine:
        thinking = asyncio.ensure_future(engine.play(Position.start(), "free-99s", 1, 99.0))
        await asyncio.sleep(0.3)
        engine.stop()
        move = await asyncio.wait_for(thinking, SOON)
        again = await engine.play(Position.start(), "hard", 7, 60.0)
        return [bool(move), str(again)]


async def endless() -> list[object]:
    """Stops reading an analysis without a limit; then searches again with the same engine."""
    async with _engine(hash_megabytes=4) as engine:
        analysing = engine.analyse(Position.start())
        async for found in analysing:
            if found.depth == 5:
                break
        await asyncio.wait_for(analysing.aclose(), SOON)
        last = [found async for found in engine.analyse(Position.start(), depth=4)][-1]
        return [last.depth, str(last.best)]


async def together() -> dict[str, object]:
    """The number of threads that help a search, and the results of repeated searches that end by themselves."""
    import damaci_search

    from damaci.pocket.engine import PocketEngine
    from damaci.pocket.search_worker import SearchWorker

    worker = SearchWorker(damaci_search.open())
    found = []
    async with PocketEngine(worker, hash_megabytes=4) as engine:
        for _ in range(TIMES):
            for fen in WINS:
                await engine.forget()
                analyses = [each async for each in engine.analyse(Position.from_fen(fen))]
                found.append(str(analyses[-1].lines[0].score).split()[0])
        helping = await worker.call("thread_count", "")
    return {"helping": int.from_bytes(helping or b"", "little"), "found": found}


async def tables() -> dict[str, object]:
    """Endgame tables that are made in a worker: the hash of their bytes, and the results of searches that use them."""
    import damaci_search

    from damaci.pocket.search_worker import SearchWorker
    from damaci.pocket.table_maker import TableMaker

    tablebase = Tablebase("/tmp/tables")
    made = list[Material]()

    async def on_made(pair: Material) -> None:
        made.append(pair)

    plan = Plan.up_to(PIECES, Terms.of("turkish"))
    await TableMaker(tablebase, SearchWorker(damaci_search.open())).make(plan, on_made)
    assert made == plan.pairs
    return await known(tablebase)


async def known(tablebase: Tablebase) -> dict[str, object]:
    """The hash of the tables, and the results of positions that they decide."""
    digest = hashlib.sha256()
    for path in sorted(tablebase.folder.rglob("*.table")):
        digest.update(path.name.encode() + path.read_bytes())
    game = Game("turkish", "W:WKd4,a2:BKh8,g7", Endings())
    one_left = Game("turkish", "W:WKd4,Ka2:BKh8")
    async with _engine(hash_megabytes=4, tables=tablebase) as engine:
        found = [_told(each)[0::2] async for each in engine.analyse(one_left, depth=5)][-1]
        other = [_told(each)[0::2] async for each in engine.analyse(game, depth=5)][-1]
    probe = tablebase.probe(one_left.position)
    return {"hash": digest.hexdigest(), "probe": str(probe), "lines": [found, other]}
