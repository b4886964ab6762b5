"""Holidays at a table by the day: the clock of a player who is away stands still until a moment that is known."""

from collections.abc import Iterator

from damaci.play.commands import Holiday
from damaci.play.events import AnyEvent, Color, OnHoliday
from damaci.play.table import Table


def decide_holiday(table: Table, holiday: Holiday, at: float) -> list[AnyEvent]:
    """What the host's word about a holiday leads to. The same word again, or an older one, leads to nothing, and so
    does a holiday that has begun after the time was up."""
    if table.ended or not table.settings.days or holiday.color in table.gone:
        return []
    known = table.holidays.get(holiday.color)
    if known is None or known.began < holiday.began:
        return [*_begun(table, holiday, at)]
    if known.began == holiday.began:
        return [*_shortened(table, known, holiday.until, at)]
    return []


def rest_of(table: Table, color: Color, at: float) -> Iterator[OnHoliday]:
    """What goes with an event at `at` that gives a side the turn, if its player is on holiday."""
    known = table.holidays.get(color)
    if known and known.until > at:
        yield OnHoliday(at=at, by=color, began=known.began, until=known.until, since=at)


def _begun(table: Table, holiday: Holiday, at: float) -> Iterator[OnHoliday]:
    clocks = table.clocks
    if clocks is None or clocks.fallen(holiday.began):
        return
    since = max(holiday.began, clocks.since)
    rests = clocks.running == holiday.color and since < holiday.until
    if rests or holiday.until > at:
        yield _event(holiday.color, holiday.began, holiday.until, since if rests else 0.0, at)


def _shortened(table: Table, known: OnHoliday, until: float, at: float) -> Iterator[OnHoliday]:
    clocks = table.clocks
    rests = clocks is not None and clocks.running == known.by and clocks.since == known.until
    goes_on = max(until, table.turned) if rests else until
    if goes_on < known.until:
        yield _event(known.by, known.began, goes_on, known.until if rests else 0.0, at)


def _event(by: Color, began: float, until: float, since: float, at: float) -> OnHoliday:
    return OnHoliday(at=at, by=by, began=began, until=until, since=since)
