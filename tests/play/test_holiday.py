"""Holidays in games by the day: when the clock stands still, and that the log records all of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.play import Refusal, Table, decide
from damaci.play import commands as c
from damaci.play import events as e
from damaci.play.clock import DAY
from damaci.play.table import ImpossibleEvent
from damaci.stored.summary import row_of, turn_of
from tests.play.tables import PERSON, through_json
from tests.play.test_days import LINE, do, opened, play

WHITE = c.Holiday("white", DAY, 10 * DAY)
BLACK = c.Holiday("black", DAY, 10 * DAY)


def ends(table: Table) -> float:
    """The time at which the time of the side to move is over."""
    assert table.clocks
    return table.clocks.until_fallen(table.clocks.since) + table.clocks.since


def test_the_clock_that_runs_stands_still_at_once() -> None:
    table = opened(3)
    [event] = do(table, WHITE, at=DAY + 1)
    assert event == e.OnHoliday(at=DAY + 1, by="white", began=DAY, until=10 * DAY, since=DAY)
    assert table.clocks
    assert table.clocks.left("white", 5 * DAY) == 2 * DAY
    assert table.clocks.rests(9 * DAY) == DAY
    assert table.away(9 * DAY) == {"white": 10 * DAY}
    assert table.away(10 * DAY) == {}
    assert do(table, c.Tick(), at=12 * DAY - 1) == []
    [ended] = do(table, c.Tick(), at=12 * DAY)
    assert isinstance(ended, e.Ended)


def test_the_others_clock_runs_on_and_the_move_begins_a_pause() -> None:
    table = opened(2)
    [told] = do(table, BLACK, at=DAY)
    assert told == e.OnHoliday(at=DAY, by="black", began=DAY, until=10 * DAY)
    assert ends(table) == 2 * DAY
    moved, rest = play(table, 1, at=1.5 * DAY)
    assert rest == e.OnHoliday(at=1.5 * DAY, by="black", began=DAY, until=10 * DAY, since=1.5 * DAY)
    assert isinstance(moved, e.Moved)
    assert ends(table) == 12 * DAY


def test_moves_on_holiday_are_allowed_and_do_not_end_it() -> None:
    table = opened(2)
    do(table, WHITE, at=DAY)
    assert len(play(table, 1, at=5 * DAY)) == 1
    assert ends(table) == 7 * DAY
    assert len(play(table, 2, at=6 * DAY)) == 2
    assert ends(table) == 12 * DAY
    play(table, 3, at=6.5 * DAY)
    assert len(play(table, 4, at=8 * DAY)) == 2
    assert table.away(8 * DAY) == {"white": 10 * DAY}


def test_after_its_end_moves_bring_no_pause() -> None:
    table = opened(2)
    do(table, WHITE, at=DAY)
    play(table, 1, at=9 * DAY)
    assert len(play(table, 2, at=10 * DAY)) == 1
    assert ends(table) == 12 * DAY


def test_ended_early_the_clock_goes_on_with_what_was_left() -> None:
    table = opened(3)
    do(table, WHITE, at=DAY)
    [event] = do(table, c.Holiday("white", DAY, 4 * DAY), at=4 * DAY)
    assert event == e.OnHoliday(at=4 * DAY, by="white", began=DAY, until=4 * DAY, since=10 * DAY)
    assert ends(table) == 6 * DAY
    assert table.away(4 * DAY) == {}


def test_an_end_that_is_noted_late_counts_from_when_it_was_and_not_before_the_turn() -> None:
    late = opened(3)
    do(late, WHITE, at=DAY)
    do(late, c.Holiday("white", DAY, 4 * DAY), at=5 * DAY)
    assert ends(late) == 6 * DAY
    table = opened(3)
    do(table, BLACK, at=DAY)
    play(table, 1, at=3 * DAY - 1)
    [event] = do(table, c.Holiday("black", DAY, 2 * DAY), at=4 * DAY)
    assert isinstance(event, e.OnHoliday)
    assert event.until == 3 * DAY - 1
    assert ends(table) == 6 * DAY - 1
    assert do(table, c.Holiday("black", DAY, 2 * DAY), at=4 * DAY) == []


def test_what_was_told_is_noted_once() -> None:
    table = opened(3)
    assert len(do(table, WHITE, at=DAY)) == 1
    assert do(table, WHITE, at=2 * DAY) == []
    do(table, c.Holiday("white", DAY, 3 * DAY), at=3 * DAY)
    assert do(table, WHITE, at=3 * DAY) == []
    assert len(do(table, c.Holiday("white", 4 * DAY, 6 * DAY), at=4 * DAY)) == 1
    assert do(table, c.Holiday("white", DAY, 3 * DAY), at=4 * DAY) == []
    assert ends(table) == 7 * DAY


def test_time_that_is_over_stays_over() -> None:
    table = opened(1)
    assert do(table, c.Holiday("white", DAY, 5 * DAY), at=DAY) == []
    [ended] = do(table, c.Tick(), at=DAY)
    assert isinstance(ended, e.Ended)
    assert do(table, c.Holiday("white", 2 * DAY, 5 * DAY), at=2 * DAY) == []


def test_a_holiday_told_after_it_is_given_back_if_the_time_was_not_over() -> None:
    table = opened(1)
    [event] = do(table, c.Holiday("white", DAY / 2, 3 * DAY), at=4 * DAY)
    assert isinstance(event, e.OnHoliday)
    assert ends(table) == 3.5 * DAY
    assert do(opened(5), c.Holiday("black", DAY / 2, 3 * DAY), at=4 * DAY) == []


def test_a_pending_holiday_of_the_last_moment_does_not_save_a_fallen_flag() -> None:
    table = opened(1)
    do(table, c.Holiday("white", DAY - 1, 3 * DAY), at=DAY - 1)
    assert do(table, c.Tick(), at=3 * DAY) == []
    assert isinstance(do(table, c.Tick(), at=3 * DAY + 1)[0], e.Ended)


def test_a_move_taken_back_gives_its_days_after_the_holiday() -> None:
    table = opened(1)
    play(table, 1, at=DAY / 2)
    do(table, c.Holiday("white", DAY / 2, 3 * DAY), at=DAY / 2)
    do(table, c.OfferTakeback(color="white"), at=DAY)
    assert len(do(table, c.OfferTakeback(color="black"), at=DAY + 5)) == 2
    assert ends(table) == 4 * DAY


def test_an_outage_during_a_holiday_is_not_given_back_as_well() -> None:
    table = opened(1)
    do(table, c.Holiday("white", DAY / 2, 3 * DAY), at=DAY / 2)
    assert do(table, c.Resume(since=DAY, until=2 * DAY), at=2 * DAY) == []
    assert do(table, c.Resume(since=DAY, until=3.25 * DAY), at=3.25 * DAY) != []
    assert ends(table) == 3.75 * DAY


def test_other_games_have_no_holidays() -> None:
    table = Table.fold(Table.open(e.Settings(clock=e.ClockTimes(60)), PERSON, PERSON, at=0))
    assert do(table, c.Holiday("white", 1, DAY), at=1) == []
    with pytest.raises(ImpossibleEvent, match="not by the day"):
        table.replay(e.OnHoliday(at=1, by="white", began=1, until=DAY))


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (e.OnHoliday(at=1, by="white", began=5, until=5), "ends after"),
        (e.OnHoliday(at=1, by="black", began=1, until=5, since=1), "does not run"),
    ],
)
def test_impossible_holidays_are_told(event: e.OnHoliday, why: str) -> None:
    with pytest.raises(ImpossibleEvent, match=why):
        opened(1).replay(event)


def test_a_deleted_player_is_on_no_holiday() -> None:
    table = opened(3)
    do(table, BLACK, at=DAY)
    do(table, c.Resign(color="white"), at=DAY)
    assert table.away(DAY) == {}
    table.replay(e.Forgotten(at=DAY, by="black"))
    assert table.holidays == {}


STEPS = st.lists(
    st.tuples(st.sampled_from(("move", "outage", "begin", "end", "again")), st.floats(60, 0.9 * DAY)), max_size=24
)


class Play:
    """A game with holidays of both players. `due` is the time at which the move is due, as the store computes it."""

    def __init__(self, days: int) -> None:
        self.events = Table.open(e.Settings(days=days), PERSON, PERSON, at=0)
        self.table = Table.fold(self.events)
        self.days = days
        self.due = float(row_of(self.events)["due"])
        self.taken: dict[e.Color, c.Holiday] = {}

    def do(self, command: c.AnyCommand, at: float) -> None:
        happened = do(self.table, command, at)
        self.events += happened
        turn = turn_of(happened)
        self.due = (turn["turned"] + self.days * DAY if "turned" in turn else self.due) + turn["held"]

    def step(self, what: str, color: e.Color, seconds: float, at: float) -> None:
        table = self.table
        last = self.taken.get(color)
        if what == "move" and table.ply < len(LINE):
            self.do(c.Move(color=table.turn, ply=table.ply + 1, move=LINE[table.ply]), at)
        elif what == "outage":
            self.do(c.Resume(since=at - seconds / 2, until=at), at)
        elif what == "begin" and not (last and last.until > at):
            self.tell(c.Holiday(color, at, at + 5 * DAY), at)
        elif what == "end" and last and last.until > at:
            self.tell(c.Holiday(color, last.began, at), at)
        elif what == "again" and last:
            self.do(last, at)

    def tell(self, holiday: c.Holiday, at: float) -> None:
        self.taken[holiday.color] = holiday
        self.do(holiday, at)


@given(st.integers(1, 14), STEPS, st.randoms(use_true_random=False))
def test_the_log_the_row_and_the_table_agree(days: int, steps: list[tuple[str, float]], draw: object) -> None:
    game = Play(days)
    at = 0.0
    for what, seconds in steps:
        at += seconds
        color = draw.choice(("white", "black"))  # type: ignore[attr-defined]
        clocks = game.table.clocks
        assert clocks
        if clocks.fallen(at):
            break
        before = clocks.left(game.table.turn, at)
        ply = game.table.ply
        game.step(what, color, seconds, at)
        after = game.table.clocks
        assert after
        if game.table.ply == ply and what != "outage":
            assert after.left(game.table.turn, at) == pytest.approx(before, abs=1e-3)
        assert ends(game.table) == pytest.approx(game.due, abs=1e-3)
        assert after.left(game.table.turn, at) <= days * DAY
    again = Table.fold(through_json(game.events))
    assert (again.clocks, again.holidays) == (game.table.clocks, game.table.holidays)
    one_by_one = Table.fold(game.events[:1])
    for event in game.events[1:]:
        one_by_one.replay(event)
    assert one_by_one.clocks == game.table.clocks


def test_after_the_time_nothing_is_accepted() -> None:
    table = opened(1)
    do(table, c.Holiday("white", DAY / 2, 2 * DAY), at=DAY / 2)
    assert isinstance(decide(table, c.Move(color="white", ply=1, move=LINE[0]), at=2.5 * DAY), Refusal)
