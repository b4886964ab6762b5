"""The steps of the release workflow: the version on which tag, project and changelog agree, its notes, the
checksums."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from tools.release import checksums
from tools.release.changelog import notes
from tools.release.mistake import Mistake
from tools.release.version import agreed, of_project, of_tag

CHANGES = """# Changelog

## Unreleased

- Not yet.

## 1.1.0 (2027-01-31)

- New: everything.
- Fixed: the rest.

## 1.0.0 (2026-12-01)

The first version.

## 0.9.0 (2026-11-30)
"""


def test_notes_are_one_section() -> None:
    assert notes("1.1.0", CHANGES) == "- New: everything.\n- Fixed: the rest."
    assert notes("1.0.0", CHANGES) == "The first version."


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("2.0.0", r"no heading for 2\.0\.0: expected '## 2\.0\.0 \(YYYY-MM-DD\)'"),
        ("Unreleased", "does not say when Unreleased was released"),
        ("0.9.0", r"says nothing about 0\.9\.0"),
    ],
)
def test_notes_that_are_missing(version: str, said: str) -> None:
    with pytest.raises(Mistake, match=said):
        notes(version, CHANGES)


def test_tag_project_and_changelog_agree() -> None:
    assert agreed("v1.1.0", "1.1.0", CHANGES) == "1.1.0"
    with pytest.raises(Mistake, match=r"the tag is v1\.0\.0, and pyproject\.toml has version 1\.1\.0"):
        agreed("v1.0.0", "1.1.0", CHANGES)
    with pytest.raises(Mistake, match="no heading"):
        agreed("v1.2.0", "1.2.0", CHANGES)


@pytest.mark.parametrize("tag", ["1.0.0", "v1.0", "v1.0.0-beta", "v1.0.0; rm x", "refs/tags/v1.0.0"])
def test_other_tags(tag: str) -> None:
    with pytest.raises(Mistake, match="not a tag of a release"):
        of_tag(tag)


def test_versions_of_tags() -> None:
    assert of_tag("v10.2.3rc1") == "10.2.3rc1"
    assert of_tag(f"v{of_project()}") == of_project()


def ran(module: str, *arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", f"tools.release.{module}", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")


def test_the_rehearsal_has_a_version() -> None:
    assert ran("version").stdout == f"{of_project()}\n"


def test_a_mistake_is_one_line() -> None:
    done = ran("version", "v99.0.0")
    assert done.returncode == 1
    assert done.stderr == f"release: the tag is v99.0.0, and pyproject.toml has version {of_project()}\n"


def whole(folder: Path) -> Path:
    """A folder with a file of every kind that a release has."""
    for pattern in checksums.EXPECTED.values():
        (folder / pattern.replace("[0-9]", "1").replace("*", ".0")).write_text(pattern)
    return folder


def test_sums_are_those_of_the_files(tmp_path: Path) -> None:
    assert ran("checksums", whole(tmp_path)).returncode == 0
    lines = (tmp_path / checksums.SUMS).read_text().splitlines()
    assert len(lines) == len(checksums.EXPECTED)
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("what", checksums.EXPECTED)
def test_a_release_that_lacks_something(tmp_path: Path, what: str) -> None:
    (lost,) = whole(tmp_path).glob(checksums.EXPECTED[what])
    lost.unlink()
    with pytest.raises(Mistake, match=f"lacks {what}$"):
        checksums.write(tmp_path)
    assert not (tmp_path / checksums.SUMS).exists()
