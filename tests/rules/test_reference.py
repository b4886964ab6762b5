"""Tests the reference generator by itself. It must be right before anything is compared with it."""

import json

import pytest

from damaci.rules import reference
from damaci.rules.catalogue import ruleset
from damaci.rules.steps import Board, Piece
from tests.support import DATA, conformance_positions

PERFT: dict[str, list[int]] = json.loads((DATA / "conformance" / "perft.json").read_text(encoding="utf-8"))["counts"]


def number(square: str) -> int:
    return "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)


def read(fen: str) -> tuple[Board, bool]:
    turn, *sides = fen.split(":")
    names = ((side[0] == "W", name) for side in sides for name in side[1:].split(",") if name)
    return {number(name[-2:]): Piece(white, name[0] == "K") for white, name in names}, turn == "W"


def test_conformance() -> None:
    for line in conformance_positions():
        expected = {
            (number(move["from"]), number(move["to"]), frozenset(map(number, move["captured"])))
            for move in line["moves"]
        }
        assert reference.moves(ruleset(line["ruleset"]).movement, *read(line["fen"])) == expected, line["fen"]


@pytest.mark.parametrize(("name", "depth"), [("turkish", 4), ("hgware", 3), ("world", 2), ("bulgarian", 4)])
def test_perft(name: str, depth: int) -> None:
    movement = ruleset(name).movement
    start = {square: Piece(white, king=False) for white in (True, False) for square in movement.start(white=white)}
    assert reference.perft(movement, start, True, depth) == PERFT[name][depth - 1]


@pytest.mark.parametrize(
    ("name", "fen", "quiet"),
    [
        ("armenian", "W:Wd4:Bh8", ["c4", "c5", "d5", "e4", "e5"]),
        ("turkish", "W:Wd4:Bh8", ["c4", "d5", "e4"]),
        ("bulgarian", "W:Wd4:Bh8", ["c5", "e5"]),
    ],
)
def test_quiet_moves_of_a_man(name: str, fen: str, quiet: list[str]) -> None:
    found = reference.moves(ruleset(name).movement, *read(fen))
    assert {target for _, target, _ in found} == {number(square) for square in quiet}


def test_armenian_captures_stay_orthogonal() -> None:
    movement = ruleset("armenian").movement
    assert not any(captured for _, _, captured in reference.moves(movement, *read("W:Wd4,Ka1:Bc5,e5,c3")))
    assert {origin for origin, _, captured in reference.moves(movement, *read("W:Wd4,Ka1:Bd5,Kg1")) if captured} == {
        number("d4"),
        number("a1"),
    }


@pytest.mark.parametrize(
    ("fen", "origins"),
    [
        ("W:We5,Kh1:Bh6,f5", ["h1"]),
        ("W:We5,Kh1:Bg6,h6,f5", ["e5"]),
        ("W:We5:Bh6,f5", ["e5"]),
    ],
    ids=["king among equals", "the man takes more", "only the man"],
)
def test_kenyan_kings_go_first_among_equals(fen: str, origins: list[str]) -> None:
    found = reference.moves(ruleset("kenyan").movement, *read(fen))
    assert {origin for origin, _, _ in found} == {number(square) for square in origins}


def test_unfinished_chains_are_told_from_finished_ones() -> None:
    chains = reference.chains(ruleset("turkish").movement, *read("W:Wd4:Bd5,d7"))
    assert {(chain.squares[-1], chain.finished) for chain in chains} == {(number("d6"), False), (number("d8"), True)}
