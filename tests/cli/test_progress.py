"""The progress of long work on an output that is no terminal."""

import pytest

from damaci.cli.progress import ProgressLines, progress


def test_a_line_now_and_then_with_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    lines = ProgressLines("making tables", 200, lambda: now)
    for now, done in ((1.0, 10), (20.0, 50), (25.0, 60), (80.0, 160)):  # noqa: B007
        lines.tell(done, f"{done} made")
    assert capsys.readouterr().err.splitlines() == [
        "making tables: 25.0 %, about 0:01:00 left (50 made)",
        "making tables: 80.0 %, about 0:00:20 left (160 made)",
    ]


def test_short_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("making tables", 2) as tell:
        tell(1, "KvK made")
        tell(2, "KvM made")
    assert capsys.readouterr().err == ""
