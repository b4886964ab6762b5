"""Searches, in workers where this runs in Pyodide: what the tests of this folder ask for."""

import asyncio
import json
import sys
from typing import Any

from damaci.board.position import Position
from damaci.engine.analysis import Analysis
from damaci.game.game import Game


async def main(arguments: list[str]) -> str:
    """What is asked for, as JSON."""
    asked = {"levels": levels, "analysis": analysis, "stop": stop, "endless": endless}[arguments[0]]
    return json.dumps(await asked(*arguments[1:]))


def _engine(**settings: Any) -> Any:
    if sys.platform != "emscripten":
        from damaci.engine import AsyncEngine

        return AsyncEngine(**settings)

    import damaci_search

    from damaci.pocket.engine import PocketEngine
    from damaci.pocket.search_worker import SearchWorker

    return PocketEngine(SearchWorker(damaci_search.open()), **settings)


def _told(found: Analysis) -> list[object]:
    lines = [[str(line.score), [str(move) for move in line.pv]] for line in found.lines]
    return [found.depth, found.nodes, lines]


def games() -> list[Game]:
    """Games under several rules, with a past."""
    made = []
    for ruleset in ("turkish", "world", "bulgarian"):
        game = Game(ruleset)
        for _ in range(6):
            game.push(game.legal_moves[0])
        made.append(game)
    return made


async def levels() -> list[str]:
    """What the levels play that play the same on every machine."""
    async with _engine(hash_megabytes=4) as engine:
        names = ("beginner", "easy", "casual")  # no time limits these, however busy the machine is
        return [str(await engine.play(game, name, 7, 60.0)) for game in games() for name in names]


async def analysis() -> list[list[object]]:
    """Everything told of searches of a fixed depth."""
    told = []
    async with _engine(hash_megabytes=4) as engine:
        for game in games():
            await engine.forget()
            told += [_told(found) async for found in engine.analyse(game, depth=7, lines=3)]
        told += [_told(found) async for found in engine.analyse(Position.from_fen("W:Wa2:B"), depth=3)]
    return told


async def stop() -> list[object]:
    """A search without a limit, stopped when it has begun; then another one with the same engine."""
    async with _engine(hash_megabytes=4) as engine:
        thinking = asyncio.ensure_future(engine.play(Position.start(), "free-99s", 1, 99.0))
        await asyncio.sleep(0.3)
        engine.stop()
        move = await thinking
        again = await engine.play(Position.start(), "hard", 7, 60.0)
        return [bool(move), str(again)]


async def endless() -> list[object]:
    """An analysis without a limit that nobody reads any more; then another one with the same engine."""
    async with _engine(hash_megabytes=4) as engine:
        analysing = engine.analyse(Position.start())
        async for found in analysing:
            if found.depth == 5:
                break
        await analysing.aclose()
        last = [found async for found in engine.analyse(Position.start(), depth=4)][-1]
        return [last.depth, str(last.best)]
