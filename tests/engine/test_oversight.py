"""Captures and sacrifices that weak levels overlook."""

from random import Random

import pytest

from damaci.board.position import Position
from damaci.engine import LEVELS, Engine, Line
from damaci.engine.oversight import Oversight
from damaci.errors import BadArgument

NEVER = Oversight(0, 0, 0)
BLIND = Oversight(1, 1, 1)
HANGS = Position.from_fen("W:Wd4,a3,h2:Bd6,h7")
"""After d4-d5 a man is lost to d6, which captures towards d4; every other move is quiet."""
HANGS_KING = Position.from_fen("W:WKa5,h2:Bd6,h7")
"""After a5-d5 the king is lost to d6."""
SHOT = Position.from_fen("B:Wg6,b4,e4,h4,e3,f3,g3,a2,c2,d2,e2,f2,g2:Ba7,b7,e7,f7,h7,b6,d6,e6,f6,h6,c5,d5,f5")
"""The move c5-c4 gives one man, and then captures two and makes a dama."""


def seen(position: Position, oversight: Oversight, seed: int = 0) -> dict[str, int]:
    """The value of each move, in centimen, after the oversights."""
    lines = Engine(1).analyse(position, depth=1, lines=40).lines
    judged: list[Line] = oversight.judge(position, lines, Random(seed))
    return {str(line.move): line.score.centimen for line in judged}


def test_who_sees_everything_sees_the_scores_of_the_search() -> None:
    lines = Engine(1).analyse(HANGS, depth=1, lines=40).lines
    assert NEVER.judge(HANGS, lines, Random(0)) == [*lines]


def test_what_is_overlooked_seems_to_be_a_quiet_move() -> None:
    true = seen(HANGS, NEVER)
    overlooked = seen(HANGS, BLIND)
    quiet = [value for move, value in true.items() if move != "d4-d5"]
    assert true["d4-d5"] < min(quiet) - 50
    assert min(quiet) <= overlooked["d4-d5"] <= max(quiet)
    assert all(overlooked[move] == value for move, value in true.items() if move != "d4-d5")


def test_that_a_king_can_be_taken_is_always_seen() -> None:
    true = seen(HANGS_KING, NEVER)
    assert true["a5-d5"] < 0 < true["a5-a4"]
    assert seen(HANGS_KING, BLIND) == true


def test_that_giving_wins_more_is_overlooked_and_seems_to_lose_what_is_given() -> None:
    true = seen(SHOT, NEVER)
    overlooked = seen(SHOT, Oversight(near=0, far=0, gift=1))
    assert true["c5-c4"] == max(true.values()) > 200
    assert overlooked["c5-c4"] < true["b7-c7"] < 0


def test_a_part_of_the_captures_is_overlooked() -> None:
    true = seen(HANGS, NEVER)["d4-d5"]
    half = Oversight(near=0.5, far=0, gift=0)
    assert {seen(HANGS, half, seed)["d4-d5"] == true for seed in range(20)} == {True, False}


def test_what_a_king_takes_is_overlooked_by_its_own_rate() -> None:
    position = Position.from_fen("W:Wd4,a2,h2:BKa6,h7")
    near = Oversight(near=1, far=0, gift=0)
    far = Oversight(near=0, far=1, gift=0)
    true = seen(position, NEVER)
    assert seen(position, near) == true
    assert seen(position, far) != true


@pytest.mark.parametrize("name", ["near", "far", "gift"])
def test_a_rate_is_a_probability(name: str) -> None:
    with pytest.raises(BadArgument, match=name):
        Oversight(**({"near": 0, "far": 0, "gift": 0} | {name: 1.5}))


def test_only_the_weak_levels_overlook_anything() -> None:
    assert [name for name, each in LEVELS.items() if each.oversight] == ["beginner", "easy"]
