"""The opening books that the site takes along: the first part of each, so that they add little to what is loaded."""

from damaci.board.position import Position
from damaci.book import SHIPPED, Book
from damaci.book.book import pack_book
from damaci.book.canonical import canonical_key
from damaci.rules.catalogue import RULESETS

MOST = {"turkish": 4_000}
"""Positions of a book: eight bytes each."""
MOST_OF_OTHERS = 3_000
TOLERANCE = 20
"""Centimen: what follows moves that are worse than the best by more is left out."""


def files() -> dict[str, bytes]:
    """The first part of every ruleset's book, by the name of its file."""
    return {f"{name}.book": _some(name) for name in RULESETS}


def _some(ruleset: str) -> bytes:
    book = SHIPPED.openings(ruleset).book
    return first_part(book, Position.start(ruleset), MOST.get(ruleset, MOST_OF_OTHERS))


def first_part(book: Book, start: Position, most: int) -> bytes:
    """The file of a book with the positions nearest to the start: those that good moves lead to, each with all its
    moves."""
    values: dict[int, int] = {}
    waiting = [start]
    seen = {canonical_key(start)}
    for position in waiting:
        moves = book.moves(position)
        after = {canonical_key(position.play(each.move)): -each.value for each in moves}
        if len(values | after) > most:
            break
        values |= after
        for each in moves:
            following = position.play(each.move)
            if moves[0].value - each.value <= TOLERANCE and canonical_key(following) not in seen:
                seen.add(canonical_key(following))
                waiting.append(following)
    return pack_book(values.items())
