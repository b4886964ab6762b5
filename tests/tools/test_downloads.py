"""tools/site/downloads.py keeps a file only if it is the pinned one, and says in one line which file is missing."""

import hashlib
from pathlib import Path

import pytest

from tools.site import downloads
from tools.site.downloads import Download
from tools.site.errors import SiteError

WANTED = Download("thing", "1.0", "thing-1.0.tgz", hashlib.sha256(b"right").hexdigest())


def test_a_file_is_fetched_once(tmp_path: Path) -> None:
    def fetch(wanted: Download, folder: Path) -> None:
        (folder / wanted.file).write_bytes(b"right")

    def fail(wanted: Download, folder: Path) -> None:
        raise AssertionError("fetched again")

    assert downloads.fetched(WANTED, tmp_path, fetch).read_bytes() == b"right"
    assert downloads.fetched(WANTED, tmp_path, fail).read_bytes() == b"right"


@pytest.mark.parametrize("content", [b"wrong", None])
def test_another_file_is_refused(tmp_path: Path, content: bytes | None) -> None:
    def fetch(wanted: Download, folder: Path) -> None:
        if content is not None:
            (folder / wanted.file).write_bytes(content)

    with pytest.raises(SiteError, match=r"thing-1\.0\.tgz is missing or is not the file that is pinned"):
        downloads.fetched(WANTED, tmp_path, fetch)
    assert not (tmp_path / WANTED.file).exists()


def test_a_missing_tool_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SiteError, match="npm is missing"):
        downloads.pyodide(tmp_path)
