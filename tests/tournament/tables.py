"""Makes cross-tables from short notations."""

from pathlib import Path

from damaci.tournament.crosstable import STANDARD, Crosstable, Mark, Player, Points, RoundEntry
from damaci.tournament.trf import Report, read_trf

REPORTS = Path(__file__).parent / "reports"


def table(*rows: str, points: Points = STANDARD) -> Crosstable:
    """A cross-table. Each row is a player: rounds such as `2w1` (White against 2, won), `3b=`, `4w+` or `H`."""
    entries = {number: [entry(word) for word in row.split()] for number, row in enumerate(rows, 1)}
    return Crosstable([Player(number) for number in entries], entries, points)


def entry(word: str) -> RoundEntry:
    if len(word) == 1:
        return RoundEntry(Mark(word))
    return RoundEntry(Mark(word[-1]), int(word[:-2]), "white" if word[-2] == "w" else "black")


def reports() -> dict[str, Report]:
    """The tournaments in reports/, by file name."""
    return {path.name: read_trf(path.read_bytes()) for path in sorted(REPORTS.glob("*.trf"))}
