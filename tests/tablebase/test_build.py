"""Making tables, and errors in their files."""

import errno
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from damaci.errors import TablebaseError
from damaci.rules.endings import OneEach
from damaci.tablebase import Material, Plan, Tables, Terms, build
from damaci.tablebase.file import path, write_whole

TERMS = Terms.of("turkish")
PLAN = Plan.up_to(2, TERMS)


def make(folder: Path, plan: Plan = PLAN) -> list[Material]:
    return list(build(folder, plan))


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    assert len([*build(str(tmp_path), PLAN)]) == 3
    assert make(tmp_path) == []
    assert Tables(tmp_path, TERMS).pieces == 2


def test_an_interrupted_build_goes_on(tmp_path: Path) -> None:
    first = list(itertools.islice(build(tmp_path, PLAN), 1))
    (path(tmp_path, TERMS, first[0]).parent / "MvM.99.unfinished").write_bytes(b"half a table")
    assert len(first + make(tmp_path)) == 3
    assert Tables(tmp_path, TERMS).pieces == 2


def test_a_table_and_only_what_it_needs(tmp_path: Path) -> None:
    plan = Plan.of(Material.parse("KvKK"), TERMS)
    assert [str(pair) for pair in plan.pairs] == ["KvK", "KvKK"]
    make(tmp_path, plan)
    assert {str(material) for material in Tables(tmp_path, TERMS).materials} == {"KvK", "KvKK", "KKvK"}
    assert Tables(tmp_path, TERMS).pieces == 0, "not all of two pieces"


def cut(data: bytes) -> bytes:
    return data[:-1]


def changed(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def newer(data: bytes) -> bytes:
    return data.replace(b'"version":2', b'"version":3')


def older(data: bytes) -> bytes:
    return data.replace(b'"version":2', b'"version":1')


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (cut, "cut off"),
        (changed, "checksum"),
        (newer, "version 3"),
        (lambda data: b"", "not an endgame table"),
        (lambda data: b"\xff\x00 rubbish\n", "not an endgame table"),
        (lambda data: b"[" * 100_000, "not an endgame table"),
        (lambda data: b"[]\n", "not an endgame table"),
        (lambda data: data.replace(b'"KvK"', b'"MvK"'), "is a table of MvK"),
    ],
)
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, damage: Callable[[bytes], bytes], why: str) -> None:
    make(tmp_path)
    file = path(tmp_path, TERMS, Material.parse("KvK"))
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(TablebaseError, match=f"KvK.table.*{why}"):
        Tables(tmp_path, TERMS)
    with pytest.raises(TablebaseError, match=r"KvK\.table"):
        make(tmp_path, Plan.up_to(3, TERMS))


def test_tables_of_other_rules_are_refused(tmp_path: Path) -> None:
    make(tmp_path)
    other = Terms("turkish", OneEach.NEVER)
    (tmp_path / TERMS.folder).rename(tmp_path / other.folder)
    with pytest.raises(TablebaseError, match="made under other rules than turkish-one-each-never"):
        Tables(tmp_path, other)


def test_a_file_of_another_name_is_refused(tmp_path: Path) -> None:
    make(tmp_path)
    file = path(tmp_path, TERMS, Material.parse("KvK"))
    file.rename(file.with_name("rubbish.table"))
    with pytest.raises(TablebaseError, match="rubbish"):
        Tables(tmp_path, TERMS)


def test_tables_of_an_earlier_version_are_missing_and_made_again(tmp_path: Path) -> None:
    make(tmp_path)
    file = path(tmp_path, TERMS, Material.parse("KvK"))
    made = file.read_bytes()
    file.write_bytes(older(made))
    assert Material.parse("KvK") not in Tables(tmp_path, TERMS).materials
    make(tmp_path)
    assert file.read_bytes() == made


def test_a_full_disk_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left on device") as raised:
        write_whole(tmp_path / "x", [b"half a table"])
    assert raised.value.filename == str(tmp_path / "x")
