"""What the pages of lessons ask for, by name: the names and answers are those of damaci.home."""

import msgspec

from damaci.pocket.requests import PageRequest, Requests
from damaci.services.lessons import LessonTry, LessonVerdict
from damaci.services.practice import PracticeTry, Practised


class TryOf(msgspec.Struct):
    """A move in a step of a lesson."""

    lesson: str
    step: int
    move: str


class PractiseOf(msgspec.Struct):
    """The moves in a position of a course's practice."""

    course: str
    number: int
    moves: list[str]


async def try_in_lesson(asked: PageRequest, tried: TryOf) -> LessonVerdict:
    """Whether a move solves a step of a lesson."""
    return await asked.services.lessons.attempt(tried.lesson, LessonTry(tried.step, tried.move), asked.translate)


async def practise(asked: PageRequest, tried: PractiseOf) -> Practised:
    """What a move in a course's practice has led to."""
    moves = PracticeTry(tried.number, tried.moves)
    return await asked.services.practice.attempt(tried.course, moves, permit=asked.services.fair_play.expect_no_help)


REQUESTS: Requests = {
    "lessons.try": (TryOf, try_in_lesson),
    "lessons.practice": (PractiseOf, practise),
}
