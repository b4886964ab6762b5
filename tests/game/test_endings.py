"""Every way in which a game ends by the rules."""

from dataclasses import replace

import pytest

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.game.draws import Counters, draw_reason
from damaci.game.game import Game
from damaci.game.outcome import Outcome, Reason
from damaci.rules.catalogue import RULESETS
from damaci.rules.endings import Endings, OneEach

SHUFFLE = ["a1-a2", "h8-h7", "a2-a1", "h7-h8"]


def outcome(fen: str, moves: list[str], ruleset: str = "turkish", endings: Endings | None = None) -> Outcome | None:
    game = Game(ruleset, fen, endings)
    for move in moves:
        assert game.outcome() is None
        game.push(move)
    return game.outcome()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_captured_all(ruleset: str) -> None:
    fen, move = ("W:Wc3,a1:Bd4", "c3xe5") if ruleset == "bulgarian" else ("W:Wd4,a1:Bd5", "d4xd6")
    assert outcome(fen, [move], ruleset) == Outcome(Reason.CAPTURED_ALL, Color.WHITE)


def test_a_side_without_pieces_has_lost_whoever_is_to_move() -> None:
    for turn in "WB":
        assert outcome(f"{turn}:Wd4:B", []) == Outcome(Reason.CAPTURED_ALL, Color.WHITE)
        assert outcome(f"{turn}:W:BKd4", []) == Outcome(Reason.CAPTURED_ALL, Color.BLACK)


@pytest.mark.parametrize(
    ("ruleset", "fen", "move"),
    [
        ("turkish", "W:Wa1,a3,b2,c1:Ba2", "c1-c2"),
        ("bulgarian", "W:Wc1,g1:Bh2", "c1-b2"),
    ],
)
def test_blocked(ruleset: str, fen: str, move: str) -> None:
    assert outcome(fen, [move], ruleset) == Outcome(Reason.BLOCKED, Color.WHITE)


@pytest.mark.parametrize(
    ("one_each", "fen", "expected"),
    [
        (OneEach.AT_ONCE, "W:Wd4:Bh7", Reason.ONE_EACH),
        (OneEach.AT_ONCE, "W:Wd4:Bd5", Reason.ONE_EACH),
        (OneEach.UNLESS_CAPTURE, "W:Wd4:Bh7", Reason.ONE_EACH),
        (OneEach.UNLESS_CAPTURE, "W:Wd4:Bd5", None),
        (OneEach.NEVER, "W:Wd4:Bh7", None),
        (OneEach.AT_ONCE, "W:WKd4:Bh7", Reason.ONE_EACH),
        (OneEach.AT_ONCE, "W:WKd4,a1:Bh7", None),
    ],
)
def test_one_each(one_each: OneEach, fen: str, expected: Reason | None) -> None:
    assert outcome(fen, [], endings=Endings(one_each=one_each)) == (Outcome(expected) if expected else None)


def test_one_each_at_once_comes_before_blocked() -> None:
    """A man on a7 behind an enemy on b8 cannot move, but the game was drawn before it had to."""
    fen = "W:Wa7:BKb8"
    assert outcome(fen, [], "bulgarian", Endings(one_each=OneEach.AT_ONCE)) == Outcome(Reason.ONE_EACH)
    for other in (OneEach.NEVER, OneEach.UNLESS_CAPTURE):
        assert outcome(fen, [], "bulgarian", Endings(one_each=other)) == Outcome(Reason.BLOCKED, Color.BLACK)


def test_one_each_after_a_capture() -> None:
    assert outcome("W:Wd4:Bd5,h7", ["d4xd6"]) == Outcome(Reason.ONE_EACH)


def test_kings_only_counts_the_moves_of_both() -> None:
    assert outcome("W:WKa1:BKh8", SHUFFLE[:2], "hgware") is None
    assert outcome("W:WKa1:BKh8", SHUFFLE[:3], "hgware") == Outcome(Reason.KINGS_ONLY)


def test_kings_only_begins_when_nothing_else_is_left() -> None:
    """The move that makes the second king does not yet count as a move with kings only."""
    moves = ["a1-b1", "h2-h1", "b1-b2", "h1-g1", "b2-b3"]
    assert outcome("W:WKa1:Bh2", moves[:4], "hgware") is None
    assert outcome("W:WKa1:Bh2", moves, "hgware") == Outcome(Reason.KINGS_ONLY)


