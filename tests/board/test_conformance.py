"""Checks Position with the conformance data, for every ruleset that the data has."""

import json
from typing import Any

import pytest

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.board.square import Square
from damaci.errors import IllegalMove
from tests.support import DATA, conformance_positions

EXAMPLES: list[dict[str, Any]] = json.loads((DATA / "conformance" / "examples.json").read_text(encoding="utf-8"))


def move_of(data: dict[str, Any]) -> Move:
    return Move(
        Square.parse(data["from"]), Square.parse(data["to"]), tuple(sorted(map(Square.parse, data["captured"])))
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_example(example: dict[str, Any]) -> None:
    position = Position.from_fen(example["fen"], example["ruleset"])
    assert set(position.legal_moves) == set(map(move_of, example["expect"]["moves"]))
    for data in example["expect"]["moves"]:
        move = move_of(data)
        if "example_path" in data:
            assert position.parse_move(data["example_path"]) == move
        if "fen_after" in data:
            assert position.play(move).fen == data["fen_after"]
    for data in example["expect"].get("forbidden", []):
        with pytest.raises(IllegalMove):
            position.play(move_of(data))


def test_positions() -> None:
    for line in conformance_positions():
        position = Position.from_fen(line["fen"], line["ruleset"])
        assert position.fen == line["fen"]
        assert set(position.legal_moves) == set(map(move_of, line["moves"])), position
        assert len(position.legal_moves) == len(line["moves"]), position
        assert [position.perft(depth) for depth in (1, 2, 3)] == line["perft"], position
