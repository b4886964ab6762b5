"""The shipped puzzles: each is played by the rules, occurs once, and has the themes that are stated."""

import gzip
import subprocess
import sys
from importlib.resources import files

import pytest

from damaci import RULESETS
from damaci.puzzles import Goal, Puzzle, Theme, find, puzzles
from damaci.puzzles.collection import UnknownPuzzle, read_row, write_row
from damaci.puzzles.images import canonical, name_of
from damaci.puzzles.reading import SolutionReading
from damaci.puzzles.themes import themes_of

LEAST = {"turkish": 5_000}
"""The least number of puzzles that are shipped."""
LEAST_OF_OTHERS = 300


@pytest.fixture(scope="module", params=RULESETS)
def every(request: pytest.FixtureRequest) -> list[Puzzle]:
    return [*puzzles(request.param)]


def test_each_is_there_once(every: list[Puzzle]) -> None:
    assert len(every) >= LEAST.get(every[0].ruleset, LEAST_OF_OTHERS)
    assert len({canonical(each.position) for each in every}) == len(every)
    assert len({each.id for each in every}) == len(every)


def test_the_ids_are_those_of_the_positions(every: list[Puzzle]) -> None:
    assert all(each.id == name_of(each.position) for each in every[::7])


def test_each_plays_by_the_rules_and_has_its_themes(every: list[Puzzle]) -> None:
    for each in every[::3]:
        reading = SolutionReading.of(each.position, each.moves, each.tail)
        assert set(each.themes) == set(themes_of(reading, each.goal is Goal.WIN)), each.id


def test_each_has_a_theme(every: list[Puzzle]) -> None:
    assert all(each.themes for each in every)


def test_nothing_trivial_is_to_be_found(every: list[Puzzle]) -> None:
    for each in every[::3]:
        steps = SolutionReading.of(each.position, each.moves).own
        assert len(each.moves) % 2 == 1
        assert sum(len(step.before.legal_moves) > 1 for step in steps) >= 2, each.id
        assert len(steps[0].before.legal_moves) > 1, each.id
        assert len(steps[-1].before.legal_moves) > 1, each.id


def test_the_easiest_come_first(every: list[Puzzle]) -> None:
    ratings = [each.rating for each in every]
    assert ratings == sorted(ratings)


def test_lines_are_read_as_they_were_written() -> None:
    for ruleset in RULESETS:
        each = puzzles(ruleset)[-1]
        assert read_row(ruleset, write_row(each)) == each


def test_puzzles_are_found_by_their_ids() -> None:
    for ruleset in RULESETS:
        each = puzzles(ruleset)[0]
        assert find(each.id) == each
        assert each in puzzles(ruleset)
        assert puzzles(ruleset).get(each.id) == each


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(UnknownPuzzle, match="no puzzle 'nosuch': expected an id such as"):
        find("nosuch")


def test_puzzles_of_a_theme() -> None:
    found = [*puzzles().with_theme(Theme.CATCH_DAMA)]
    assert found
    assert all(Theme.CATCH_DAMA in each.themes for each in found)


def test_all_of_them_take_less_than_a_megabyte() -> None:
    folder = files("damaci.puzzles").joinpath("data")
    assert sum(len(each.read_bytes()) for each in folder.iterdir()) < 1_000_000
    assert all(gzip.decompress(each.read_bytes()) for each in folder.iterdir() if each.name.endswith(".gz"))


def test_the_import_is_light() -> None:
    code = "import sys, damaci.puzzles; assert 'damaci.engine' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
