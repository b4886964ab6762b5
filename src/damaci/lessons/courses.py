"""Courses: each has positions about one topic, from easy to harder, and positions to practise it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Self

from damaci.lessons.lesson import Lesson, Step

DATA = Path(__file__).parent / "data" / "courses.tsv"
"""Made by tools/courses.py."""
DRAW = "Save the draw: every other move loses."
GO_ON = "Go on: again one move is better than all others."


@dataclass(frozen=True, slots=True)
class Row:
    """A position of a course, as it is stored."""

    course: str
    kind: str
    """`position`, or `practice`."""
    goal: str
    """`win` or `draw`."""
    source: str
    fen: str
    moves: tuple[str, ...]
    """The solver's move, the reply, and so on; alternatives of the last move have `|` between them."""

    @property
    def line(self) -> str:
        """The row as a line of the file."""
        return "\t".join((self.course, self.kind, self.goal, self.source, self.fen, " ".join(self.moves)))

    @classmethod
    def of(cls, line: str) -> Self:
        """The row of a line."""
        course, kind, goal, source, fen, moves = line.split("\t")
        return cls(course, kind, goal, source, fen, tuple(moves.split()))


@dataclass(frozen=True)
class Course:
    """The properties that all positions of a course share."""

    name: str
    title: str
    about: str
    task: str
    praise: str
    practice: str
    """The task in the positions to practise with."""

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """A lesson for each position."""
        rows = [row for row in _rows() if row.course == self.name and row.kind == "position"]
        return tuple(self._lesson(number, row) for number, row in enumerate(rows, 1))

    @property
    def endings(self) -> tuple[Row, ...]:
        """The positions to practise with."""
        return tuple(row for row in _rows() if row.course == self.name and row.kind == "practice")

    @property
    def practice_name(self) -> str:
        """The name under which the end of the practice is stored."""
        return f"{self.name}-practice"

    @property
    def texts(self) -> Iterator[str]:
        """All its texts."""
        yield from (self.title, self.about, self.task, self.praise, self.practice)

    def _lesson(self, number: int, row: Row) -> Lesson:
        own = row.moves[::2]
        replies = (*row.moves[1::2], "")
        steps = [self._step(row, place, *each) for place, each in enumerate(zip(own, replies, strict=True))]
        return Lesson(f"{self.name}-{number}", self.title, tuple(steps))

    def _step(self, row: Row, place: int, moves: str, reply: str) -> Step:
        first = self.task if row.goal == "win" else DRAW
        task = GO_ON if place else first
        return Step(task, tuple(moves.split("|")), "" if reply else self.praise, "" if place else row.fen, reply)


@cache
def _rows() -> tuple[Row, ...]:
    return tuple(map(Row.of, DATA.read_text(encoding="utf-8").splitlines()))


_ALL = (
    Course(
        "asking",
        "Asking for men",
        "A quiet move that threatens to take: whoever is asked for a man has to answer, and cannot always.",
        "Ask for a man: threaten what cannot be saved.",
        "That is asking: a threat with every move leaves the other side no time.",
        "Win this position. Ask at the right moment.",
    ),
    Course(
        "giving",
        "Giving to take",
        "The açmaz of the old books: give a man, or two, and take more than you gave.",
        "Give, and take more back. Where must the other side land?",
        "You gave, and you took more. Before each gift, look where the taker lands.",
        "Win this position. Something may have to be given first.",
    ),
    Course(
        "last-row",
        "The last row",
        "A new dama decides most games. Break through to the last row, by running or by giving.",
        "Get a man to the last row.",
        "A dama is worth several men: the last row was worth the price.",
        "Win this position. The last row is the way.",
    ),
    Course(
        "dama-and-men",
        "A dama against men",
        "A dama catches men only from the right square. Exact positions, each known to the end.",
        "Catch the men: one move alone still wins.",
        "Right. A dama waits on the line that the men have to cross.",
        "Win with dama and man against two men.",
    ),
    Course(
        "two-against-one",
        "Two against one",
        "One piece each is a draw, so two have to win before they become one.",
        "Two against one: one move alone still wins.",
        "Right. Two that work together leave one no way out.",
        "Win with two men against one.",
    ),
    Course(
        "blocking",
        "Blocking",
        "Who cannot move has lost, however many pieces are left.",
        "Leave Black without a move, as soon as you can.",
        "Nothing can move any more: won without taking a piece.",
        "Win this position: shut Black in.",
    ),
)

COURSES: Mapping[str, Course] = MappingProxyType({course.name: course for course in _ALL})
"""Every course by its name, in the recommended order."""


@cache
def positions() -> Mapping[str, tuple[Course, Lesson]]:
    """Every position of every course by its name, in order."""
    return {lesson.name: (course, lesson) for course in _ALL for lesson in course.lessons}


def course_names() -> frozenset[str]:
    """The names of all positions and practices of courses that a learner can finish."""
    return frozenset(positions()) | {course.practice_name for course in _ALL}


def course_texts() -> Iterator[str]:
    """All texts of courses, for the translators."""
    yield from (DRAW, GO_ON)
    for course in _ALL:
        yield from course.texts
