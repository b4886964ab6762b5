"""The suite of hard positions: its promises, as far as they can be checked quickly."""

import json

from damaci import Engine, Limits, Position
from damaci.puzzles.images import canonical
from damaci.puzzles.themes import Theme
from tests.support import ROOT
from tools import tactics

FILE = ROOT / "tests" / "data" / "tactics" / "turkish-hard.jsonl"
RULESET, SUITE = tactics.read(FILE)
ROWS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()[1:]]


def test_there_are_enough_positions() -> None:
    assert RULESET == "turkish"
    assert len(SUITE) >= 1_000


def test_no_position_is_there_twice_or_as_an_image() -> None:
    assert len({canonical(Position.from_fen(tactic.fen)) for tactic in SUITE}) == len(SUITE)


def test_each_has_a_choice_of_moves_and_a_legal_line() -> None:
    for tactic, row in zip(SUITE, ROWS, strict=True):
        position = Position.from_fen(tactic.fen)
        assert len(position.legal_moves) > 1
        line = row["line"].split()
        assert line[0] == tactic.move
        for text in line:
            position = position.play(text)


def test_themes_are_known() -> None:
    assert {theme for tactic in SUITE for theme in tactic.themes} <= {*Theme}


def test_a_search_of_100000_nodes_solves_none_of_a_sample() -> None:
    engine = Engine(64)
    limits = Limits(nodes=100_000)
    assert not [each.fen for each in tactics.sample(SUITE, 20) if tactics.solve(engine, each, RULESET, limits)]
