"""Measures which mistakes of a level a review finds, and its processor time. Longer searches of each position judge
games of the level against itself, and the marks of the review are compared with their results."""

import argparse
import asyncio
import time
from pathlib import Path
from typing import Any

from damaci.analysis.review import MARKS
from damaci.engine import AsyncEngine, Engine
from damaci.game.game import Game
from damaci.services import engine_lines as module
from damaci.services.analysis_board import Here
from damaci.services.engine_lines import EngineLines, Review, known_from
from damaci.services.reviews import KeptReview, ReviewedPly
from damaci.tablebase import Tablebase


class Nowhere:
    """Keeps no reviews."""

    async def put(self, game: str, start: str, review: KeptReview) -> None:
        """Keeps nothing."""


def play(level: str, seed: int, most: int) -> list[str]:
    """The moves of a game of a level against itself."""
    engine = Engine(8)
    game = Game()
    while not game.outcome() and game.ply < most:
        game.push(engine.play(game, level, seed * 1000 + game.ply))
    return list(game.texts)


async def review(tables: Tablebase, moves: list[str]) -> list[ReviewedPly]:
    """The review of each ply, beginning with the last."""
    nowhere: Any = Nowhere()
    known = known_from(tables, asyncio.to_thread)
    lines = EngineLines(known, nowhere, lambda megabytes: AsyncEngine(megabytes, tables=tables))
    asked = Review(here=Here(fen=Game().start.fen), moves=" ".join(moves))
    return [seen async for seen in lines.review(asked)]


def main() -> None:
    """Prints a line for each game, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="medium")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=4_000_000, help="nodes of each longer search")
    parser.add_argument("--tables", type=Path, default=Path("tables"))
    asked = parser.parse_args()
    tables = Tablebase(asked.tables)
    shipped = module.NODES
    sums = [0, 0, 0, 0.0, 0]
    for number in range(asked.games):
        moves = play(asked.level, number, asked.plies)
        began = time.process_time()
        short = {each.ply: each for each in asyncio.run(review(tables, moves))}
        seconds = time.process_time() - began
        module.NODES = asked.nodes
        long = {each.ply: each for each in asyncio.run(review(tables, moves))}
        module.NODES = shipped
        clear = {ply for ply, each in long.items() if each.mark in (MARKS[0][1], MARKS[1][1])}
        marked = {ply for ply, each in short.items() if each.mark}
        strong = {ply for ply, each in short.items() if each.mark in (MARKS[0][1], MARKS[1][1])}
        false = {ply for ply in strong if not long[ply].mark}
        kinds = [short[ply].kind for ply in sorted(strong)]
        print(f"game {number}: {len(moves)} plies, {seconds:.2f} s of processor time; {len(clear)} mistakes,", end=" ")
        print(f"found {len(clear & marked)}; {len(false)} of {len(strong)} not confirmed; {kinds}", flush=True)
        for index, value in enumerate((len(clear), len(clear & marked), len(false), seconds, len(moves))):
            sums[index] += value
    print(f"together: found {sums[1]} of {sums[0]}, not confirmed {sums[2]};", end=" ")
    print(f"{60 * sums[3] / sums[4]:.2f} s of processor time for 60 plies")


if __name__ == "__main__":
    main()
