"""Ballots: first moves that lead to a balanced position, to be drawn by lot before a game."""

from collections.abc import Iterator
from dataclasses import dataclass

from damaci.arguments import expect_kind
from damaci.board.position import Position
from damaci.book.games import Results
from damaci.book.library import SHIPPED, Library
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Ballot:
    """A few first moves, with the value of the position after them and the results of games from it."""

    moves: tuple[str, ...]
    """In the notation of PDN."""
    position: Position
    value: int
    """In centimen, for the side to move."""
    results: Results
    """The results of the engine's games from there."""

    @property
    def draw_share(self) -> float | None:
        """The share of the engine's games that were drawn, from 0 to 1; None if there are no games."""
        if not self.results.games:
            return None
        return self.results.draw / self.results.games


def ballots(ruleset: str | Ruleset = "turkish", library: Library = SHIPPED) -> tuple[Ballot, ...]:
    """The ballots of a ruleset, the short ones first. Raises UnknownRuleset, BadArgument.

    >>> {len(ballot.moves) for ballot in ballots()} <= {3, 4, 5}
    True
    """
    return tuple(_ballots(find_ruleset(ruleset), expect_kind("library", library, Library)))


def _ballots(rules: Ruleset, library: Library) -> Iterator[Ballot]:
    for moves in library.openings(rules).ballots:
        position = Position.start(rules)
        for move in moves:
            position = position.play(move)
        value = library.openings(rules).book.value(position)
        if value is not None:
            yield Ballot(moves, position, value, library.results(position))
