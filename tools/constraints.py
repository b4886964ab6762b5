"""Prints the versions of `uv.lock` as constraints for pip, which cannot read that file:
`python tools/constraints.py > constraints.txt`.

Run it with the Python for which the packages are, before any of them is installed.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parent.parent / "uv.lock"


def constraints(lock: dict[str, Any]) -> Iterator[str]:
    """A line for each locked package. If a package is locked in several versions, each line says where its version is
    used."""
    for package in lock["package"]:
        if "registry" in package["source"]:
            yield f"{package['name']}=={package['version']}{_condition(package)}"


def _condition(package: dict[str, Any]) -> str:
    markers = package.get("resolution-markers", ())
    if not markers:
        return ""
    return " ; " + " or ".join(f"({marker})" for marker in markers)


if __name__ == "__main__":
    print(*constraints(tomllib.loads(LOCK.read_text(encoding="utf-8"))), sep="\n")
