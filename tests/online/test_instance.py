"""One running server for each folder."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from damaci.online.instance import FolderTaken, holding
from damaci.online.settings import OnlineSettings
from tests import copies
from tests.home.process import START_SECONDS, command
from tests.online.process import serving


def start(folder: Path) -> subprocess.CompletedProcess[str]:
    variables = os.environ | {"DAMACI_DATABASE": str(folder)}
    return copies.run([*command(), "serve", "--port", "0"], START_SECONDS, variables)


def test_a_second_server_is_refused_and_told_who_has_the_folder(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        second = start(tmp_path)
        [line] = second.stderr.splitlines()
        assert (second.returncode, second.stdout) == (2, "")
        assert f"process {first.process.pid} at {first.address}, since 20" in line
        assert str(tmp_path) in line
        first.kill()
    with serving(tmp_path):  # a killed server leaves nothing behind
        pass


def test_a_link_to_the_folder_is_the_folder(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "games")
    with (
        holding(tmp_path / "games", "http://127.0.0.1:1/"),
        pytest.raises(FolderTaken, match=re.escape("at http://127.0.0.1:1/")),
        holding(tmp_path / "link", "http://127.0.0.1:2/"),
    ):
        pass


def test_who_does_not_say_who_it_is_is_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.online.instance.PATIENCE", 0.1)
    with holding(tmp_path, "http://127.0.0.1:1/"):
        (tmp_path / "server.json").write_text("{")
        with pytest.raises(FolderTaken, match="another process"), holding(tmp_path, "http://127.0.0.1:2/"):
            pass


def test_a_database_server_is_nobody_s_alone(tmp_path: Path) -> None:
    assert OnlineSettings(database="postgresql://dama@db/dama").folder is None
    assert OnlineSettings(database=str(tmp_path)).folder == tmp_path
    assert OnlineSettings(database=f"sqlite:///{tmp_path}/games.db").folder == tmp_path
    assert OnlineSettings(database="sqlite://").folder is None


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = start(tmp_path / "file")
    [line] = refused.stderr.splitlines()
    assert refused.returncode == 2
    assert str(tmp_path / "file") in line
