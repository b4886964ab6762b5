"""Verdicts on puzzles are stored in a file: the command continues after an interruption, and the verdict of a longer
search replaces an earlier one."""

from pathlib import Path

import pytest

from damaci.puzzles import puzzles
from lab.commands import main
from lab.errors import LabError
from lab.puzzles.checking import Checked, Finding
from lab.puzzles.verdicts import Verdict, Verdicts

EACH = puzzles()[0].id
RIGHT, WRONG, NEAR = (
    Verdict(nodes, (Checked(EACH, "W:Wa2:Bc7", "a2-a3", finding, "a2-a3 +4.00"),))
    for nodes, finding in ((2_000, Finding.ALONE), (1_000, Finding.NOT_ALONE), (3_000, Finding.NEAR))
)


def test_the_last_verdict_counts(tmp_path: Path) -> None:
    verdicts = Verdicts.read(tmp_path / "log")
    assert verdicts.found == {}
    verdicts.add(EACH, WRONG)
    assert Verdicts.read(tmp_path / "log").wrong([EACH, "nosuch"]) == [EACH]
    verdicts.add(EACH, RIGHT)
    again = Verdicts.read(tmp_path / "log")
    assert again.found == {EACH: RIGHT}
    assert again.wrong([EACH]) == []
    assert [again.knows(EACH, nodes) for nodes in (1_000, 2_000, 2_001)] == [True, True, False]
    assert not again.knows("nosuch", 1)


def test_where_another_move_comes_near_it_is_doubtful_but_right() -> None:
    verdicts = Verdicts(None, {"near": NEAR, "right": RIGHT, "wrong": WRONG})
    assert verdicts.doubtful(["near", "right", "wrong", "nosuch"]) == ["near", "wrong"]
    assert verdicts.wrong(["near", "right", "wrong", "nosuch"]) == ["wrong"]


def test_a_line_that_was_cut_is_left_out_and_the_next_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "log"
    Verdicts.read(file).add(EACH, RIGHT)
    file.write_bytes(file.read_bytes()[:-9])
    verdicts = Verdicts.read(file)
    assert verdicts.found == {}
    verdicts.add(EACH, WRONG)
    assert Verdicts.read(file).found == {EACH: WRONG}


@pytest.mark.parametrize("line", ["rubbish", "{}", "[]", '{"puzzle": "a", "nodes": 1, "checked": [{}]}'])
def test_another_file_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "log").write_text(f"{line}\n")
    with pytest.raises(LabError, match="log, line 1: not what `lab check-puzzles --log` writes, or damaged"):
        Verdicts.read(tmp_path / "log")


def test_the_command_goes_on_and_looks_longer_at_what_is_doubtful(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    options = ["check-puzzles", "--seed", "3", "--log", str(log)]
    assert main([*options, "--puzzles", "2", "--nodes", "1"]) == 0
    assert len(log.read_text().splitlines()) == 2
    assert main([*options, "--puzzles", "3", "--nodes", "1"]) == 0
    assert len(log.read_text().splitlines()) == 3
    doubtful = Verdicts.read(log).doubtful(Verdicts.read(log).found)
    assert doubtful
    capsys.readouterr()
    assert main([*options, "--puzzles", "3", "--nodes", "20000", "--doubtful"]) == 0
    assert capsys.readouterr().out.splitlines()[-5].startswith(f"{len(doubtful)} puzzles, 0 of them wrong")
    assert len(log.read_text().splitlines()) == 3 + len(doubtful)
