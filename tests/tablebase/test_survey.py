from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

from damaci import _kernel
from damaci.board.color import Color
from damaci.board.position import Position
from damaci.errors import BadArgument, TablebaseError
from damaci.rules.endings import OneEach
from damaci.tablebase import Material, Tables, Terms, survey

MakeTables = Callable[[Terms], Tables]
MEN = range(8, 56)
BOARD = range(64)


def positions(material: Material) -> Iterator[Position]:
    """Every position of a material, with White, the side that is named first, to move."""
    kinds = [kind for kind, count in enumerate(material.counts) for _ in range(count)]
    squares = [BOARD if kind in (1, 3) else MEN for kind in kinds]
    seen = set()
    for chosen in permutations(BOARD, len(kinds)):
        if any(square not in allowed for square, allowed in zip(chosen, squares, strict=True)):
            continue
        sets = [0, 0, 0, 0]
        for kind, square in zip(kinds, chosen, strict=True):
            sets[kind] |= 1 << square
        if tuple(sets) not in seen:
            seen.add(tuple(sets))
            yield Position(_kernel.Position("turkish", *sets, True))


def result(tables: Tables, position: Position) -> int:
    probe = tables.probe(position)
    assert probe
    return probe.result


def other_to_move(position: Position) -> Position:
    return Position.of(position.pieces(), Color.BLACK)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("KvM", OneEach.NEVER),
        ("MvM", OneEach.NEVER),
        ("KKvK", OneEach.AT_ONCE),
        ("MMvM", OneEach.NEVER),
        ("MvMM", OneEach.AT_ONCE),
    ],
)
def test_every_position_counted_by_itself(text: str, reading: OneEach, tables_for: MakeTables) -> None:
    tables = tables_for(Terms("turkish", reading))
    material = Material.parse(text)
    both_lose = draws_to_move = 0
    for position in positions(material):
        other = other_to_move(position)
        if position.must_capture or other.must_capture or result(tables, other) >= 0:
            continue
        mine = result(tables, position)
        both_lose += mine < 0
        draws_to_move += mine == 0
    found = survey(tables, material)
    assert (found.both_lose.count, found.draws_to_move.count) == (both_lose, draws_to_move)


@pytest.mark.parametrize("reading", list(OneEach))
def test_examples_are_what_they_should_be(reading: OneEach, tables_for: MakeTables) -> None:
    tables = tables_for(Terms("turkish", reading))
    for material, counts in tables.materials.items():
        found = survey(tables, material)
        assert (found.longest is None) == (counts["longest_win"] == 0)
        if found.longest:
            probe = tables.probe(found.longest)
            assert probe
            assert (probe.result, probe.plies) == (1, counts["longest_win"])
            assert Material.of(found.longest) == material
        for kind, mine in ((found.both_lose, -1), (found.draws_to_move, 0)):
            assert (kind.example is None) == (kind.count == 0)
            if kind.example:
                assert result(tables, kind.example) == mine
                assert result(tables, other_to_move(kind.example)) == -1


def test_tables_that_are_not_there(tables_for: MakeTables) -> None:
    tables = tables_for(Terms("turkish", OneEach.AT_ONCE))
    with pytest.raises(TablebaseError, match="there is no table of KKvKK"):
        survey(tables, Material.parse("KKvKK"))
    with pytest.raises(BadArgument, match="material"):
        survey(tables, "KKvK")  # type: ignore[arg-type]
