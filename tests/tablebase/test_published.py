"""The files that tools/endings.py publishes."""

from pathlib import Path

import pytest

from damaci.game.record import from_pdn
from damaci.notation import pdn
from damaci.rules.endings import OneEach
from damaci.tablebase import Terms
from tests.tablebase.conftest import MakeTables
from tools.endings import publish


def test_the_tables_and_a_game_for_each_long_win(
    folder: Path, tables_for: MakeTables, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables_for(Terms("turkish", OneEach.UNLESS_CAPTURE))
    publish(folder, tmp_path, OneEach.UNLESS_CAPTURE)
    printed = capsys.readouterr().out
    assert "| KMvK | 187,488 | 96.73 | 3.27 | 0.00 | 53 | 120 |" in printed
    games = [from_pdn(record) for record in pdn.read(tmp_path / "unless-capture.pdn")]
    assert [game.ply for game in games] == [15, 13, 53, 35, 45, 51]
    for game in games:
        outcome = game.outcome()
        assert outcome
        assert outcome.result == "1-0"
