"""The values of men and kings, estimated from results: values that were planted in the data are found."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from lab.commands import main
from lab.piece_values import LEAST, piece_values
from lab.selection import POSITION, Selected, write_positions

MAN = 0.5
KING = 1.5
TURN = 0.2
FEW = 7
"""The number of pieces on the board."""


def planted(count: int) -> Selected:
    """Positions of FEW pieces on random squares, with results that are drawn with the probabilities that the planted
    values give."""
    random = Random(5)
    chance = np.random.default_rng(6)
    selected = np.zeros(count, POSITION)
    for row in selected:
        kinds = [random.randrange(4) for _ in range(FEW)]
        squares = random.sample(range(8, 56), FEW)
        for kind, square in zip(kinds, squares, strict=True):
            row["boards"][kind] |= np.uint64(1 << square)
        row["white_to_move"] = random.random() < 0.5
        men = kinds.count(0) - kinds.count(2)
        kings = kinds.count(1) - kinds.count(3)
        turn = TURN if row["white_to_move"] else -TURN
        odds = 1 / (1 + np.exp(-(MAN * men + KING * kings + turn)))
        row["result"] = 1 if chance.random() < odds else -1
    return selected


def test_planted_values_are_found() -> None:
    [found] = piece_values("turkish", planted(20_000))
    assert (found.phase, found.positions) == ((5, 8), 20_000)
    assert (found.man, found.king, found.turn) == pytest.approx((MAN, KING, TURN), abs=0.08)


def test_nothing_is_said_of_few_positions() -> None:
    assert list(piece_values("turkish", planted(LEAST - 1))) == []


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    about = {"ruleset": "turkish", "games": 1, "recorded": 1, "runs": {}, "relabelled": 0}
    write_positions(tmp_path / "positions.npz", about, planted(LEAST))
    assert main(["values", str(tmp_path / "positions.npz")]) == 0
    assert capsys.readouterr().out.startswith(" 5 to  8 pieces,     1,000 positions: man ")
    assert main(["values", str(tmp_path / "none.npz")]) == 2
    assert "none.npz" in capsys.readouterr().err
