"""Finds the headers of the kernel that a C++ source includes."""

import re
from functools import cache
from pathlib import Path

KERNEL = Path(__file__).parent.parent / "kernel"
INCLUDE = re.compile(r'^#include "(.+)"$', re.MULTILINE)


@cache
def with_headers(source: Path) -> frozenset[Path]:
    """A source and the kernel's headers that it includes, directly or not."""
    found = {source}
    for name in INCLUDE.findall(source.read_text(encoding="utf-8")):
        header = next((folder / name for folder in (source.parent, KERNEL) if (folder / name).exists()), None)
        if header:
            found |= with_headers(header.resolve())
    return frozenset(found)
