"""tools/tactics.py finds the same positions after an interruption, and reports how many are solved."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from tools import tactics


def run(*arguments: str | Path) -> str:
    """The output of the tool."""
    command = [sys.executable, "tools/tactics.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.nightly
def test_a_suite_goes_on_where_it_was(tmp_path: Path) -> None:
    at_once = tmp_path / "at_once.jsonl"
    in_steps = tmp_path / "in_steps.jsonl"
    run("find", at_once, "--count", "2")
    run("find", in_steps, "--count", "1")
    assert run("find", in_steps, "--count", "2").startswith("2 of 2: ")
    assert in_steps.read_text() == at_once.read_text()
    assert run("find", in_steps, "--count", "2") == ""


def test_the_score_names_what_is_not_solved(tmp_path: Path) -> None:
    suite = tmp_path / "suite.jsonl"
    tactics.begin(suite, "turkish")
    tactics.append(suite, tactics.Tactic("W:Wb7,Kd3:Bb5", "b7-b8", "win in 5", "draw", 0, 0))
    tactics.append(suite, tactics.Tactic("W:Wb7,Kd3:Bb5", "d3-d2", "+2.00", "draw", 0, 0))
    told = run("score", suite, "--nodes", "100000").splitlines()
    assert told[0] == "not solved: W:Wb7,Kd3:Bb5 d3-d2 +2.00"
    assert told[1] == "solved 1 of 2, 50.0%"
    assert told[-1].endswith(" nodes: 1")


def test_the_score_tells_the_themes(tmp_path: Path) -> None:
    suite = tmp_path / "suite.jsonl"
    tactics.begin(suite, "turkish")
    row = {"fen": "W:Wb7,Kd3:Bb5", "second": "draw", "score": "win in 5", "line": "b7-b8", "source": "here"}
    rows = [row | {"move": "b7-b8", "themes": ["ask", "breakthrough"]}, row | {"move": "d3-d2", "themes": ["ask"]}]
    with suite.open("a") as file:
        file.writelines(json.dumps(each) + "\n" for each in rows)
    told = run("score", suite, "--nodes", "100000", "--quiet").splitlines()
    assert told[0] == "solved 1 of 2, 50.0%"
    assert told[-2:] == ["ask          : 1 of 2, 50%", "breakthrough : 1 of 1, 100%"]
    assert run("score", suite, "--nodes", "100000", "--sample", "1").startswith("solved 1 of 1, 100.0%")


def test_a_sample_is_spread_evenly() -> None:
    suite = [tactics.Tactic(str(number), "", "", "") for number in range(10)]
    assert [each.fen for each in tactics.sample(suite, 4)] == ["0", "2", "5", "7"]
    assert tactics.sample(suite, 11) == suite


def test_a_sample_of_none_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "tools/tactics.py", "score", "x", "--sample", "0"]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert process.returncode == 2
    assert "0: expected a whole number, 1 at least" in process.stderr
