"""tools/setup.sh says in one line what is missing on a machine, before it creates anything."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="make sets up Linux and macOS; Windows uses pip install"
)

TOO_OLD = 'case $1 in --version) echo "Python 3.9.18" ;; *) exit 1 ;; esac'
WITHOUT_HEADERS = 'case "$*" in --version) echo "Python 3.13.0" ;; *version_info*) ;; *) exit 1 ;; esac'
WITHOUT_VENV = 'case "$*" in --version) echo "Python 3.13.0" ;; *ensurepip*) exit 1 ;; esac'
FINE = "exit 0"


def set_up(machine: Path, **programs: str) -> str:
    """The message of setup.sh on a machine that has only these programs, each of which is given as a shell script."""
    (machine / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "setup.sh", machine / "tools")
    (machine / "bin").mkdir()
    for name in ("sh", "dirname"):
        (machine / "bin" / name).symlink_to(shutil.which(name) or name)
    for name, script in programs.items():
        program = machine / "bin" / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    environment = {"PATH": str(machine / "bin")}
    done = subprocess.run(
        ["sh", "tools/setup.sh", "packages"], cwd=machine, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert not (machine / ".venv").exists()
    return done.stderr


def test_no_compiler(tmp_path: Path) -> None:
    said = set_up(tmp_path, python3=FINE)
    assert "C++20 compiler" in said
    assert "apt-get install g++" in said


def test_a_compiler_that_is_too_old(tmp_path: Path) -> None:
    assert "C++20 compiler" in set_up(tmp_path, python3=FINE, **{"c++": "exit 1"})


def test_no_python(tmp_path: Path) -> None:
    assert "no Python was found" in set_up(tmp_path, **{"c++": FINE})


def test_an_old_python(tmp_path: Path) -> None:
    said = set_up(tmp_path, python3=TOO_OLD, **{"c++": FINE})
    assert "Python 3.9.18, and 3.11 or newer is needed" in said


def test_a_python_without_headers(tmp_path: Path) -> None:
    assert "python3-dev" in set_up(tmp_path, python3=WITHOUT_HEADERS, **{"c++": FINE})


def test_a_python_without_venv(tmp_path: Path) -> None:
    assert "python3-venv" in set_up(tmp_path, python3=WITHOUT_VENV, **{"c++": FINE})


@pytest.mark.parametrize(
    "script", sorted(str(path.relative_to(ROOT)) for path in [ROOT / ".ci" / "run", *(ROOT / "tools").glob("*.sh")])
)
def test_scripts_can_be_run_and_parsed(script: str) -> None:
    path = ROOT / script
    assert os.access(path, os.X_OK)
    shell = path.read_text(encoding="utf-8").splitlines()[0].split("/")[-1].split()[-1]
    subprocess.run([shell, "-n", str(path)], check=True)
