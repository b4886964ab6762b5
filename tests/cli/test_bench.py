"""`damaci bench`."""

import pytest

from damaci.board.position import Position
from damaci.cli.bench import PERFT, SEARCH, Task
from damaci.cli.positions import START, read_position
from damaci.engine import Engine
from tests.cli.console import Cli


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.cli.bench.PERFT", (Task("turkish", START, 4), Task("world", START, 3)))
    monkeypatch.setattr("damaci.cli.bench.SEARCH", (Task("turkish", START, 6),))


def test_nodes_are_a_signature(cli: Cli) -> None:
    found = cli("bench", "--json").json
    again = cli("bench", "--json").json
    searched = Engine().analyse(Position.start(), depth=6).nodes
    assert (found["movegen"]["nodes"], found["search"]["nodes"]) == (7538 + 11422, searched)
    assert found["signature"] == again["signature"] == 7538 + 11422 + searched


def test_speeds_are_told(cli: Cli) -> None:
    found = cli("bench", "--json").json
    assert found["movegen"]["nodes_per_second"] > 0
    assert found["search"]["positions"][0]["depth"] == 6
    assert found["search"]["positions"][0]["fen"] == Position.start().fen


def test_for_people(cli: Cli) -> None:
    out = cli("bench").out
    assert "movegen: 18,960 nodes in" in out
    assert "signature" in out


@pytest.mark.parametrize("task", [*PERFT, *SEARCH])
def test_every_position_is_one(task: Task) -> None:
    assert read_position(task.fen, task.ruleset).legal_moves


def test_threads_are_compared_with_one(cli: Cli) -> None:
    found = cli("bench", "--threads", "3", "--positions", "2", "--nodes", "2000", "--json").json
    assert [*found["threads"]] == ["1", "2", "3"]
    assert found["threads"]["1"]["median"] == found["threads"]["1"]["nodes_of_one"] == 1.0
    assert found["threads"]["3"]["lowest"] <= found["threads"]["3"]["median"] <= found["threads"]["3"]["highest"]
    assert found["cores"] > 0
    assert found["processor"]


def test_threads_for_people(cli: Cli) -> None:
    out = cli("bench", "--threads", "2", "--positions", "1", "--nodes", "500").out
    assert "processor: " in out
    assert "  2 threads: " in out
