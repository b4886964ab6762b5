"""Measures how many positions a second the batch interface handles, and how many times faster than a plain Python loop
it is: `python -m benchmarks.batch`."""

from collections.abc import Callable
from random import Random
from time import perf_counter

import numpy as np

from damaci import Position
from damaci.batch import ACTIONS, Positions

GAMES = 2000
PLIES = 60


def play_on(positions: Positions, random: np.random.Generator) -> Positions:
    """Plays a random move in every game that is not over. Finished games are dropped."""
    positions = positions[~positions.results().over]
    return positions.play(random.integers(positions.legal_moves().counts))


def random_playout(games: int) -> int:
    """Plays random games side by side. Returns the number of positions."""
    random = np.random.default_rng(1)
    positions = Positions.start(games)
    seen = 0
    for _ in range(PLIES):
        positions = play_on(positions, random)
        seen += len(positions)
    return seen


def plain_playout(games: int) -> int:
    """Plays random games one position after another. Returns the number of positions."""
    random = Random(1)
    seen = 0
    for _ in range(games):
        position = Position.start()
        for _ in range(PLIES):
            if not (moves := position.legal_moves):
                break
            position = position.play(random.choice(moves))
            seen += 1
    return seen


def middle_games(count: int) -> Positions:
    """Positions from the middle of random games."""
    random = np.random.default_rng(1)
    positions = Positions.start(count)
    for _ in range(PLIES // 2):
        positions = play_on(positions, random)
    return positions


def plain_masks(positions: Positions) -> int:
    """Computes the masks of one position after another. Returns the number of positions."""
    for position in positions:
        mask = np.zeros(ACTIONS, np.bool_)
        mask[[64 * move.origin + move.target for move in position.legal_moves]] = True
    return len(positions)


def report_fens(positions: Positions) -> None:
    """Measures how fast FENs are read and written."""
    fens = positions.to_fens()
    few = fens[: len(fens) // 10]
    one_by_one = list(positions[: len(few)])
    report("from FENs", lambda: len(Positions.from_fens(fens)), lambda: len([Position.from_fen(fen) for fen in few]))
    report("to FENs", lambda: len(positions.to_fens()), lambda: len([written(each) for each in one_by_one]))


def written(position: Position) -> str:
    """The FEN of a position, written again, although a position keeps its FEN once it has been written."""
    return Position(position.kernel).fen


def speed(work: Callable[[], int]) -> float:
    """Positions a second, as the best of three runs."""
    speeds = []
    for _ in range(3):
        started = perf_counter()
        count = work()
        speeds.append(count / (perf_counter() - started))
    return max(speeds)


def report(what: str, batch: Callable[[], int], plain: Callable[[], int]) -> None:
    """Measures the batch interface and the plain loop, and prints both speeds."""
    fast = speed(batch)
    slow = speed(plain)
    print(f"{what:18} {fast:12,.0f} positions/s   plain loop {slow:10,.0f}   {fast / slow:6.1f} times")


def main() -> None:
    """Measures masks, lists of moves, FENs and whole random games, on one thread."""
    positions = middle_games(GAMES)
    few = positions[: GAMES // 10]
    report("masks", lambda: len(positions.mask()), lambda: plain_masks(few))
    report(
        "legal moves",
        lambda: len(positions.legal_moves().offsets) - 1,
        lambda: sum(1 for position in few if position.legal_moves),
    )
    report_fens(middle_games(50 * GAMES))
    report("random playouts", lambda: random_playout(GAMES), lambda: plain_playout(GAMES // 50))


if __name__ == "__main__":
    main()
