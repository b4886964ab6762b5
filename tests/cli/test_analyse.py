"""`damaci analyse`."""

import pytest

from tests.cli.console import Cli, complaint

WIN_IN_ONE = "W:Wd4,e2:Bd5"


def test_one_line_a_depth_and_a_final_one(cli: Cli) -> None:
    *deepening, last = cli("analyse", "--depth", "4", "--json").lines
    assert [found["depth"] for found in deepening] == [1, 2, 3, 4]
    assert last == deepening[-1] | {"final": True, "nodes": last["nodes"], "seconds": last["seconds"]}
    assert not any("final" in found for found in deepening)
    [line] = last["lines"]
    assert list(line["score"]) == ["cp"]
    assert len(line["pv"]) >= 1
    assert last["nodes"] > 0


def test_the_line_can_be_played(cli: Cli) -> None:
    last = cli("analyse", "--depth", "5", "--json").lines[-1]
    assert cli("apply", "start", *last["lines"][0]["pv"], "--json").status == 0


def test_a_win_is_counted_in_plies(cli: Cli) -> None:
    last = cli("analyse", WIN_IN_ONE, "--depth", "3", "--json").lines[-1]
    assert last["lines"] == [{"score": {"win": 1}, "pv": ["d4xd6"]}]


def test_several_lines_best_first(cli: Cli) -> None:
    last = cli("analyse", "--depth", "3", "--lines", "3", "--json").lines[-1]
    scores = [line["score"]["cp"] for line in last["lines"]]
    assert len({line["pv"][0] for line in last["lines"]}) == 3
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("limit", [("--nodes", "2000"), ("--seconds", "0.05"), ("--depth", "2", "--threads", "2")])
def test_every_limit_ends_it(cli: Cli, limit: tuple[str, ...]) -> None:
    last = cli("analyse", *limit, "--json").lines[-1]
    assert last["final"]
    assert last["lines"]


def test_nothing_to_play(cli: Cli) -> None:
    [last] = cli("analyse", "W:W:Ba4", "--depth", "3", "--json").lines
    assert (last["lines"], last["final"]) == ([], True)
    assert "no legal move" in cli("analyse", "W:W:Ba4", "--depth", "3").out


def test_one_answer_a_line(cli: Cli) -> None:
    done = cli("analyse", "-", "--depth", "2", stdin=f"start\nrubbish\nturkish\t{WIN_IN_ONE}\n")
    first, bad, last = done.lines
    assert (first["final"], last["final"]) == (True, True)
    assert bad["error"].startswith("line 2: ")
    assert last["lines"][0]["score"] == {"win": 1}


def test_answers_do_not_depend_on_earlier_lines(cli: Cli) -> None:
    alone = cli("analyse", "-", "--depth", "5", stdin="start\n").lines
    again = cli("analyse", "-", "--depth", "5", stdin=f"start\n{WIN_IN_ONE}\nstart\n").lines
    assert [found["nodes"] for found in (again[0], again[2])] == [alone[0]["nodes"]] * 2


@pytest.mark.parametrize(
    "bad",
    [
        ["--seconds", "nan"],
        ["--seconds", "-1"],
        ["--seconds", "inf"],
        ["--depth", "0"],
        ["--nodes", "1.5"],
        ["--nodes", "9" * 30],
        ["--lines", "0"],
        ["--threads", "0"],
    ],
)
def test_bad_limits(cli: Cli, bad: list[str]) -> None:
    assert bad[0] in complaint(cli("analyse", "--json", *bad))


def test_for_people(cli: Cli) -> None:
    out = cli("analyse", WIN_IN_ONE, "--depth", "2").out
    assert "White to move" in out
    assert "win in 1" in out
    assert "d4xd6" in out
