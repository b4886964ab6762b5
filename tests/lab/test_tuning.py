"""An interrupted tuning is continued, and finds better parameters."""

import json
from pathlib import Path

import pytest

from damaci.engine import Limits
from damaci.match.openings import generate
from lab.errors import LabError
from lab.parameters import DEFAULTS, RANGES
from lab.spsa import Perturbation, Spsa
from lab.tuning import Step, Tuning, play_step
from lab.work import Workers

STARTS = {"aspiration": 15.0}
ABOUT = {"seed": 0, "starts": STARTS}


def tuning(record: Path, steps: int = 3) -> Tuning:
    spsa = Spsa({"aspiration": RANGES["aspiration"]}, steps, dict(STARTS))
    return Tuning("turkish", None, Limits(nodes=50), record, ABOUT, spsa)


def test_a_tuning_goes_on_where_it_was_left(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    first = tuning(record).run(Workers(1))
    assert next(first) == 1
    first.close()
    again = tuning(record)
    assert again.done == 1
    assert list(again.run(Workers(1))) == [2, 3]
    assert list(tuning(record).run(Workers(1))) == []
    saved = json.loads(record.read_text())
    assert saved["done"] == 3
    assert saved["parameters"] == {"aspiration": round(saved["values"]["aspiration"])}


def test_a_search_that_reduces_every_move_loses_to_one_that_does_not() -> None:
    careless = {"reduction_base": 1000, "reduction_divisor": 10, "reduction_depth": 2}
    sides = Perturbation(1, {}, plus={}, minus=careless)
    steps = [Step(sides, opening, None, Limits(nodes=10_000)) for opening in generate(count=8, seed=1)]
    assert sum(play_step(step)[1] for step in steps) > 0


def test_nothing_is_played_where_nothing_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        next(tuning(tmp_path / "file" / "record.json").run(Workers(1)))


@pytest.mark.parametrize("rubbish", ["", "rubbish", "[]", '{"kind": "tuning"}', '{"kind": "match", "done": 0}'])
def test_rubbish(tmp_path: Path, rubbish: str) -> None:
    (tmp_path / "record.json").write_text(rubbish)
    with pytest.raises(LabError, match=r"record\.json: not the record of a tuning"):
        tuning(tmp_path / "record.json")


def test_another_tuning(tmp_path: Path) -> None:
    saved = {"kind": "tuning", "about": {"seed": 1, "starts": STARTS}, "done": 0, "values": STARTS}
    (tmp_path / "record.json").write_text(json.dumps(saved))
    with pytest.raises(LabError, match=r"record\.json: the record of another tuning"):
        tuning(tmp_path / "record.json")


def test_every_default_lies_in_its_range() -> None:
    assert all(each.lowest <= DEFAULTS[name] <= each.highest for name, each in RANGES.items())
