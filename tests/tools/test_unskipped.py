"""Under CI no test may be skipped."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

TESTS = """
import pytest

def test_skips():
    pytest.skip("nobody is here")

@pytest.mark.skipif(True, reason="never here")
def test_marked(): ...

@pytest.fixture
def missing():
    pytest.skip("it is missing")

def test_needs(missing): ...

@pytest.mark.xfail
def test_expected():
    assert False

def test_fine(): ...
"""


def outcome(folder: Path, *options: str) -> str:
    """The output of pytest for TESTS."""
    (folder / "test_it.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "-p", "no:cacheprovider", *options, str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have tests that only Linux runs")
def test_a_skipped_test_is_a_failure_that_gives_its_reason(tmp_path: Path) -> None:
    said = outcome(tmp_path, "-p", "tests.unskipped")
    assert "1 failed, 1 passed, 1 xfailed, 2 errors" in said  # an error is a failure before the test itself
    for reason in ("nobody is here", "never here", "it is missing"):
        assert f"skipped under CI, where every test has to run: Skipped: {reason}" in said


def test_elsewhere_it_is_skipped(tmp_path: Path) -> None:
    assert "1 passed, 3 skipped, 1 xfailed" in outcome(tmp_path)
