"""The kernel's own tests (kernel/tests), under the address and undefined-behaviour sanitizers."""

import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.support import ROOT, require_program, skip_unless_ci

BUILD = ROOT / "build" / "sanitized"  # kept, so that only changed files are compiled again
COMPILERS = (os.environ.get("CXX") or "c++", "g++", "clang++")
SANITIZERS = "-fsanitize=address,undefined"


@pytest.fixture(autouse=True)
def tools_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds the folder in which pip has installed CMake and Ninja to PATH."""
    monkeypatch.setenv("PATH", os.environ["PATH"] + os.pathsep + sysconfig.get_path("scripts"))


def run(*command: str | Path) -> str:
    """The output of the command. If the command fails, the test fails and shows the output."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"{command[0]} failed:\n{done.stdout[-20_000:]}", pytrace=False)
    return str(done.stdout)


def require_sanitizers(compiler: str, folder: Path) -> None:
    """Skips the test if the compiler has no sanitizers."""
    command = [compiler, "-std=c++20", SANITIZERS, "-x", "c++", "-", "-o", str(folder / "empty")]
    if subprocess.run(command, input="int main() {}", text=True, capture_output=True, check=False).returncode != 0:
        skip_unless_ci(f"{compiler} has no sanitizers", "GCC 11 or Clang 14 with their sanitizer libraries")


def test_the_kernel_under_sanitizers(tmp_path: Path) -> None:
    cmake, ninja = (require_program(name, "make setup") for name in ("cmake", "ninja"))
    compiler = require_program(
        COMPILERS[0], "apt-get install g++, dnf install gcc-c++, or xcode-select --install", also=COMPILERS[1:]
    )
    require_sanitizers(compiler, tmp_path)
    options = [
        f"-DCMAKE_CXX_COMPILER={compiler}",
        f"-DCMAKE_MAKE_PROGRAM={ninja}",
        "-DDAMACI_TESTS=ON",
        "-DDAMACI_SANITIZE=ON",
        "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON",
    ]
    run(cmake, "-G", "Ninja", "-S", ROOT, "-B", BUILD, *options)
    run(cmake, "--build", BUILD)
    told = run(BUILD / "kernel" / "tests" / "kernel_tests").splitlines()
    assert len(told) > 50
    assert all(line.startswith("passed ") for line in told)
