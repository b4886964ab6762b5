"""Endgame tables that are made in parallel are equal to those made one after another."""

import itertools
from pathlib import Path
from types import SimpleNamespace

import pytest

from damaci.tablebase import Plan, Terms, build
from lab import work
from lab.commands import main
from lab.errors import LabError
from lab.tables import build_side_by_side
from lab.work import Workers
from tests.support import require_module

TERMS = Terms.of("turkish")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / TERMS.folder).iterdir()}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("tables")
    for _ in build(folder, Plan.up_to(3, TERMS)):
        pass
    return contents(folder)


def test_by_processes(tmp_path: Path, expected: dict[str, bytes]) -> None:
    assert main(["tables", str(tmp_path), "--pieces", "3", "--workers", "2"]) == 0
    assert contents(tmp_path) == expected


def test_one_material(tmp_path: Path, expected: dict[str, bytes]) -> None:
    assert main(["tables", str(tmp_path), "--material", "MvM"]) == 0
    found = contents(tmp_path)
    assert set(found) == {"MvM.table", "KvM.table", "MvK.table", "KvK.table"}
    assert found.items() <= expected.items()


def test_by_ray(tmp_path: Path, expected: dict[str, bytes], capsys: pytest.CaptureFixture[str]) -> None:
    require_module("ray", "pip install ray, where there is one for the system")
    arguments = ["tables", str(tmp_path), "--pieces", "3", "--workers", "2", "--ray", "local"]
    assert main(arguments) == 0
    assert contents(tmp_path) == expected
    assert "All tables of up to 3 pieces are complete" in capsys.readouterr().out


@pytest.mark.parametrize("ray", [[], ["--ray", "local"]], ids=["processes", "ray"])
def test_part_by_part(tmp_path: Path, expected: dict[str, bytes], ray: list[str]) -> None:
    if ray:
        require_module("ray", "pip install ray, where there is one for the system")
    assert main(["tables", str(tmp_path), "--material", "MvM", "--workers", "2", "--by-parts", *ray]) == 0
    assert contents(tmp_path).items() <= expected.items()
    assert "MvM.table" in contents(tmp_path)


def test_no_node_is_large_enough() -> None:
    nodes = [{"Alive": True, "Resources": {"memory": 2e9}}, {"Alive": False, "Resources": {"memory": 8e9}}]
    ray = SimpleNamespace(nodes=lambda: nodes)
    work._expect_memory(ray, 2_000_000_000)
    with pytest.raises(LabError, match="no node of this Ray has more than"):
        work._expect_memory(ray, 2_000_000_001)


def test_it_goes_on_where_it_was_broken_off(tmp_path: Path, expected: dict[str, bytes]) -> None:
    plan = Plan.up_to(3, TERMS)
    broken_off = build_side_by_side(tmp_path, plan, Workers(2))
    first = list(itertools.islice(broken_off, 4))
    broken_off.close()  # type: ignore[attr-defined]
    there = contents(tmp_path)
    again = list(build_side_by_side(tmp_path, plan, Workers(2)))
    assert sorted(str(step.made) for step in first + again) == sorted(map(str, plan.pairs))
    assert there.items() <= expected.items() == contents(tmp_path).items()


def test_memory_is_stated_and_respected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", str(tmp_path), "--pieces", "5", "--memory", "1"]) == 2
    said = capsys.readouterr().err
    assert "MB of memory for a job" in said
    assert "MB of memory are needed, 1 allowed: see --memory" in said