def test_kings_only_needs_exactly_one_king_each() -> None:
    assert outcome("W:WKa1,Kc1:BKh8", SHUFFLE, "hgware") is None
    assert outcome("W:WKa1:Bg7,Kh8", SHUFFLE, "hgware") is None


def test_repetition_at_the_third_occurrence() -> None:
    fen = "W:WKa1,d2:BKh8,e7"
    assert outcome(fen, [*SHUFFLE, *SHUFFLE[:3]]) is None
    assert outcome(fen, SHUFFLE * 2) == Outcome(Reason.REPETITION)
    assert outcome(fen, SHUFFLE * 2, "hgware") is None


def test_repetition_by_men_stepping_sideways() -> None:
    moves = ["d2-c2", "e7-f7", "c2-d2", "f7-e7"]
    assert outcome("W:WKa1,d2:BKh8,e7", [*moves, *moves[:3]]) is None
    assert outcome("W:WKa1,d2:BKh8,e7", moves * 2) == Outcome(Reason.REPETITION)


def test_repetition_needs_the_same_side_to_move() -> None:
    """The kings come back to their squares three times, but White loses a move on the way."""
    triangle = ["a1-a2", "h8-h7", "a2-b2", "h7-h6", "b2-b1", "h6-h8", "b1-a1", "h8-h7", "a1-a2", "h7-h8", "a2-a1"]
    assert outcome("W:WKa1,d2:BKh8,e7", triangle) is None


def to_and_fro(each: int, white: str, black: str) -> list[str]:
    """This many moves by each side, between two squares."""
    ways = [(move, "-".join(reversed(move.split("-")))) for move in (white, black)]
    return [way[number % 2] for number in range(each) for way in ways]


@pytest.mark.parametrize(
    ("ruleset", "fen", "white", "black", "each"),
    [("world", "W:WKa1:BKe8,Kd8", "a1-b1", "e8-f8", 25), ("bulgarian", "W:WKa1:BKb8,Kf8", "a1-b2", "b8-a7", 15)],
)
def test_no_progress_is_counted_by_each_side(ruleset: str, fen: str, white: str, black: str, each: int) -> None:
    endings = Endings(no_progress_moves=RULESETS[ruleset].endings.no_progress_moves)
    moves = to_and_fro(each, white, black)
    assert outcome(fen, moves[:-1], ruleset, endings) is None
    assert outcome(fen, moves, ruleset, endings) == Outcome(Reason.NO_PROGRESS)


def test_progress_begins_the_count_again() -> None:
    moves = [*to_and_fro(14, "a1-b2", "b8-a7"), "a1-b2", "h6-g5"]
    endings = Endings(no_progress_moves=15)
    game = Game("bulgarian", "W:WKa1:BKb8,h6,Kf8", endings)
    for move in moves:
        game.push(move)
    assert game.outcome() is None
    assert game.history.quiet_plies == 0
    game.push("b2-a1")
    assert game.history.quiet_plies == 1


def test_a_win_comes_before_a_draw() -> None:
    drawn_after_two_plies = Endings(no_progress_moves=1)
    blocked = outcome("W:WKb1:BKa2,a3,Kc1,Kd1,Kb8", ["b1-a1", "b8-b1"], endings=drawn_after_two_plies)
    assert blocked == Outcome(Reason.BLOCKED, Color.BLACK)
    assert outcome("W:Wd4:B", [], endings=Endings(one_each=OneEach.AT_ONCE)) == Outcome(
        Reason.CAPTURED_ALL, Color.WHITE
    )


def test_the_order_of_draws() -> None:
    every = Endings(OneEach.AT_ONCE, kings_only_moves=1, repetitions=2, no_progress_moves=1)
    position = Position.from_fen("W:WKa1:BKh8")
    order = [Reason.ONE_EACH, Reason.KINGS_ONLY, Reason.REPETITION, Reason.NO_PROGRESS]
    for reason, endings in zip(order, switched_off_one_by_one(every), strict=True):
        assert draw_reason(endings, position, Counters(quiet_plies=2, kings_only_plies=2, occurrences=2)) is reason


def switched_off_one_by_one(endings: Endings) -> list[Endings]:
    without_one_each = replace(endings, one_each=OneEach.NEVER)
    without_kings_only = replace(without_one_each, kings_only_moves=0)
    return [endings, without_one_each, without_kings_only, replace(without_kings_only, repetitions=0)]
