"""Lessons and rule cards, in the reader's language."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

import msgspec

from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.lessons.card import Section, card
from damaci.lessons.catalogue import CHAPTERS, LESSONS, following
from damaci.lessons.courses import COURSES, Course, positions
from damaci.lessons.diagram import Diagram
from damaci.lessons.lesson import Lesson, Step, StepAttempt
from damaci.lessons.tries import tries
from damaci.play.refusal import Refusal
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.sentence import Translate
from damaci.wire import messages as m
from damaci.wire import view


class UnknownLesson(DamaciError):
    """There is no lesson of that name, or no step of that number in it."""


class LessonTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, in any accepted move text, in a step of a lesson."""

    step: int
    move: str


class ShownMove(msgspec.Struct, frozen=True):
    """A move to show, and the position after it."""

    way: m.MovePath
    fen: str


class LessonVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a try."""

    solved: bool = False
    note: str = ""
    """Why the move is right, that it is not the one to find, or how the piece moves that was refused."""
    played: ShownMove | None = None
    reply: ShownMove | None = None
    refused: m.Refused | None = None


class ListedLesson(msgspec.Struct, frozen=True):
    """A lesson in a list."""

    name: str
    title: str
    finished: bool


class ListedChapter(msgspec.Struct, frozen=True):
    """A chapter and its lessons."""

    title: str
    about: str
    lessons: list[ListedLesson]


class ListedCourse(msgspec.Struct, frozen=True):
    """A course with its positions, and whether its practice is finished."""

    name: str
    title: str
    about: str
    lessons: list[ListedLesson]
    practised: bool


class StepSolution(msgspec.Struct, frozen=True):
    """A move that solves a step, and a way to play it."""

    text: str
    way: m.MovePath


class ShownStep(msgspec.Struct, frozen=True):
    """A step: the task, the position, and the moves that the board offers, illegal ones too."""

    task: str
    fen: str
    tries: list[m.Legal]
    answer: StepSolution


class ShownLesson(ListedLesson, frozen=True):
    """A lesson with all that is needed to play it; `number` is its place among `count` lessons, or among the positions
    of its course, which is empty for a lesson of no course."""

    number: int
    count: int
    steps: list[ShownStep]
    next: ListedLesson | None
    course: str
    ruleset: str
    chequered: bool
    removal: str


class Drawing(msgspec.Struct, frozen=True):
    """A drawn position: the SVG, and in words where the pieces stand and which moves it shows."""

    svg: str
    caption: str
    pieces: dict[str, list[str]]
    moves: list[str]


class ShownSection(msgspec.Struct, frozen=True):
    """A section of a rule card."""

    name: str
    title: str
    sentences: list[str]
    diagrams: list[Drawing]


class LessonProgress(Protocol):
    """The lessons that the reader has finished, kept somewhere."""

    @property
    def finished(self) -> frozenset[str]:
        """Their names."""

    async def finish(self, lesson: str) -> None:
        """Keeps that a lesson is finished. Raises StoreError."""


class Lessons:
    """All lessons and rule cards. Texts are in the language of `translate`."""

    def __init__(self, progress: LessonProgress) -> None:
        self._progress = progress

    def chapters(self, translate: Translate) -> list[ListedChapter]:
        """Every lesson, by chapter."""
        return [
            ListedChapter(translate(chapter.title), translate(chapter.about), self._list(chapter.lessons, translate))
            for chapter in CHAPTERS
        ]

    def courses(self, translate: Translate) -> list[ListedCourse]:
        """Every course with its positions."""
        return [self._course(course, translate) for course in COURSES.values()]

    def lesson(self, name: str, translate: Translate) -> ShownLesson:
        """A lesson to be played. Raises UnknownLesson."""
        lesson = _find(name)
        movement = find_ruleset(lesson.ruleset).movement
        place = _place(lesson)
        return ShownLesson(
            **msgspec.structs.asdict(self._listed(lesson, translate)),
            number=place.number,
            count=place.of,
            steps=[_step(*each, translate) for each in zip(lesson.positions, lesson.steps, strict=True)],
            next=self._listed(place.after, translate) if place.after else None,
            course=place.course,
            ruleset=lesson.ruleset,
            chequered=movement.dark_squares_only,
            removal=movement.removal,
        )

    def card(self, ruleset: str, translate: Translate) -> list[ShownSection]:
        """The rules of one ruleset, with drawings. Raises UnknownRuleset."""
        return [_section(section, translate) for section in card(find_ruleset(ruleset))]

    async def attempt(self, name: str, tried: LessonTry, translate: Translate) -> LessonVerdict:
        """Whether a move solves a step, and if not, why. Solving the last step finishes the lesson.

        Raises UnknownLesson, StoreError."""
        lesson = _find(name)
        if not 0 <= tried.step < len(lesson.steps):
            raise UnknownLesson(f"lesson {name!r} has no step {tried.step}")
        attempt = lesson.attempt(tried.step, tried.move)
        if attempt.solved and tried.step == len(lesson.steps) - 1:
            await self._progress.finish(name)
        return _answer(lesson, tried.step, attempt, translate)

    def _course(self, course: Course, translate: Translate) -> ListedCourse:
        return ListedCourse(
            course.name,
            translate(course.title),
            translate(course.about),
            self._list(course.lessons, translate),
            course.practice_name in self._progress.finished,
        )

    def _list(self, lessons: Iterable[Lesson], translate: Translate) -> list[ListedLesson]:
        return [self._listed(lesson, translate) for lesson in lessons]

    def _listed(self, lesson: Lesson, translate: Translate) -> ListedLesson:
        return ListedLesson(lesson.name, translate(lesson.title), lesson.name in self._progress.finished)


class _Place(NamedTuple):
    """Where a lesson is among others."""

    number: int
    of: int
    after: Lesson | None
    course: str


def _place(lesson: Lesson) -> _Place:
    if lesson.name in LESSONS:
        return _Place([*LESSONS].index(lesson.name) + 1, len(LESSONS), following(lesson), "")
    course, _ = positions()[lesson.name]
    lessons = [*course.lessons]
    number = [each.name for each in lessons].index(lesson.name) + 1
    after = next(iter(lessons[number:]), None)
    return _Place(number, len(lessons), after, course.name)


def _find(name: str) -> Lesson:
    if name in LESSONS:
        return LESSONS[name]
    if name in positions():
        return positions()[name][1]
    raise UnknownLesson(f"no lesson {name!r}")


def _step(position: Position, step: Step, translate: Translate) -> ShownStep:
    solution = step.solutions[0]
    return ShownStep(
        task=translate(step.task),
        fen=position.fen,
        tries=view.offered(tries(position)),
        answer=StepSolution(solution, view.move_path(position.parse_move(solution))),
    )


def _answer(lesson: Lesson, index: int, attempt: StepAttempt, translate: Translate) -> LessonVerdict:
    step = lesson.steps[index]
    if attempt.refusal:
        note = ""
        if attempt.manner:
            note = translate(attempt.manner)
        return LessonVerdict(note=note, refused=view.refused("", Refusal.of_move(attempt.refusal)))
    assert attempt.move
    if not attempt.solved:
        return LessonVerdict(note=translate(step.astray))
    after = lesson.positions[index].play(attempt.move)
    tried = LessonVerdict(
        solved=True, note=translate(step.praise), played=ShownMove(view.move_path(attempt.move), after.fen)
    )
    if reply := lesson.answer(index):
        return msgspec.structs.replace(tried, reply=ShownMove(view.move_path(reply), after.play(reply).fen))
    return tried


def _section(section: Section, translate: Translate) -> ShownSection:
    return ShownSection(
        name=section.name,
        title=translate(section.title),
        sentences=[sentence.translated(translate) for sentence in section.sentences],
        diagrams=[_drawing(diagram, translate) for diagram in section.diagrams],
    )


def _drawing(diagram: Diagram, translate: Translate) -> Drawing:
    moves = [diagram.position.text(move) for move in diagram.moves]
    return Drawing(diagram.svg(), diagram.caption.translated(translate), diagram.pieces(), moves)
