"""Positions from random games of every ruleset, and the results of the plain library for them."""

from random import Random

from damaci import Position


def random_positions(ruleset: str, count: int, seed: int = 1) -> list[Position]:
    """`count` positions, one after each move of random games. A game ends when it has no moves."""
    random = Random(f"{ruleset} {seed}")
    found: list[Position] = []
    position = Position.start(ruleset)
    while len(found) < count:
        found.append(position)
        position = (
            position.play(random.choice(position.legal_moves)) if position.legal_moves else Position.start(ruleset)
        )
    return found
