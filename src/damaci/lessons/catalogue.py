"""All the lessons, in the recommended order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from damaci.lessons.card import card
from damaci.lessons.courses import course_texts
from damaci.lessons.endgames import BULGARIAN, DRAWS, ENDINGS, KINGS
from damaci.lessons.lesson import Lesson
from damaci.lessons.moves import MOVES
from damaci.lessons.tactics import FORCING, PROMOTION
from damaci.lessons.worked import WORKED
from damaci.rules.catalogue import RULESETS


@dataclass(frozen=True, slots=True)
class LessonChapter:
    """Lessons about one topic."""

    title: str
    about: str
    lessons: tuple[Lesson, ...]


CHAPTERS = (
    LessonChapter("First moves", "How a man and a dama move and take. Start here if the game is new to you.", MOVES),
    LessonChapter(
        "The rules in ten positions", "Ten small positions in which everything about taking can be found.", WORKED
    ),
    LessonChapter(
        "Forcing moves",
        "Taking is compulsory, so a piece that you give away can tell your opponent where to go.",
        FORCING,
    ),
    LessonChapter("Becoming a dama", "Getting to the last rank, and keeping others from it.", PROMOTION),
    LessonChapter("The dama", "A piece that sees along every rank and file.", KINGS),
    LessonChapter("Endings", "With few pieces left, every square counts.", ENDINGS),
    LessonChapter("Draws", "How to save a game, and how not to lose a win.", DRAWS),
    LessonChapter("The Bulgarian game", "On the dark squares, with rules of its own.", BULGARIAN),
)

LESSONS: Mapping[str, Lesson] = MappingProxyType(
    {lesson.name: lesson for chapter in CHAPTERS for lesson in chapter.lessons}
)
"""Every lesson by its name, in order."""


def following(lesson: Lesson) -> Lesson | None:
    """The lesson after this one."""
    names = [*LESSONS]
    after = names[names.index(lesson.name) + 1 :]
    if after:
        return LESSONS[after[0]]
    return None


def texts() -> Iterator[str]:
    """All texts of this package, for translators."""
    for chapter in CHAPTERS:
        yield from (chapter.title, chapter.about)
    for lesson in LESSONS.values():
        yield from lesson.texts
    yield from course_texts()
    for ruleset in RULESETS.values():
        for section in card(ruleset):
            yield from section.texts
