"""`damaci tablebase`."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from damaci.tablebase import Material, Plan, Terms
from damaci.tablebase.by_parts import memory_by_parts
from tests.cli.console import Cli, complaint
from tests.ranges import RangeServer


def test_stats_make_what_they_need(cli: Cli, tmp_path: Path) -> None:
    counts = cli("tablebase", "stats", "KKvK", "--dir", str(tmp_path), "--json").json
    assert counts == {"positions": 124_992, "win": 38_228, "draw": 86_764, "loss": 0, "longest_win": 5}
    assert "30.58 %" in cli("tablebase", "stats", "KKvK", "--dir", str(tmp_path)).out


def test_build_and_probe(cli: Cli, tmp_path: Path) -> None:
    done = cli("tablebase", "build", "--pieces", "2", "--one-each", "never", "--dir", str(tmp_path))
    assert (done.status, done.out) == (0, "")
    answer = cli("tablebase", "probe", "W:WKa1:BKa5", "--one-each", "never", "--dir", str(tmp_path), "--json").json
    assert (answer["result"], answer["plies"]) == ("win", 1)
    assert {move["result"] for move in answer["moves"]} == {"win"}
    assert cli("tablebase", "probe", "W:WKa1:BKa5", "--dir", str(tmp_path)).out.startswith("draw")


def test_build_one_material(cli: Cli, tmp_path: Path) -> None:
    done = cli("tablebase", "build", "--material", "MvM", "--dir", str(tmp_path))
    assert "All tables of MvM and what it can turn into are there." in done.err
    assert {path.stem for path in tmp_path.glob("*/*.table")} == {"MvM", "KvM", "MvK", "KvK"}


def test_bad_input_is_told_in_a_line(cli: Cli, tmp_path: Path) -> None:
    assert "expected kings (K) and men (M)" in complaint(cli("tablebase", "stats", "QvK", "--dir", str(tmp_path)))
    both = cli("tablebase", "build", "--pieces", "3", "--material", "KKvK", "--dir", str(tmp_path))
    assert "--pieces and --material: expected one of them" in complaint(both)
    assert "damaci tablebase build" in complaint(
        cli("tablebase", "probe", "--dir", str(tmp_path), "W:WKa1,Kb1:BKh8,Kg8")
    )
    assert "in W:Wa1:B the game is over: 1-0, captured-all" in complaint(
        cli("tablebase", "probe", "--dir", str(tmp_path), "W:Wa1:B")
    )
    assert "sometimes" in complaint(cli("tablebase", "build", "--one-each", "sometimes", "--dir", str(tmp_path)))
    nowhere = tmp_path / "mistyped"
    assert str(nowhere) in complaint(cli("tablebase", "probe", "--dir", str(nowhere), "W:WKa1,Kb1:BKh8"))
    assert not nowhere.exists()


def test_memory_is_stated_and_respected(cli: Cli, tmp_path: Path) -> None:
    done = cli("tablebase", "build", "--pieces", "5", "--memory", "1", "--dir", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert "MB of memory are needed, 1 allowed: see --memory" in done.err


def test_where_memory_is_too_small_for_whole_tables_they_are_made_part_by_part(cli: Cli, tmp_path: Path) -> None:
    plan = Plan.of(Material.parse("KMvKM"), Terms.of("turkish"))
    assert memory_by_parts(plan) < 4 << 20 < plan.memory
    made = []
    for memory in ("200", "4"):
        folder = tmp_path / memory
        done = cli("tablebase", "build", "--material", "KMvKM", "--memory", memory, "--dir", str(folder))
        assert (done.status, done.out) == (0, "")
        made.append({file.name: file.read_bytes() for file in folder.rglob("*.*")})
    assert made[0] == made[1]


def test_a_price_is_stated_before_anything_is_made(cli: Cli) -> None:
    price = cli("tablebase", "price", "--pieces", "4", "--json").json
    assert set(price) == {"outcomes", "memory", "memory_by_parts", "disk", "seconds"}
    assert price["outcomes"] == 42_392_608
    assert price["memory_by_parts"] < price["memory"]
    assert "MB of disk and 1 min of processor time" in cli("tablebase", "price", "--material", "KKKvKK").out
    assert "1.8 hours of processor time" in cli("tablebase", "price", "--material", "KKKvKKM").out
    small = "2,016 outcomes: 1 MB of memory, 1 MB part by part, about 1 MB of disk and 1 s of processor time\n"
    assert cli("tablebase", "price", "--material", "KvK").out == small


def test_disk_is_stated_and_respected(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=1 << 20))
    done = cli("tablebase", "build", "--pieces", "4", "--dir", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert "42,392,608 outcomes: 13 MB of memory" in done.err
    assert "up to 40 MB of disk are needed, 1 are free" in done.err
    assert not list(tmp_path.iterdir())


def test_tables_at_an_address(cli: Cli, tmp_path: Path) -> None:
    cli("tablebase", "build", "--pieces", "3", "--dir", str(tmp_path))
    server = RangeServer(tmp_path)
    asked = ("tablebase", "probe", "W:WKa1,Kb1:BKh8", "--json")
    assert cli(*asked, "--address", server.address).json == cli(*asked, "--dir", str(tmp_path)).json
    assert all(part for _, part in server.asked), "parts of files only"
    server.knows_ranges = False
    assert "range requests" in complaint(cli(*asked, "--address", server.address))
    server.stop()
    assert "KKvK.table" in complaint(cli(*asked, "--address", server.address))
    assert "expected http" in complaint(cli(*asked, "--address", "tables"))
    assert "--dir and --address" in complaint(cli(*asked, "--address", server.address, "--dir", str(tmp_path)))


def test_lines_of_any_ruleset_are_looked_up(cli: Cli, tmp_path: Path) -> None:
    lines = "W:WKa1,Kb1:BKh8\nworld\tW:WKa1,Kb1:BKh8\nchess\tstart\n"
    plain, named, unknown = cli("tablebase", "probe", "-", "--dir", str(tmp_path), stdin=lines).lines
    assert (plain["ruleset"], named["ruleset"]) == ("turkish", "world")
    assert named["result"] == "win"
    assert unknown["error"].startswith("line 3: no ruleset named 'chess'")
