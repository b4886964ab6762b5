"""`damaci perft`."""

import pytest

from tests.cli.console import Cli, complaint

MANY_WAYS = "W:WKc8,Kd4,Ke3:BKc5,c4,Kb3,f3,c2,Kf2"


def test_start_position(cli: Cli) -> None:
    answer = cli("perft", "5", "--json").json
    assert (answer["depth"], answer["nodes"]) == (5, 85090)
    assert answer["seconds"] >= 0
    assert answer["nodes_per_second"] > 0


def test_depth_zero_is_the_position_itself(cli: Cli) -> None:
    assert cli("perft", "0", "--json").json["nodes"] == 1
    assert cli("perft", "0", "--divide", "--json").json["nodes"] == 1


def test_ruleset_and_fen(cli: Cli) -> None:
    assert cli("perft", "1", "--ruleset", "bulgarian", "--json").json["nodes"] == 7
    assert cli("perft", "1", "--fen", "W:Wa2:Bh7", "--json").json["nodes"] == 2


def test_divide_adds_up(cli: Cli) -> None:
    answer = cli("perft", "3", "--divide", "--json").json
    assert answer["nodes"] == 708
    assert sum(answer["divide"].values()) == 708
    assert answer["divide"]["d3-d4"] > 0


def test_threads_count_the_same(cli: Cli) -> None:
    assert cli("perft", "6", "--threads", "2", "--json").json["nodes"] == 931312


def test_a_table_counts_the_same(cli: Cli) -> None:
    assert cli("perft", "7", "--hash", "4", "--json").json["nodes"] == 10_782_308


def test_paths(cli: Cli) -> None:
    assert cli("perft", "7", "--paths", "--json").json["nodes"] == 10_782_382
    ways = cli("perft", "1", "--fen", MANY_WAYS, "--paths", "--divide", "--json").json
    assert (
        ways["nodes"]
        == sum(ways["divide"].values())
        == cli("perft", "1", "--fen", MANY_WAYS, "--paths", "--json").json["nodes"]
    )
    assert ways["nodes"] > cli("perft", "1", "--fen", MANY_WAYS, "--json").json["nodes"]


def test_paths_in_a_crowd(cli: Cli) -> None:
    crowd = "W:W" + ",".join(f"K{file}{rank}" for file in "abcdef" for rank in "123") + ":B"
    assert "more than 16 pieces" in complaint(cli("perft", "1", "--fen", crowd, "--paths"))


@pytest.mark.parametrize("megabytes", ["-1", "262145", "x"])
def test_bad_hash(cli: Cli, megabytes: str) -> None:
    assert "--hash" in complaint(cli("perft", "1", "--hash", megabytes))


def test_lines(cli: Cli) -> None:
    done = cli("perft", "2", "--fen", "-", stdin="start\nnonsense\nworld\tW:Wa2:Bh7\n")
    first, bad, last = done.lines
    assert first["nodes"] == 64
    assert bad["error"].startswith("line 2: ")
    assert (last["ruleset"], last["depth"]) == ("world", 2)


@pytest.mark.parametrize("depth", ["-1", "100", "x", "1e3", "9" * 40])
def test_bad_depth(cli: Cli, depth: str) -> None:
    assert "depth" in complaint(cli("perft", "--json", "--", depth)).lower()


def test_for_people(cli: Cli) -> None:
    done = cli("perft", "2", "--divide")
    assert "d3-d4  8" in done.out
    assert "64 nodes at depth 2" in done.out
