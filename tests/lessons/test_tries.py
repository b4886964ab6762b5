"""The moves that the board offers in a lesson: enough to make mistakes, but none that no piece could make."""

import pytest

from damaci import Position
from damaci.lessons.catalogue import LESSONS
from damaci.lessons.lesson import Lesson
from damaci.lessons.tries import tries

every_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


def offered(position: Position) -> set[str]:
    return {f"{paths[0].squares[0]}-{paths[0].squares[-1]}" for paths in tries(position)}


@every_lesson
def test_every_way_of_every_legal_move_is_offered(lesson: Lesson) -> None:
    for position in lesson.positions:
        paths = {path for group in tries(position) for path in group}
        for move in position.legal_moves:
            ways = position.paths(move) if move.is_capture else ()
            assert set(ways) <= paths
            assert f"{move.origin}-{move.target}" in offered(position)


def test_captures_that_take_too_few_are_offered() -> None:
    assert {"f3-b7", "f3-h5"} <= offered(LESSONS["most-1"].positions[0])


def test_steps_are_offered_where_a_capture_is_compulsory() -> None:
    assert {"f3-e3", "f3-g3"} <= offered(LESSONS["most-1"].positions[0])


def test_the_man_is_offered_where_the_dama_has_to_take() -> None:
    assert {"a1-e5", "h2-f4"} <= offered(LESSONS["dama-before-man"].positions[0])


@pytest.mark.parametrize(
    "name",
    ["most-1", "most-2", "corners", "no-turning-back", "man-first", "dama-first", "your-choice", "dama-before-man"],
)
def test_a_lesson_about_choosing_a_capture_can_be_failed(name: str) -> None:
    lesson = LESSONS[name]
    captures = [group for group in tries(lesson.positions[0]) if group[0].jumps]
    tried = [lesson.attempt(0, "x".join(map(str, group[0].squares))) for group in captures]
    assert any(attempt.solved for attempt in tried)
    assert any(not attempt.solved for attempt in tried)


@every_lesson
def test_a_refused_try_says_why(lesson: Lesson) -> None:
    for index, position in enumerate(lesson.positions):
        for paths in tries(position):
            text = ("x" if paths[0].jumps else "-").join(map(str, paths[0].squares))
            attempt = lesson.attempt(index, text)
            assert attempt.move or attempt.refusal
            if attempt.refusal:
                assert attempt.refusal.code.startswith("must-")
