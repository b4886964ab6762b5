"""The moves that levels play from the book."""

from random import Random

import pytest

from damaci import Position
from damaci.book import Library
from damaci.book.book import pack_book
from damaci.book.canonical import canonical_key
from damaci.engine import LEVELS, Engine
from damaci.engine.opening import book_move

POSITION = Position.from_fen("W:Wd2,h2:Bc7,h7")


def library(*values: int) -> Library:
    """A book in which the first moves of the position have these values, and its other moves a very low one."""
    after = [POSITION.play(move) for move in POSITION.legal_moves]
    given = [*values, *[-500] * (len(after) - len(values))]
    rows = {canonical_key(position): -value for position, value in zip(after, given, strict=True)}
    return Library({"turkish.book": pack_book(rows.items())}.get)


def picks(name: str, book: Library, ply: int = 0) -> set[int]:
    moves = [book_move(book, POSITION, LEVELS[name], ply, Random(seed)) for seed in range(200)]
    return {POSITION.legal_moves.index(move) for move in moves if move}


@pytest.mark.parametrize("name", ["club", "hard", "expert", "master"])
def test_from_club_on_good_moves_of_the_book_are_played(name: str) -> None:
    assert picks(name, library(30, 28, 29)) == {0, 1, 2}
    assert picks(name, library(30, -60), ply=4) == {0}


@pytest.mark.parametrize("name", ["beginner", "easy", "casual", "medium"])
def test_the_others_use_it_for_the_first_moves_only(name: str) -> None:
    assert len(picks(name, library(30, 28))) >= 2
    assert picks(name, library(30, 28), ply=6) == set()


def test_no_more_moves_are_considered_than_in_a_search() -> None:
    assert picks("master", library(30, 30, 30, 30, 30)) == {0, 1, 2}


def test_where_the_book_ends_the_engine_searches() -> None:
    empty = Library({}.get)
    assert picks("master", empty) == set()
    with Engine(1, book=empty) as engine:
        assert engine.play(POSITION, "medium") in POSITION.legal_moves


def test_an_engine_plays_from_its_book_and_without_one_if_told() -> None:
    book = library(-400, 30)
    with Engine(1, book=book) as engine:
        assert {engine.play(POSITION, "club", seed) for seed in range(5)} == {POSITION.legal_moves[1]}
    with Engine(1, book=None) as engine:
        assert engine.play(POSITION, "club", 1) in POSITION.legal_moves


def test_a_book_does_not_change_a_search() -> None:
    with Engine(1, book=library(-400, 30)) as engine, Engine(1, book=None) as other:
        assert engine.analyse(POSITION, depth=3).lines == other.analyse(POSITION, depth=3).lines
