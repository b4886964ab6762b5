"""The kinds of mistakes, in positions where the reason of the mistake is plain."""

import pytest

from damaci.analysis.kinds import Exchange, MistakeKind, exchange, kind_of
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import Engine


def line(position: Position, text: str) -> list[Move]:
    moves = []
    for each in text.split():
        moves.append(position.parse_move(each))
        position = position.play(moves[-1])
    return moves


@pytest.mark.parametrize(
    ("fen", "moves", "found"),
    [
        ("W:Wd2,h2:Bd5,a8", "d2-d3 d5-d4 d3xd5", Exchange(0, 1)),
        ("W:Wd3,h2:Bd5,a8", "d3-d4 d5xd3", Exchange(1, -1)),
        ("W:Wd6,h2:Bh7,a5", "d6-d7 h7-h6 d7-d8", Exchange(0, 3)),
    ],
)
def test_an_exchange(fen: str, moves: str, found: Exchange) -> None:
    position = Position.from_fen(fen)
    assert exchange(position, line(position, moves)) == found


def judged(fen: str, played: str) -> MistakeKind:
    """The kind of a mistake, found with lines of the engine."""
    position = Position.from_fen(fen)
    engine = Engine(1)
    move = position.parse_move(played)
    better = engine.analyse(position, depth=9).lines[0].pv
    reply = engine.analyse(position.play(move), depth=9).lines[0].pv
    return kind_of(position, move, better, reply, exact=False)


def test_a_capture_that_was_overlooked() -> None:
    assert judged("W:Wd2,e2,h2:Bd4,a8,b8", "d2-d3") == MistakeKind.CAPTURE


def test_the_wrong_capture() -> None:
    # Both moves take one man; after d4xd6 a man takes back.
    assert judged("W:Wd4,a1,h1:Bd5,c4,e6,f6", "d4xd6") == MistakeKind.CHOICE


def test_what_the_tables_know() -> None:
    position = Position.from_fen("W:WKa1,Kd4:Bh2")
    assert kind_of(position, position.parse_move("a1-a2"), (), (), exact=True) == MistakeKind.ENDING
