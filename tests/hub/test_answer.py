import pytest

from damaci.board.position import Position
from damaci.engine import Engine, Score
from damaci.hub.answer import Info, read_info, write_info
from damaci.hub.line import read_line


def test_what_is_told_is_understood() -> None:
    found = Engine(1).analyse(Position.start(), depth=4)
    line = read_line(str(write_info(found)))
    assert line
    info = read_info(line.arguments)
    assert (info.depth, info.score, info.nodes, len(info.pv)) == (4, found.score, found.nodes, len(found.lines[0].pv))


@pytest.mark.parametrize(
    ("fen", "score"),
    [("W:Wd4,e2:Bd5", Score(win=1)), ("W:WKf7,b3:Bc5", Score(win=5)), ("B:WKf7,Ka1:Bh6", Score(loss=6))],
)
def test_wins_and_losses_are_told_in_plies(fen: str, score: Score) -> None:
    found = Engine(1).analyse(Position.from_fen(fen), depth=9)
    line = read_line(str(write_info(found)))
    assert line
    assert found.score == score
    assert read_info(line.arguments).score == score


def test_what_makes_no_sense_is_left_out() -> None:
    assert read_info({"depth": "deep", "score": "nan", "nodes": "", "pv": "a b"}) == Info(
        None, None, None, None, ("a", "b")
    )
