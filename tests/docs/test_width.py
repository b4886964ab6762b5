"""No source is wider than a screen: ruff looks away where a line ends with a pragma, Biome where it has a comment, and
nothing else reads the style sheets and the templates."""

import re
from pathlib import Path

import pytest

from tests.support import ROOT

WIDTH = 120
FOLDERS = ("src", "lab", "tests", "benchmarks", "tools", "examples")
ENDINGS = ("py", "pyi", "js", "css", "html")
SOURCES = [file for folder in FOLDERS for ending in ENDINGS for file in (ROOT / folder).rglob(f"*.{ending}")]
LITERAL = re.compile(r"""\s*(["'`])((?!\1).)*\1[,;)]*""")
"""A text that stands alone in its line: what is translated, or is data, cannot be broken."""


def too_wide(file: Path) -> list[int]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if len(line) > WIDTH and not LITERAL.fullmatch(line)]


def test_no_line_is_too_wide() -> None:
    assert len(SOURCES) > 500
    found = {str(file.relative_to(ROOT)): lines for file in SOURCES if (lines := too_wide(file))}
    assert found == {}


@pytest.mark.parametrize(
    ("line", "wide"),
    [
        ("x" * 120, []),
        ("/* " + "x" * 120 + " */", [1]),
        ('"' + "x's " * 70 + '",', []),
        ('"' + "x" * 120 + '" + "x"', [1]),
        ("ş" * 120, []),
    ],
    ids=["full", "comment", "literal", "two literals", "letters"],
)
def test_what_is_too_wide(tmp_path: Path, line: str, wide: list[int]) -> None:
    (tmp_path / "page.js").write_text(line, encoding="utf-8")
    assert too_wide(tmp_path / "page.js") == wide
