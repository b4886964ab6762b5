"""The first part of an opening book, for the site without a server."""

import pytest

from damaci import RULESETS, Position
from damaci.book import SHIPPED, Book
from tools.site.openings import MOST, MOST_OF_OTHERS, files, first_part


@pytest.fixture(scope="module")
def parts() -> dict[str, bytes]:
    return files()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_first_part_agrees_with_the_book(parts: dict[str, bytes], ruleset: str) -> None:
    start = Position.start(ruleset)
    part = Book(parts[f"{ruleset}.book"])
    most = MOST.get(ruleset, MOST_OF_OTHERS)
    assert most // 2 < len(part) <= most
    position = start
    for _ in range(4):
        moves = part.moves(position)
        assert moves == SHIPPED.moves(position) != ()
        position = position.play(moves[0].move)


def test_a_book_that_is_small_enough_is_kept_whole_as_far_as_good_moves_lead() -> None:
    start = Position.start()
    book = SHIPPED.openings("turkish").book
    assert Book(first_part(book, start, 8)).moves(start) == book.moves(start)
    assert Book(first_part(book, start, 2)).moves(start) == ()
