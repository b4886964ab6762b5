"""The puzzles of the site. Only some of each ruleset are included, so that little is added to the download."""

import gzip

from damaci.puzzles import puzzles
from damaci.puzzles.collection import SUFFIX, write_row
from damaci.rules.catalogue import RULESETS

MOST = {"turkish": 400}
"""The most puzzles of a ruleset."""
MOST_OF_OTHERS = 120


def files() -> dict[str, bytes]:
    """The puzzles of every ruleset, from the easiest to the hardest, by the name of their file."""
    return {f"{name}{SUFFIX}": some(name, MOST.get(name, MOST_OF_OTHERS)) for name in RULESETS}


def some(ruleset: str, most: int) -> bytes:
    """The file of at most `most` puzzles, spread evenly over all."""
    found = puzzles(ruleset)
    count = min(most, len(found))
    rows = [write_row(found[number * len(found) // count]) for number in range(count)]
    return gzip.compress("\n".join(rows).encode(), mtime=0)
