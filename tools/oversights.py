"""Lets levels play against themselves and prints how often they lose something by oversight, by kind of mistake:
`python tools/oversights.py --games 100`.

A mistake is a move that, according to a search of many nodes, loses at least most of a man. Moves without a choice are
not counted.
"""

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from damaci import Engine, Game, Move
from damaci.analysis.kinds import MistakeKind, exchange, kind_of
from damaci.engine import LEVELS

NODES = 20_000
"""Nodes of each search of the engine that judges moves."""
LEAST = 80
"""The fewest centimen that a move has to give away to be counted as a mistake."""
DECIDED = 600
"""Centimen: if a side is ahead by more than this, nothing is counted."""
KING = 3
"""Men: a king that is lost for nothing costs at least as much."""
LONGEST = 120
"""The most plies of a game."""
MOVES = "moves"
KINGS = "kings for nothing"


def main() -> int:
    """Prints a row for each level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="*", default=["beginner", "easy", "casual"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    kinds = [*MistakeKind, KINGS]
    print("| level | moves |", " | ".join(kinds), "| all |")
    print("|---|" + "---|" * (len(kinds) + 2))
    with ProcessPoolExecutor(options.concurrency) as pool:
        for name in options.levels:
            found = sum(pool.map(partial(counted, name), range(options.games)), Counter())
            rates = [f"{100 * found[kind] / found[MOVES]:.2f}" for kind in kinds]
            every = sum(found[kind] for kind in MistakeKind)
            print(
                f"| {name} | {found[MOVES]} |", " | ".join(rates), f"| {100 * every / found[MOVES]:.2f} |", flush=True
            )
    return 0


def counted(name: str, seed: int) -> Counter[str]:
    """The moves and the mistakes of one game in which a level plays both sides."""
    game = Game()
    player = Engine(1)
    judge = Engine(8)
    found = Counter[str]()
    while game.outcome() is None and game.ply < LONGEST:
        move = player.play(game, LEVELS[name], seed)
        if len(game.legal_moves) > 1:
            found.update(kinds(judge, game, move))
        game.push(move)
    return found


def kinds(judge: Engine, game: Game, move: Move) -> list[str]:
    """The kinds under which a move is counted: as a move and, if it was a mistake, as its kind of mistake."""
    best = judge.analyse(game, nodes=NODES).lines[0]
    if abs(best.score.centimen) > DECIDED:
        return []
    if best.move == move:
        return [MOVES]
    after = game.copy()
    after.push(move)
    if after.outcome():
        return [MOVES]
    reply = judge.analyse(after, nodes=NODES).lines[0]
    if best.score.centimen + reply.score.centimen < LEAST:
        return [MOVES]
    found = [MOVES, kind_of(game.position, move, best.pv, reply.pv, exact=False)]
    if _loses_king(game, after, reply.pv):
        found.append(KINGS)
    return found


def _loses_king(game: Game, after: Game, reply: tuple[Move, ...]) -> bool:
    """Whether a king is captured at once without compensation."""
    kings = after.position.kings(game.turn)
    taken = any(kings >> square & 1 for square in reply[0].captured)
    return taken and exchange(after.position, reply).gained >= KING


if __name__ == "__main__":
    sys.exit(main())
