"""Measures the speed-up of two threads to a given depth: `python -m benchmarks.threads`. Needs two idle cores."""

import argparse
from random import Random
from statistics import median

from damaci import Engine, Game, Position
from damaci.match import generate

HASH_MEGABYTES = 128
MOVES_OF_THE_ENGINE = 24
"""Plies played from each opening, so that the positions are those of middle games."""


def main() -> None:
    """Prints a line a position, then the median."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=8_000_000, help="the depth is the one that this many nodes reach")
    options = parser.parse_args()
    ratios = []
    for position in middle_games(options.positions):
        depth = search(position, 1, nodes=options.nodes)[0]
        alone, together = (search(position, threads, depth=depth)[1] for threads in (1, options.threads))
        ratios.append(alone / together)
        print(
            (
                f"depth {depth:2}: {alone:6.2f} s alone, {together:6.2f} s with {options.threads} threads: "
                f"{ratios[-1]:.2f} times sooner"
            ),
            flush=True,
        )
    print(f"median {median(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f}")


def middle_games(count: int) -> list[Position]:
    """Positions from games of a weak engine against itself, the same every time."""
    return [
        middle_game(opening.game(), Random(f"threads {number}"))
        for number, opening in enumerate(generate(count=2 * count))
    ][::2]


def middle_game(game: Game, random: Random) -> Position:
    """The position of a game a number of plies later."""
    engine = Engine(1)
    for _ in range(MOVES_OF_THE_ENGINE):
        if game.legal_moves:
            game.push(engine.play(game, "hard", random.randrange(1000)))
    return game.position


def search(position: Position, threads: int, depth: int | None = None, nodes: int | None = None) -> tuple[int, float]:
    """The depth reached and the seconds needed, with an empty transposition table."""
    found = Engine(HASH_MEGABYTES, threads=threads).analyse(position, depth=depth, nodes=nodes)
    return found.depth, found.seconds


if __name__ == "__main__":
    main()
