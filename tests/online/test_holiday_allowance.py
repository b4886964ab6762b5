"""The allowance of holidays: days that have begun, by UTC, 28 in a calendar year."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.online.holiday_allowance import DAYS_A_YEAR, day_of, end_of, last_day, left
from damaci.play.clock import DAY
from damaci.store.holidays import Holiday


def moment(*what: int) -> float:
    return datetime(*what, tzinfo=UTC).timestamp()  # type: ignore[misc, arg-type]


def holiday(began: float, until: float) -> Holiday:
    return Holiday("h", "ada", began, until)


def test_days_end_at_midnight_by_utc() -> None:
    assert end_of(date(2026, 12, 24)) == moment(2026, 12, 25)
    assert day_of(moment(2026, 12, 24, 23, 59, 59)) == date(2026, 12, 24)


@pytest.mark.parametrize(
    ("began", "until", "used"),
    [
        ((2026, 5, 1, 12), (2026, 5, 1, 12, 0, 1), 1),
        ((2026, 5, 1, 12), (2026, 5, 2), 1),
        ((2026, 5, 1, 12), (2026, 5, 2, 0, 0, 1), 2),
        ((2026, 5, 1, 23, 59, 59), (2026, 5, 3), 2),
        ((2025, 12, 30, 12), (2026, 1, 3), 2),
    ],
)
def test_days_that_have_begun_count(began: tuple[int, ...], until: tuple[int, ...], used: int) -> None:
    taken = [holiday(moment(*began), moment(*until))]
    assert left(taken, moment(2026, 7, 1)) == DAYS_A_YEAR - used


def test_of_a_holiday_that_goes_on_the_days_until_now_count() -> None:
    taken = [holiday(moment(2026, 5, 1, 12), moment(2026, 5, 20))]
    assert left(taken, moment(2026, 5, 1, 12)) == 27
    assert left(taken, moment(2026, 5, 3)) == 26
    assert left(taken, moment(2026, 5, 3, 1)) == 25


def test_every_start_costs_a_day() -> None:
    at = moment(2026, 5, 1, 12)
    taken = [holiday(at + second, at + second + 0.5) for second in range(DAYS_A_YEAR)]
    assert left(taken[:5], at + 100) == 23
    assert left(taken, at + 100) == 0
    assert last_day(taken, at + 100) is None
    assert last_day(taken, moment(2027, 1, 1)) == date(2027, 1, 28)


def test_a_holiday_over_new_year_takes_of_both_years() -> None:
    at = moment(2026, 12, 20, 18)
    assert last_day([], at) == date(2027, 1, 28)
    spent = [holiday(moment(2026, 2, 1), moment(2026, 2, 17))]
    assert left(spent, at) == 12
    assert last_day(spent, at) == date(2027, 1, 28)
    assert last_day([holiday(moment(2026, 2, 1), moment(2026, 2, 18))], at) == date(2026, 12, 30)


@given(st.floats(0, 4e9), st.integers(0, 40 * 86400), st.floats(0, 60 * DAY))
def test_the_longest_holiday_fits(first: float, lasted: int, later: float) -> None:
    taken = [holiday(first, first + lasted + 0.001)] if lasted < DAYS_A_YEAR * DAY - DAY else []
    at = first + lasted + 1 + later
    last = last_day(taken, at)
    assert (last is None) == (left(taken, at) == 0)
    if last:
        whole = [*taken, holiday(at, end_of(last))]
        assert left(whole, end_of(last) - 1) >= 0
        assert last >= day_of(at)
        years = {last.year, day_of(at).year}
        used = {year: DAYS_A_YEAR - left(whole, max(end_of(last), moment(year, 12, 31))) for year in years}
        assert all(days <= DAYS_A_YEAR for days in used.values())
        assert last_day(whole, end_of(last)) is None or day_of(end_of(last)).year != last.year
