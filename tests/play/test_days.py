"""Games by the day: every move has the same days, and time that is given back is for one move only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.play import Decision, Refusal, Table, decide
from damaci.play import commands as c
from damaci.play import events as e
from damaci.play.clock import DAY, MOST_DAYS, Clocks
from damaci.play.record import pdn, tags_of
from damaci.stored.summary import row_of, turn_of
from tests.play.tables import PERSON

LINE = ("a3-a4", "h6-h5", "b3-b4", "g6-g5", "c3-c4", "f6-f5")


def opened(days: int = 3, **more: object) -> Table:
    settings = e.Settings(days=days, **more)  # type: ignore[arg-type]
    return Table.fold(Table.open(settings, PERSON, PERSON, at=0))


def do(table: Table, command: c.AnyCommand, at: float) -> list[e.AnyEvent]:
    decision = decide(table, command, at)
    assert isinstance(decision, Decision), decision
    table.apply(decision)
    return list(decision.events)


def play(table: Table, ply: int, at: float) -> list[e.AnyEvent]:
    return do(table, c.Move(color=table.mover(ply), ply=ply, move=LINE[ply - 1]), at)


def test_the_first_sides_days_run_from_the_beginning() -> None:
    table = opened(3)
    assert do(table, c.Tick(), at=3 * DAY - 1) == []
    [ended] = do(table, c.Tick(), at=3 * DAY)
    assert isinstance(ended, e.Ended)
    assert (ended.result, ended.reason) == ("0-1", "time")


def test_every_move_has_all_its_days() -> None:
    table = opened(2)
    for ply in (1, 2, 3):
        play(table, ply, at=ply * 1.5 * DAY)
    clocks = table.clocks
    assert clocks
    assert (clocks.running, clocks.white, clocks.left("black", 5.5 * DAY)) == ("black", 2 * DAY, DAY)


def test_a_move_after_the_time_is_refused() -> None:
    table = opened(1)
    assert isinstance(decide(table, c.Move(color="white", ply=1, move=LINE[0]), at=DAY + 1), Refusal)


def test_an_outage_is_given_back_for_that_move_alone() -> None:
    table = opened(1)
    do(table, c.Resume(since=10.0, until=DAY), at=DAY)
    assert do(table, c.Tick(), at=2 * DAY - 11) == []
    play(table, 1, at=2 * DAY - 11)
    assert table.clocks == Clocks(DAY, DAY, "black", 2 * DAY - 11, DAY)


def test_a_move_taken_back_has_all_its_days_again() -> None:
    table = opened(1)
    play(table, 1, at=DAY / 2)
    do(table, c.OfferTakeback(color="white"), at=DAY)
    do(table, c.OfferTakeback(color="black"), at=DAY + 5)
    assert table.clocks == Clocks(DAY, DAY, "white", DAY + 5, DAY)


@pytest.mark.parametrize("days", [-1, MOST_DAYS + 1])
def test_impossible_days_are_refused(days: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 14"):
        opened(days)


def test_the_record_names_the_days() -> None:
    events = Table.open(e.Settings(days=3), PERSON, PERSON, at=0)
    assert tags_of(events)["TimeControl"] == "1/259200"
    assert '[TimeControl "1/259200"]' in pdn(events)
    assert "TimeControl" not in tags_of(Table.open(e.Settings(), PERSON, PERSON, at=0))


@given(st.integers(1, MOST_DAYS), st.lists(st.tuples(st.booleans(), st.floats(1, 0.9 * DAY)), max_size=12))
def test_the_row_of_a_game_knows_as_the_table_when_the_time_is_over(days: int, steps: list[tuple[bool, float]]) -> None:
    """`due`, as the store computes it from one append to the next, is equal to the table's value."""
    events = Table.open(e.Settings(days=days), PERSON, PERSON, at=0)
    table = Table.fold(events)
    due = row_of(events)["due"]
    at = 0.0
    for outage, seconds in steps:
        at += seconds
        if outage:
            happened = do(table, c.Resume(since=at - seconds / 2, until=at), at)
        elif table.ply < len(LINE) and not table.clocks.fallen(at):  # type: ignore[union-attr]
            happened = play(table, table.ply + 1, at)
        else:
            continue
        turn = turn_of(happened)
        due = (turn["turned"] + days * DAY if "turned" in turn else due) + turn["held"]
    assert table.clocks
    assert table.clocks.left(table.turn, at) == pytest.approx(max(0.0, due - at), abs=1e-3)
