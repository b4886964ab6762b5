"""The points that a report file has written of its players, against those that follow from the results."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from damaci.tournament.crosstable import Crosstable, Points
from damaci.tournament.trf.report import Report

TOLERANCE = 0.01
USUAL = (Points(2, 1, pairing_bye=2), Points(3, 1, pairing_bye=3), Points(3, 1))
"""What results are worth where a file does not say it and they are not worth one and a half point."""

Claims = Mapping[int, float]
"""By player, the points that are written."""


def misclaimed(report: Report, claims: Claims) -> int:
    """The first player whose points do not follow from the results; 0 if there is none."""
    for id, written in claims.items():
        if not any(abs(written - score) <= TOLERANCE for score in _scores(report, id)):
            return id
    return 0


def as_claimed(report: Report, claims: Claims, table: Callable[[Points], Crosstable]) -> Report:
    """The report with what results have to be worth so that all points follow from them; as it is if that is not usual
    anywhere. `table` is the cross-table with other points."""
    if not misclaimed(report, claims):
        return report
    for points in USUAL:
        other = replace(report, table=table(points))
        if not misclaimed(other, claims):
            return other
    return report


def _scores(report: Report, id: int) -> Iterator[float]:
    """A player's points, and with those of a bye in the next round, which some programs count in."""
    score = report.table.score(id)
    yield score
    bye = report.byes.get(report.table.rounds + 1, {}).get(id)
    if bye:
        yield score + report.table.points.of(bye)
