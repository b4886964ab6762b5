"""An interrupted command says whether it continues or begins anew."""

from pathlib import Path

import pytest

from lab import opening_commands
from lab.commands import main
from lab.small_board import command as small_board
from lab.work import Workers

CONTINUES = "lab: interrupted; the same command continues from here\n"
BEGINS_ANEW = "lab: interrupted; the same command begins anew, because nothing is saved before its end\n"


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def _workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workers, "run", interrupt)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command says when it is interrupted."""
    assert main(arguments) == 130
    return capsys.readouterr().err.splitlines(keepends=True)[-1]


def test_a_command_that_saves_what_it_has_done(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert told(capsys, "selfplay", str(tmp_path)) == CONTINUES


def test_a_small_board(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_board, "compiled", interrupt)
    assert told(capsys, "small-board", "3x4") == BEGINS_ANEW


def test_moves_that_lose(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_commands, "measure", interrupt)
    assert told(capsys, "losing") == BEGINS_ANEW


def test_puzzles_that_are_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert told(capsys, "check-puzzles") == BEGINS_ANEW
    assert told(capsys, "check-puzzles", "--log", str(tmp_path / "log")) == CONTINUES


def test_a_data_set(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.datasets.command.shards", interrupt)
    assert told(capsys, "dataset", "positions", str(tmp_path), "--out", str(tmp_path / "p.csv.gz")) == BEGINS_ANEW
