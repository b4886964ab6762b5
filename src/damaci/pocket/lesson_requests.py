"""What the pages of lessons ask for, by name: the names and answers are those of damaci.home."""

import msgspec

from damaci.pocket.requests import Asked, Requests
from damaci.services.lessons import Tried as TriedInLesson
from damaci.services.lessons import Try as TryInLesson
from damaci.services.practice import Practised
from damaci.services.practice import Tried as TriedInPractice


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


async def try_in_lesson(asked: Asked, tried: TryOf) -> TriedInLesson:
    """Whether a move solves a step of a lesson."""
    return await asked.services.lessons.attempt(tried.lesson, TryInLesson(tried.step, tried.move), asked.translate)


async def practise(asked: Asked, tried: PractiseOf) -> Practised:
    """What a move in a course's practice has led to."""
    moves = TriedInPractice(tried.number, tried.moves)
    return await asked.services.practice.attempt(tried.course, moves, permit=asked.services.fair_play.expect_no_help)


REQUESTS: Requests = {
    "lessons.try": (TryOf, try_in_lesson),
    "lessons.practice": (PractiseOf, practise),
}
