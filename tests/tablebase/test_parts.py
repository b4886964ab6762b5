"""Tables that are made part by part are equal to those that are made at once."""

import itertools
from pathlib import Path

import pytest

from damaci import _kernel
from damaci.errors import TablebaseError
from damaci.rules.endings import OneEach
from damaci.tablebase import Material, Plan, Terms, build
from damaci.tablebase.build import sides
from damaci.tablebase.by_parts import (
    PartFiles,
    build_by_parts,
    memory_by_parts,
    memory_of_part,
    outcomes_of,
    prepared,
    solve_part,
)
from damaci.tablebase.part import Part, parts

TERMS = Terms.of("turkish")
SELDOM = ("turkish", "hgware", "bulgarian", "armenian", "kenyan")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}


def whole(folder: Path, plan: Plan) -> dict[str, bytes]:
    for _ in build(folder, plan):
        pass
    return contents(folder)


def by_parts(folder: Path, plan: Plan, threads: int = 1) -> dict[str, bytes]:
    for _ in build_by_parts(folder, plan, threads):
        pass
    return contents(folder)


@pytest.mark.parametrize(
    ("ruleset", "one_each"),
    [
        ("turkish", OneEach.AT_ONCE),
        ("world", OneEach.NEVER),
        *(pytest.param(*each, marks=pytest.mark.nightly) for each in itertools.product(SELDOM, OneEach)),
    ],
)
def test_the_files_are_the_same_byte_for_byte(tmp_path: Path, ruleset: str, one_each: OneEach) -> None:
    plan = Plan.up_to(3, Terms.of(ruleset).read_as(one_each))
    assert whole(tmp_path / "whole", plan) == by_parts(tmp_path / "parts", plan)


@pytest.mark.nightly
def test_so_are_those_of_four_pieces(tmp_path: Path) -> None:
    plan = Plan.of(Material.parse("MMvMM"), TERMS)
    assert whole(tmp_path / "whole", plan) == by_parts(tmp_path / "parts", plan, threads=2)


@pytest.mark.parametrize("ruleset", ["turkish", "world"])
@pytest.mark.parametrize("material", ["KMvM", "MMvMM", "MMvK", "KvKK"])
def test_each_part_comes_after_what_it_leads_to(ruleset: str, material: str) -> None:
    known = set[Part]()
    for part in parts(Material.parse(material), ruleset):
        for side in (part, part.flipped):
            assert side.flipped.flipped == side
            assert side.ahead <= known
            assert all(after.advance == part.advance + 1 for after in side.ahead)
        known |= {part, part.flipped}
    assert {side.material for side in known} == sides(Material.parse(material))


def test_it_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    plan = Plan.of(Material.parse("MvM"), TERMS)
    expected = whole(tmp_path / "whole", plan)
    folder = tmp_path / "parts"
    steps = len(list(build_by_parts(tmp_path / "once", plan)))
    list(itertools.islice(build_by_parts(folder, plan), steps - 3))
    kept = {path: path.stat().st_mtime_ns for path in folder.rglob("*.part")}
    assert kept
    for _ in build_by_parts(folder, plan):
        there = {path: path.stat().st_mtime_ns for path in folder.rglob("*.part")}
        assert kept.items() <= there.items() or not there
    assert contents(folder) == expected, "and nothing is left of the parts"


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    pair = Material.parse("KvM")
    list(build(tmp_path, Plan.of(Material.parse("KvK"), TERMS)))
    files = PartFiles(tmp_path, TERMS, pair)
    first, second, *_ = parts(pair, TERMS.ruleset)
    solve_part(prepared(tmp_path, TERMS, pair, 1), files, first)
    for damage in (b"", b"rubbish"):
        for side in (first, first.flipped):
            files.path(side).write_bytes(damage)
        with pytest.raises(TablebaseError, match=r"\.part is (empty|damaged): delete it"):
            solve_part(prepared(tmp_path, TERMS, pair, 1), files, second)


def test_the_kernel_refuses_what_is_no_part() -> None:
    solver = _kernel.PartSolver("turkish", "at-once")
    man = (0, 1, 0, 0, 0, 0, 0, 0)
    for own, enemy in [((1, 0, 0, 0, 0, 0, 0, 0), man), (man, (0,) * 8), (man, (0, 2, 0, 0, 0, 0, 0, 0))]:
        with pytest.raises(ValueError, match="no such part"):
            solver.solve(((1, 0, 1, 0), own, enemy))
    with pytest.raises(KeyError):
        solver.packed(((1, 0, 1, 0), man, man))
    with pytest.raises(IndexError):
        solver.solve(((1, 0, 1, 0), man, man))
    with pytest.raises(IndexError):
        _kernel.assemble("turkish", (1, 0, 1, 0), [])


def test_what_a_part_takes() -> None:
    plan = Plan.up_to(4, TERMS)
    assert memory_by_parts(plan) < plan.memory / 2
    [last] = [part for part in parts(Material.parse("KvKM"), "turkish") if part.own[6] or part.enemy[1]]
    assert memory_of_part(last, TERMS) == 2 * outcomes_of(last, TERMS)
