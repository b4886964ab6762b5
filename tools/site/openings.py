"""The opening books of the site. Only the first part of each book is included, so that little is added to the
download."""

from damaci.board.position import Position
from damaci.book import SHIPPED, Book
from damaci.book.book import pack_book
from damaci.book.canonical import canonical_key
from damaci.rules.catalogue import RULESETS

MOST = {"turkish": 4_000}
"""The most positions of a book; each takes eight bytes."""
MOST_OF_OTHERS = 3_000
TOLERANCE = 20
"""Centimen: positions after moves that are worse than the best by more are left out."""


def files() -> dict[str, bytes]:
    """The first part of every ruleset's book, by the name of its file."""
    return {f"{name}.book": _some(name) for name in RULESETS}


def _some(ruleset: str) -> bytes:
    book = SHIPPED.openings(ruleset).book
    return first_part(book, Position.start(ruleset), MOST.get(ruleset, MOST_OF_OTHERS))


def first_part(book: Book, start: Position, most: int) -> bytes:
    """The file of a book with only the positions that are nearest to the start and reached by good moves, each with all
    its moves."""
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
