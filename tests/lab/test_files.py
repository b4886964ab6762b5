"""Files are complete or do not exist, and a file of another kind is refused with its name."""

import zipfile
from pathlib import Path

import numpy as np
import pytest

from lab import files
from lab.errors import LabError

INTS = np.dtype("<i4")


def written(folder: Path) -> Path:
    path = folder / "numbers.npz"
    files.write_array(path, {"kind": "numbers", "more": [1, 2]}, np.arange(1000, dtype=INTS))
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    about, array = files.read_array(written(tmp_path), "numbers", INTS)
    assert about == {"kind": "numbers", "more": [1, 2]}
    assert array.tolist() == list(range(1000))


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        files.write(path, b"new")
    assert path.read_bytes() == before


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.99])
def test_a_truncated_file(tmp_path: Path, share: float) -> None:
    path = written(tmp_path)
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(LabError, match=r"numbers\.npz: not a file of the lab, or damaged"):
        files.read_array(path, "numbers", INTS)


def test_damaged_in_the_middle(tmp_path: Path) -> None:
    path = written(tmp_path)
    content = bytearray(path.read_bytes())
    at = content.index(b"array.npy") + 200
    content[at : at + 40] = bytes(40)
    path.write_bytes(content)
    with pytest.raises(LabError, match="damaged"):
        files.read_array(path, "numbers", INTS)


def test_a_damaged_description_of_an_array(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("about.npy", b"\x93NUMPY\x01\x00" + (10).to_bytes(2, "little") + b"{'descr':(")
    with pytest.raises(LabError, match="damaged"):
        files.read_about(path, "numbers")


@pytest.mark.parametrize(
    "rubbish", [b"", b"rubbish", b"PK\x03\x04 rubbish", b"\x93NUMPY\x01\x00rubbish", b"\x80\x04pickle"]
)
def test_rubbish(tmp_path: Path, rubbish: bytes) -> None:
    path = tmp_path / "rubbish.npz"
    path.write_bytes(rubbish)
    with pytest.raises(LabError, match=r"rubbish\.npz: not a file of the lab"):
        files.read_about(path, "numbers")


def test_another_kind_of_file(tmp_path: Path) -> None:
    path = written(tmp_path)
    with pytest.raises(LabError, match="holds numbers, expected games"):
        files.read_about(path, "games")
    with pytest.raises(LabError, match="holds an array of int32, expected numbers"):
        files.read_array(path, "numbers", np.dtype("<f8"))
    np.savez(tmp_path / "foreign.npz", about=np.array("[1]"), array=np.arange(3))
    with pytest.raises(LabError, match=r"foreign\.npz: not a file of the lab"):
        files.read_about(tmp_path / "foreign.npz", "numbers")


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="there is no such file"):
        files.read_about(tmp_path / "none.npz", "numbers")
