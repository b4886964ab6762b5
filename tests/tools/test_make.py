"""Which steps `make setup` repeats, and which it does not."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the Makefile, a package of one module, and a script that records what it installs."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("pyproject.toml", "uv.lock", "CMakeLists.txt", "tools/catalogues.py", "src/damaci/board.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    for name in ("kernel", "benchmarks", ".venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    executable(tmp_path / "tools/setup.sh", 'echo "$1" >>installed')
    executable(tmp_path / ".venv/bin/python", "true")
    return tmp_path


def executable(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)


def installed(clone: Path) -> list[str]:
    """The parts that `make setup` installs."""
    (clone / "installed").write_text("", encoding="utf-8")
    subprocess.run(["make", "--silent", "setup"], cwd=clone, check=True, stdout=subprocess.DEVNULL)
    return (clone / "installed").read_text(encoding="utf-8").split()


def test_what_has_not_changed_is_not_installed_again(clone: Path) -> None:
    assert installed(clone) == ["packages", "damaci"]
    assert installed(clone) == []


def test_a_module_that_has_become_a_package_is_installed_again(clone: Path) -> None:
    installed(clone)
    (clone / "src/damaci/board.py").unlink()
    (clone / "src/damaci/board").mkdir()
    (clone / "src/damaci/board/__init__.py").touch()
    assert installed(clone) == ["damaci"]
    assert installed(clone) == []


def test_a_changed_module_is_not_installed_again(clone: Path) -> None:
    installed(clone)
    (clone / "src/damaci/board.py").write_text("SQUARES = 64\n", encoding="utf-8")
    assert installed(clone) == []
