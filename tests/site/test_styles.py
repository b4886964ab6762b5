"""The style sheets can be used for both directions of text."""

import re
from pathlib import Path

import pytest

from damaci.site.assets import ROOT

PHYSICAL = re.compile(
    r"^\s*((?:margin|padding|border)-(?:left|right)\b.*|(?:left|right|float):.*|text-align: (?:left|right).*"
    r"|(?:margin|padding): \S+ (\S+) \S+ (?!\2;)\S+;)",
    re.MULTILINE,
)
"""Properties that name a side of the screen instead of one relative to the direction of the text. Shorthands with four
values count if left and right differ."""
ALLOWED = {"board/coordinates.css", "game/tour.css"}
"""The board has one direction, and tour.js measures on which side there is space."""
SHEETS = [path for path in ROOT.rglob("*.css") if path.relative_to(ROOT).as_posix() not in ALLOWED]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_sides_follow_the_direction_of_the_text(sheet: Path) -> None:
    plain = re.sub(r"env\([^)]*\)", "env", sheet.read_text(encoding="utf-8")).replace("max(20px, env)", "20px")
    assert [found[1] for found in PHYSICAL.finditer(plain)] == []
