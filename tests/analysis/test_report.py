"""Accuracy by side and phase."""

from damaci.analysis.report import Graded, accuracy, phase, report
from damaci.board.position import Position


def test_phases() -> None:
    assert phase(Position.start()) == "opening"
    assert phase(Position.from_fen("W:Wa2,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7")) == "middle"
    assert phase(Position.from_fen("W:Wa2:Ba7,b7")) == "ending"
    assert phase(Position.start("bulgarian")) == "opening"


def test_each_side_has_its_own() -> None:
    start = Position.start()
    after = start.play("d3-d4")
    found = report([Graded(start, 15.0, "shot-allowed"), Graded(after, 0.0), Graded(start, 0.0)])
    assert (found.white.all.moves, found.white.all.accuracy) == (2, 75.0)
    assert found.white.kinds == {"shot-allowed": 1}
    assert [*found.white.phases] == ["opening"]
    assert (found.black.all.accuracy, found.black.kinds) == (100.0, {})
    assert accuracy(0) == 100 > accuracy(100) > 0


def test_a_move_without_a_choice_does_not_count() -> None:
    found = report([Graded(Position.from_fen("W:Wd4,h2:Bd5,a8"), 40.0)])
    assert found.white.all.moves == 0
    assert found.white.phases == {}
