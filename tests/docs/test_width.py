"""No line of a source is too long. ruff ignores lines that end with a pragma, Biome ignores comments, and no linter
checks the style sheets and the templates."""

import re
from pathlib import Path

import pytest

from tests.support import ROOT

WIDTH = 120
FOLDERS = ("src", "lab", "tests", "benchmarks", "tools", "examples")
ENDINGS = ("py", "pyi", "js", "css", "html")
SOURCES = [file for folder in FOLDERS for ending in ENDINGS for file in (ROOT / folder).rglob(f"*.{ending}")]
LITERAL = re.compile(r"""\s*(["'`])((?!\1).)*\1[,;)]*""")
"""A string that is the only thing in its line. Translated texts and data are not broken into several lines."""


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
