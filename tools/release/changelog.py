"""The notes of a release: what CHANGELOG.md says about its version.

`python -m tools.release.changelog VERSION` prints them.
"""

import re
import sys
from pathlib import Path

from tools.release.mistake import Mistake, told

CHANGELOG = Path(__file__).parent.parent.parent / "CHANGELOG.md"
HEADING = re.compile(r"^## (?P<version>\S+)(?: \((?P<date>\d{4}-\d\d-\d\d)\))?\s*$", re.MULTILINE)
"""`## 1.2.0 (2027-01-31)`, or `## Unreleased` without a date."""


def notes(version: str, text: str) -> str:
    """The text under the heading of a version. Raises Mistake if it is missing, undated or empty."""
    headings = list(HEADING.finditer(text))
    found = next((heading for heading in headings if heading["version"] == version), None)
    if not found:
        raise Mistake(f"CHANGELOG.md has no heading for {version}: expected '## {version} (YYYY-MM-DD)'")
    if not found["date"]:
        raise Mistake(f"CHANGELOG.md does not say when {version} was released: expected '## {version} (YYYY-MM-DD)'")
    ends = (heading.start() for heading in headings if heading.start() > found.start())
    said = text[found.end() : next(ends, len(text))].strip()
    if not said:
        raise Mistake(f"CHANGELOG.md says nothing about {version}")
    return said


def main() -> int:
    """Prints the notes of the given version."""
    with told():
        (version,) = sys.argv[1:]
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        print(notes(version, CHANGELOG.read_text(encoding="utf-8")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
