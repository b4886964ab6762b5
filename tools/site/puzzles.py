"""The puzzles that the site takes along: some of each ruleset, so that they add little to what is loaded."""

import gzip

from damaci.puzzles import puzzles
from damaci.puzzles.collection import SUFFIX, write_row
from damaci.rules.catalogue import RULESETS

MOST = {"turkish": 400}
"""Puzzles of a ruleset."""
MOST_OF_OTHERS = 120


def files() -> dict[str, bytes]:
    """The puzzles of every ruleset, by the name of their file: from the easiest to the hardest."""
    return {f"{name}{SUFFIX}": some(name, MOST.get(name, MOST_OF_OTHERS)) for name in RULESETS}


def some(ruleset: str, most: int) -> bytes:
    """The file of at most so many puzzles, evenly from all."""
    found = puzzles(ruleset)
    count = min(most, len(found))
    rows = [write_row(found[number * len(found) // count]) for number in range(count)]
    return gzip.compress("\n".join(rows).encode(), mtime=0)
