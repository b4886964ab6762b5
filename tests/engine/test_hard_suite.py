"""The suites of hard positions: their promises, as far as they can be checked quickly."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from damaci import Engine, Limits, Position
from damaci.puzzles.images import canonical
from damaci.puzzles.themes import Theme
from tests.support import ROOT
from tools import tactics
from tools.tactics import Tactic

FOLDER = ROOT / "tests" / "data" / "tactics"


@dataclass(frozen=True)
class Suite:
    ruleset: str
    tactics: list[Tactic]
    rows: list[dict[str, Any]]


def read(name: str) -> Suite:
    path: Path = FOLDER / name
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return Suite(*tactics.read(path), [json.loads(line) for line in lines])


HARD = read("turkish-hard.jsonl")
MIDDLE = read("turkish-middle.jsonl")
every_suite = pytest.mark.parametrize("suite", [HARD, MIDDLE], ids=["hard", "middle"])


def test_there_are_enough_positions() -> None:
    assert len(HARD.tactics) >= 1_000
    assert {HARD.ruleset, MIDDLE.ruleset} == {"turkish"}


def test_middle_games_have_eight_pieces_or_more() -> None:
    assert MIDDLE.tactics
    assert all(len(Position.from_fen(tactic.fen).pieces()) >= 8 for tactic in MIDDLE.tactics)


@every_suite
def test_no_position_is_there_twice_or_as_an_image(suite: Suite) -> None:
    assert len({canonical(Position.from_fen(tactic.fen)) for tactic in suite.tactics}) == len(suite.tactics)


@every_suite
def test_each_has_a_choice_of_moves_and_a_legal_line(suite: Suite) -> None:
    for tactic, row in zip(suite.tactics, suite.rows, strict=True):
        position = Position.from_fen(tactic.fen)
        assert len(position.legal_moves) > 1
        line = row["line"].split()
        assert line[0] == tactic.move
        for text in line:
            position = position.play(text)


@every_suite
def test_themes_are_known(suite: Suite) -> None:
    assert {theme for tactic in suite.tactics for theme in tactic.themes} <= {*Theme}


@every_suite
def test_a_search_of_100000_nodes_solves_none_of_a_sample(suite: Suite) -> None:
    engine = Engine(64)
    limits = Limits(nodes=100_000)
    sample = tactics.sample(suite.tactics, 20)
    assert not [each.fen for each in sample if tactics.solve(engine, each, suite.ruleset, limits)]
