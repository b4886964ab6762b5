"""Checks the kernel alone with the shared conformance data: worked examples, sampled positions, counts from the
start."""

import json
from pathlib import Path
from typing import Any

import pytest

from .fen import position, square, squares, start

DATA = Path(__file__).parents[1] / "data" / "conformance"
EXAMPLES = json.loads((DATA / "examples.json").read_text("utf-8"))
POSITIONS = [json.loads(line) for line in (DATA / "positions.jsonl").read_text("utf-8").splitlines()]
PERFT = json.loads((DATA / "perft.json").read_text("utf-8"))["counts"]
DEEPEST = {"turkish": 7, "hgware": 7, "world": 4, "bulgarian": 9}


def identity(move: dict[str, Any]) -> tuple[int, int, int]:
    return square(move["from"]), square(move["to"]), squares(*move["captured"])


def landing_squares(path: str) -> list[int]:
    return [square(name) for name in path.replace("-", "x").split("x")]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['ruleset']}-{example['name']}")
def test_example(example: dict[str, Any]) -> None:
    expect = example["expect"]
    before = position(example["fen"], example["ruleset"])
    expected = [identity(move) for move in expect["moves"]]
    legal = before.moves()
    if expect["complete"]:
        assert sorted(legal) == sorted(expected)
        assert len(legal) == expect["canonical"]
    assert set(expected) <= set(legal)
    assert before.capture_count() == expect["capture_count"]
    assert not {identity(move) for move in expect["forbidden"]} & set(legal)
    assert sum(len(before.paths(move)) for move in legal) == expect["full_paths"]
    assert [before.perft(depth) for depth in (1, 2, 3)] == example["perft"]
    for move in expect["moves"]:
        if "example_path" in move:
            assert landing_squares(move["example_path"]) in [path for path, _ in before.paths(identity(move))]
        if "fen_after" in move:
            assert before.play(identity(move)) == position(move["fen_after"], example["ruleset"])
    for move in expect["forbidden"]:
        with pytest.raises(ValueError, match="not a legal move"):
            before.play(identity(move))


@pytest.mark.parametrize("ruleset", PERFT)
def test_positions(ruleset: str) -> None:
    sample = [line for line in POSITIONS if line["ruleset"] == ruleset]
    assert len(sample) == 120
    for line in sample:
        before = position(line["fen"], ruleset)
        assert sorted(before.moves()) == sorted(identity(move) for move in line["moves"]), line["fen"]
        assert [before.perft(depth) for depth in (1, 2, 3)] == line["perft"], line["fen"]


@pytest.mark.parametrize("ruleset", PERFT)
def test_perft_from_the_start(ruleset: str) -> None:
    depths = range(1, DEEPEST[ruleset] + 1)
    assert [start(ruleset).perft(depth) for depth in depths] == PERFT[ruleset][: len(depths)]
