"""One running app for each data folder."""

from pathlib import Path

import pytest

from damaci.cli import app as command
from damaci.cli.app import CannotStart
from damaci.home.instance import Hold


def test_the_first_has_the_folder_and_the_next_finds_it(tmp_path: Path) -> None:
    with Hold(tmp_path) as first, Hold(tmp_path) as second:
        assert first.take()
        first.announce("http://127.0.0.1:1/")
        assert not second.take()
        assert second.other() == "http://127.0.0.1:1/"


def test_what_an_app_left_that_was_killed_is_forgotten(tmp_path: Path) -> None:
    with Hold(tmp_path) as first:
        first.take()
        first.announce("http://127.0.0.1:1/")
    with Hold(tmp_path) as next_one, Hold(tmp_path) as another:
        assert next_one.take()
        assert not another.take()
        assert another.other(patience=0) is None


def test_an_app_that_does_not_say_where_it_answers_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hold, "other", lambda _: None)
    with Hold(tmp_path) as silent:
        silent.take()
        with pytest.raises(CannotStart, match="--data-dir"):
            command.run(port=0, browser=False, data_dir=tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "app.lock").mkdir()
    with pytest.raises(CannotStart, match="--data-dir"):
        command.run(port=0, browser=False, data_dir=tmp_path)
