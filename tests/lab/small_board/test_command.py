import pytest

from lab.commands import main


def test_a_board_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["small-board", "3x4", "--men", "a1,c1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("3x4, men on a1,c1: ")
    assert [line.split(":")[0] for line in lines[1::2]] == ["at-once", "unless-capture", "never"]


def test_a_wrong_board_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["small-board", "9x9"]) == 2
    assert "expected files and ranks" in capsys.readouterr().err
