"""The moves of a position with everything that the shipped openings have about them."""

from dataclasses import dataclass

from damaci.arguments import expect_kind
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.book.games import Results
from damaci.book.library import SHIPPED, Library


@dataclass(frozen=True, slots=True)
class Explored:
    """A move, its value in the book, and the engine's games with it."""

    move: Move
    value: int | None
    """In centimen, for the side that makes it; None if the book does not have it."""
    results: Results
    """The results of the games that went through the position after it."""


def explore(position: Position, library: Library = SHIPPED) -> tuple[Explored, ...]:
    """The moves with a value or games, best first; moves without a value come last, by their number of games.

    >>> explore(Position.from_fen("W:Wf3:Bc7"))
    ()

    Raises BadArgument.
    """
    expect_kind("position", position, Position)
    book = expect_kind("library", library, Library).openings(position.ruleset).book
    found = []
    for move in position.legal_moves:
        after = position.play(move)
        value = book.value(after)
        results = library.results(after)
        if value is not None or results.games:
            found.append(Explored(move, None if value is None else -value, results))
    return tuple(sorted(found, key=_rank))


def _rank(each: Explored) -> tuple[bool, int, int]:
    return each.value is None, -(each.value or 0), -each.results.games
