"""The tactical suite: its positions have the properties that it promises, and the engine solves them."""

import pytest

from damaci import Engine, Limits, Position
from damaci.match.openings import alike
from tests.support import ROOT
from tools import tactics

RULESET, SUITE = tactics.read(ROOT / "tests" / "data" / "tactics" / "turkish.jsonl")
SAMPLE = SUITE[:: len(SUITE) // 40][:40]


def solved(suite: list[tactics.Tactic], limits: Limits) -> float:
    """The share of the suite that is solved."""
    engine = Engine(16)
    return sum(tactics.solve(engine, tactic, RULESET, limits) is not None for tactic in suite) / len(suite)


def test_there_are_enough_positions() -> None:
    assert RULESET == "turkish"
    assert len(SUITE) >= 300


def test_no_position_is_there_twice_or_mirrored() -> None:
    images = [frozenset(alike(Position.from_fen(tactic.fen))) for tactic in SUITE]
    assert len(set(images)) == len(SUITE)


def test_each_has_a_choice_of_quiet_moves_one_of_which_wins() -> None:
    for tactic in SUITE:
        position = Position.from_fen(tactic.fen)
        assert len(position.legal_moves) > 1
        assert not position.parse_move(tactic.move).is_capture


def test_a_glance_solves_few() -> None:
    assert solved(SUITE, Limits(depth=1)) < 0.1


def test_a_sample_is_solved_within_few_nodes() -> None:
    assert solved(SAMPLE, Limits(nodes=10_000)) >= 0.9


@pytest.mark.nightly
def test_all_but_a_twentieth_are_solved_in_a_second() -> None:
    assert solved(SUITE, Limits(seconds=1)) >= 0.95
