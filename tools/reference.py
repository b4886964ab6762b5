"""Prints figures of docs/15-reference.md: the number of positions, and statistics of the engine's games.

python -m tools.reference turkish --games 1000 --level medium
"""

import argparse
import math
import statistics
from dataclasses import dataclass, field

from damaci import Engine, Game
from damaci.book import ballots

MOST = 16
"""Pieces of each side, kings included."""
MEN_SQUARES = 48
"""The squares of ranks 2 to 7: no man stands on its own first rank, and a man on the last rank becomes a king."""
SQUARES = 64


@dataclass
class Shape:
    """Statistics of games."""

    plies: list[int] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    """Legal moves of each position."""
    captures: int = 0
    """Positions in which something has to be captured."""
    results: dict[str, int] = field(default_factory=dict)

    def add(self, game: Game) -> None:
        """Counts a game that has ended."""
        self.plies.append(len(game.moves))
        if outcome := game.outcome():
            self.results[outcome.result] = self.results.get(outcome.result, 0) + 1

    def look(self, game: Game) -> None:
        """Counts a position."""
        moves = game.legal_moves
        self.choices.append(len(moves))
        self.captures += bool(moves and moves[0].captured)


def placements() -> int:
    """The number of ways to put 1 to 16 pieces of each side on the board, times 2 for the side to move. It is an upper
    bound of the number of positions that games of `turkish` can reach."""
    total = 0
    for white_men in range(MOST + 1):
        for black_men in range(MOST + 1):
            men = math.comb(MEN_SQUARES, white_men) * math.comb(MEN_SQUARES - white_men, black_men)
            total += men * _kings(white_men, black_men)
    return 2 * total


def _kings(white_men: int, black_men: int) -> int:
    """The number of ways to add kings to this many men, so that each side has at least one piece and at most 16."""
    free = SQUARES - white_men - black_men
    return sum(
        math.comb(free, own) * math.comb(free - own, other)
        for own in range(int(not white_men), MOST - white_men + 1)
        for other in range(int(not black_men), MOST - black_men + 1)
    )


def play(ruleset: str, games: int, level: str) -> Shape:
    """Plays games of a level against itself, which begin with the shipped ballots in turn."""
    shape = Shape()
    openings = ballots(ruleset)
    with Engine(hash_megabytes=16) as engine:
        for number in range(games):
            game = Game(ruleset=ruleset)
            for move in openings[number % len(openings)].moves:
                game.push(move)
            while game.outcome() is None:
                shape.look(game)
                game.push(engine.play(game, level, seed=number))
            shape.add(game)
    return shape


def main() -> None:
    """Prints one figure on each line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="turkish")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--level", default="medium")
    asked = parser.parse_args()
    if asked.ruleset == "turkish":
        print(f"positions, at most: {placements():.3e}")
    shape = play(asked.ruleset, asked.games, asked.level)
    branching = statistics.mean(shape.choices)
    length = statistics.mean(shape.plies)
    print(f"games: {asked.games} of {asked.level} against itself; results: {shape.results}")
    print(f"moves in a position: mean {branching:.2f}, most {max(shape.choices)}")
    print(f"positions with a capture: {100 * shape.captures / len(shape.choices):.1f} %")
    print(f"plies in a game: mean {length:.1f}, median {statistics.median(shape.plies):g}, most {max(shape.plies)}")
    print(f"game tree: about 10^{length * math.log10(branching):.0f}")


if __name__ == "__main__":
    main()
