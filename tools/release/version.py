"""Says which version is released, once tag, pyproject.toml and CHANGELOG.md agree on it.

`python -m tools.release.version v1.2.0` prints 1.2.0. Without a tag, for a rehearsal, it prints the version of
pyproject.toml, which need not be in the changelog yet.
"""

import re
import sys
import tomllib
from pathlib import Path

from tools.release.changelog import CHANGELOG, notes
from tools.release.mistake import Mistake, told

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"
TAG = re.compile(r"v(\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?)")
"""The part of PEP 440 that is used here: 1.2.0, 1.2.0rc1."""


def of_tag(tag: str) -> str:
    """The version that a tag names. Raises Mistake if it names none."""
    found = TAG.fullmatch(tag)
    if not found:
        raise Mistake(f"{tag!r} is not a tag of a release: expected v1.2.0 or v1.2.0rc1")
    return found[1]


def of_project() -> str:
    """The version in pyproject.toml."""
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])


def agreed(tag: str, project: str, changelog: str) -> str:
    """The version that all three have. Raises Mistake if they differ."""
    version = of_tag(tag)
    if version != project:
        raise Mistake(f"the tag is {tag}, and pyproject.toml has version {project}")
    notes(version, changelog)
    return version


def main() -> int:
    """Prints the version."""
    with told():
        project = of_project()
        tags = sys.argv[1:]
        if tags:
            project = agreed(tags[0], project, CHANGELOG.read_text(encoding="utf-8"))
        print(project)
    return 0


if __name__ == "__main__":
    sys.exit(main())
