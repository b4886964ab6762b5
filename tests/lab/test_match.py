"""Weights play a match against other weights, and an interrupted match is continued."""

import json
from pathlib import Path

import pytest

from damaci.engine import Limits
from damaci.match.statistics import Sprt
from lab.contestant import Contestant
from lab.errors import LabError
from lab.match import LabMatch
from lab.work import Workers
from tests.lab.agreement import random_tables

ABOUT = {"seed": 0}


def match(record: Path, b: bytes | None = None, nodes: int = 40, sprt: Sprt | None = None) -> LabMatch:
    return LabMatch("turkish", Contestant(), Contestant(b), Limits(nodes=nodes), record, ABOUT, sprt)


def test_who_plays_against_itself_makes_half_the_points(tmp_path: Path) -> None:
    playing = match(tmp_path / "record.json")
    assert sorted(playing.run(2, Workers(1))) == [0, 1]
    assert playing.pairs == [0, 0, 2, 0, 0]


def test_nonsense_loses(tmp_path: Path) -> None:
    playing = match(tmp_path / "record.json", random_tables(), nodes=200, sprt=Sprt(0, 400))
    assert list(playing.run(8, Workers(1)))
    assert playing.elo.value is None or playing.elo.value > 0
    assert sum(playing.pairs[3:]) > sum(playing.pairs[:2])


def test_a_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    first = match(record).run(3, Workers(1))
    next(first)
    first.close()
    again = match(record)
    assert len(again.half_points) == 1
    assert len(list(again.run(3, Workers(1)))) == 2
    assert list(match(record).run(3, Workers(1))) == []


def test_a_test_that_is_decided_ends_the_match(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    half_points = dict.fromkeys(range(50), 4)
    record.write_text(json.dumps({"kind": "match", "about": ABOUT, "half_points": half_points}))
    assert list(match(record, sprt=Sprt(0, 5)).run(100, Workers(1))) == []


@pytest.mark.parametrize(
    "rubbish", ["", "rubbish", "[]", '{"kind": "match"}', '{"kind":"match","about":{"seed":0},"half_points":{"0":9}}']
)
def test_rubbish(tmp_path: Path, rubbish: str) -> None:
    (tmp_path / "record.json").write_text(rubbish)
    with pytest.raises(LabError, match=r"record\.json: not the record of a match"):
        match(tmp_path / "record.json")


def test_another_match(tmp_path: Path) -> None:
    (tmp_path / "record.json").write_text(json.dumps({"kind": "match", "about": {"seed": 1}, "half_points": {}}))
    with pytest.raises(LabError, match=r"record\.json: the record of another match"):
        match(tmp_path / "record.json")
