"""Lessons, tested without a page."""

import asyncio

import pytest

from damaci.services.lessons import Lessons, LessonTry, UnknownLesson
from damaci.services.progress import NoProgress


class Memory:
    """Keeps the finished lessons in memory."""

    def __init__(self) -> None:
        self.finished = frozenset[str]()

    async def finish(self, lesson: str) -> None:
        self.finished |= {lesson}


def quoted(text: str) -> str:
    return f"«{text}»"


def test_the_last_step_solved_finishes_a_lesson() -> None:
    progress = Memory()
    lessons = Lessons(progress)
    first = asyncio.run(lessons.attempt("give-one-take-two", LessonTry(0, "a3-b3"), str))
    assert first.solved
    assert first.reply
    assert not progress.finished
    asyncio.run(lessons.attempt("give-one-take-two", LessonTry(1, "a2xe2"), str))
    assert progress.finished == {"give-one-take-two"}
    assert lessons.lesson("give-one-take-two", str).finished


def test_texts_are_in_the_readers_language() -> None:
    lessons = Lessons(NoProgress())
    assert lessons.lesson("most-1", quoted).title == "«Take as many as you can»"
    assert lessons.chapters(quoted)[0].title.startswith("«")
    assert lessons.card("turkish", quoted)[0].title == "«The board»"


@pytest.mark.parametrize(("name", "step"), [("none", 0), ("most-1", 1), ("most-1", -1)])
def test_what_does_not_exist_is_refused(name: str, step: int) -> None:
    with pytest.raises(UnknownLesson):
        asyncio.run(Lessons(NoProgress()).attempt(name, LessonTry(step, "f3xb7"), str))
