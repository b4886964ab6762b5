"""The first ratings of the computer's levels are those in the documentation."""

import re
from itertools import pairwise

from damaci.engine.levels import LEVELS
from damaci.rating.first import GAINS, first_standing
from tests.support import ROOT

NEIGHBOURS = set(pairwise(GAINS))
"""Each level with the next one."""


def test_the_documentation_has_the_first_ratings() -> None:
    text = (ROOT / "docs" / "22-ratings.md").read_text(encoding="utf-8")
    names, _, ratings = re.findall(r"^\| .* \|$|^\|[-|]+\|$", text[text.index("| beginner |") :], re.MULTILINE)[:3]
    told = dict(zip(names.strip("| ").split(" | "), map(int, ratings.strip("| ").split(" | ")), strict=True))
    assert told == {level: first_standing(level).rating.rating for level in GAINS}


def test_the_gains_are_those_that_were_measured() -> None:
    text = (ROOT / "docs" / "08-engine.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (\w+) \| \d+ \| \d+ \| \d+ \| \+(\d+) \|", text, re.MULTILINE)
    measured = {level: int(gain) for level, against, gain in rows if (against, level) in NEIGHBOURS}
    assert {"beginner": 0, **measured} == GAINS


def test_every_level_has_a_first_rating() -> None:
    assert set(LEVELS) >= set(GAINS)
