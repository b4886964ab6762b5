"""Shipped puzzles are solved again, and the search's verdict on their solutions is reported."""

import pytest

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import Analysis, Line, Score
from damaci.puzzles import Goal, puzzles
from lab.commands import main
from lab.puzzles.checking import Finding, Job, check, choices, judge

START = Position.start()
RIGHT, OTHER, THIRD = START.legal_moves[:3]
WON = Score(cp=400)
NEAR = Score(cp=101)
EVEN = Score(cp=20)
LOST = Score(cp=-400)


def told(*lines: tuple[Move, Score]) -> Analysis:
    return Analysis(START, 9, 1_000, 0.1, tuple(Line(score, (move,)) for move, score in lines))


@pytest.mark.parametrize(
    ("goal", "lines", "finding"),
    [
        (Goal.WIN, [(RIGHT, WON), (OTHER, EVEN)], Finding.ALONE),
        (Goal.WIN, [(RIGHT, WON), (OTHER, NEAR)], Finding.NEAR),
        (Goal.WIN, [(RIGHT, Score(win=5)), (OTHER, Score(draw=True))], Finding.ALONE),
        (Goal.WIN, [(RIGHT, WON), (OTHER, WON)], Finding.NOT_ALONE),
        (Goal.WIN, [(OTHER, WON), (RIGHT, WON)], Finding.NOT_ALONE),
        (Goal.WIN, [(OTHER, WON), (RIGHT, EVEN)], Finding.FAILS),
        (Goal.WIN, [(OTHER, WON), (THIRD, WON)], Finding.FAILS),
        (Goal.WIN, [(RIGHT, EVEN), (OTHER, EVEN)], Finding.FAILS),
        (Goal.DRAW, [(RIGHT, EVEN), (OTHER, LOST)], Finding.ALONE),
        (Goal.DRAW, [(RIGHT, Score(draw=True)), (OTHER, EVEN)], Finding.NOT_ALONE),
        (Goal.DRAW, [(RIGHT, LOST), (OTHER, LOST)], Finding.FAILS),
    ],
)
def test_what_a_search_says_of_a_move(goal: Goal, lines: list[tuple[Move, Score]], finding: Finding) -> None:
    assert judge(told(*lines), RIGHT, goal) is finding


def test_every_choice_of_the_solver_is_searched() -> None:
    easiest = puzzles()[0]
    found = check(Job(easiest, 20_000))
    assert [each.move for each in found] == [position.text(move) for position, move in choices(easiest)]
    assert len(found) >= 2
    assert {each.finding for each in found} <= {Finding.ALONE, Finding.NEAR}


def test_the_command_says_how_many_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-puzzles", "--puzzles", "3", "--nodes", "1"]) == 0
    said = capsys.readouterr().out
    *named, total, alone, near, not_alone, fails = said.splitlines()
    assert total.startswith("3 puzzles, ")
    count = int(total.partition("; ")[2].split()[0])
    assert count >= 6
    assert sum(int(line.split()[0]) for line in (alone, near, not_alone, fails)) == count
    assert len(named) == count - int(alone.split()[0])
