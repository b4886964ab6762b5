"""The counts in docs/07-perft.md are those of the kernel, as far as they can be counted quickly."""

import re

import pytest

from damaci.board.position import Position
from damaci.rules.catalogue import RULESETS
from tests.support import ROOT

QUICK = 50_000_000
SECTION = re.compile(r"^## `(\w+)`.*?\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"^\| (\d+) \| ([\d,]+) \| ([\d,]*) \|$", re.MULTILINE)


def number(text: str) -> int:
    return int(text.replace(",", ""))


def tables() -> dict[str, list[tuple[int, int, int | None]]]:
    """The rows of each ruleset: depth, moves, and paths if the table has them."""
    page = (ROOT / "docs" / "07-perft.md").read_text(encoding="utf-8")
    return {
        name: [
            (int(depth), number(moves), number(paths) if paths else None) for depth, moves, paths in ROW.findall(body)
        ]
        for name, body in SECTION.findall(page)
    }


def test_every_ruleset_has_a_table() -> None:
    assert set(tables()) == set(RULESETS)
    for rows in tables().values():
        assert [depth for depth, _, _ in rows] == list(range(1, len(rows) + 1))
        assert len(rows) >= 8


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_counts(ruleset: str) -> None:
    start = Position.start(ruleset)
    for depth, moves, paths in tables()[ruleset]:
        if moves <= QUICK:
            assert start.perft(depth) == moves
            assert start.perft(depth, paths=True) == paths


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_larger_counts(ruleset: str) -> None:
    start = Position.start(ruleset)
    for depth, moves, _ in tables()[ruleset]:
        if QUICK < moves <= 400 * QUICK:
            assert start.perft(depth, threads=2) == moves
