"""Decides a command in a study: the result is a change or a refusal."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from damaci.notation.pdn import PdnGame
from damaci.studies import commands as c
from damaci.studies.pdn import write_chapter
from damaci.studies.refusal import Refusal, StudyCode
from damaci.studies.study import LONGEST_CHAPTER, LONGEST_TITLE, MOST_CHAPTERS, Chapter, Study
from damaci.titles import is_readable, readable


@dataclass(frozen=True, slots=True)
class StudyChange:
    """A study after a command, and the PDN of the chapters that have changed; None for a removed chapter."""

    study: Study
    texts: Mapping[str, str | None] = field(default_factory=dict)


Decision = StudyChange | Refusal


def decide(study: Study, command: c.AnyCommand) -> Decision:
    """The change or the refusal that a command leads to. Raises IllegalMove for a game with an illegal move.

    >>> from damaci.notation.pdn import PdnGame
    >>> first = c.Add(chapters=(c.NewChapter(id="a", title="The start", game=PdnGame()),))
    >>> change = decide(Study(title="Openings"), first)
    >>> change.study.version, change.study.chapters[0].title
    (1, 'The start')
    >>> decide(change.study, c.Remove(chapter="a")).code
    <StudyCode.LAST_CHAPTER: 'last-chapter'>
    """
    match command:
        case c.Rename():
            return _rename(study, command)
        case c.Add():
            return _add(study, command)
        case _:
            chapter = study.chapter(command.chapter)
            if chapter is None:
                return Refusal(StudyCode.UNKNOWN_CHAPTER, f"no chapter {command.chapter!r}")
            return _in_chapter(study, chapter, command)


def _in_chapter(study: Study, chapter: Chapter, command: c.RenameChapter | c.Move | c.Remove | c.Write) -> Decision:
    match command:
        case c.RenameChapter():
            title = title_of(command.title)
            return title if isinstance(title, Refusal) else _with(study, replace(chapter, title=title))
        case c.Move():
            return _move(study, chapter, command.place)
        case c.Remove():
            return _remove(study, chapter)
        case c.Write():
            return _write(study, chapter, command)


def title_of(wanted: str) -> str | Refusal:
    """A title in the form in which it is stored."""
    title = readable(wanted)
    if len(title) > LONGEST_TITLE or not is_readable(title):
        return Refusal(StudyCode.BAD_TITLE, f"expected a title of 1 to {LONGEST_TITLE} letters")
    return title


def _rename(study: Study, command: c.Rename) -> Decision:
    title = title_of(command.title)
    if isinstance(title, Refusal):
        return title
    return StudyChange(replace(study, title=title, version=study.version + 1))


def _add(study: Study, command: c.Add) -> Decision:
    if len(study.chapters) + len(command.chapters) > MOST_CHAPTERS:
        return Refusal(StudyCode.FULL, f"expected at most {MOST_CHAPTERS} chapters")
    added: list[Chapter] = []
    texts: dict[str, str | None] = {}
    for new in command.chapters:
        title = title_of(new.title)
        text = _text(new.game)
        if isinstance(title, Refusal):
            return title
        if isinstance(text, Refusal):
            return text
        added.append(Chapter(id=new.id, title=title, ruleset=new.game.ruleset.name))
        texts[new.id] = text
    return StudyChange(_arranged(study, [*study.chapters, *added]), texts)


def _text(game: PdnGame) -> str | Refusal:
    text = write_chapter(game)
    if len(text.encode()) > LONGEST_CHAPTER:
        return Refusal(StudyCode.TOO_LONG, f"expected a chapter of at most {LONGEST_CHAPTER} bytes")
    return text


def _move(study: Study, chapter: Chapter, place: int) -> Decision:
    others = [each for each in study.chapters if each is not chapter]
    others.insert(min(max(0, place), len(others)), chapter)
    return StudyChange(_arranged(study, others))


def _remove(study: Study, chapter: Chapter) -> Decision:
    if len(study.chapters) == 1:
        return Refusal(StudyCode.LAST_CHAPTER, "expected at least one chapter to be left")
    left = [each for each in study.chapters if each is not chapter]
    return StudyChange(_arranged(study, left), {chapter.id: None})


def _write(study: Study, chapter: Chapter, command: c.Write) -> Decision:
    if command.version != chapter.version:
        return Refusal(StudyCode.CHANGED, f"the chapter is at version {chapter.version}, not {command.version}")
    text = _text(command.game)
    if isinstance(text, Refusal):
        return text
    changed = replace(chapter, version=chapter.version + 1, ruleset=command.game.ruleset.name)
    return StudyChange(_with(study, changed).study, {chapter.id: text})


def _with(study: Study, chapter: Chapter) -> StudyChange:
    """The study with a chapter that replaces the one with the same id."""
    return StudyChange(_arranged(study, [chapter if each.id == chapter.id else each for each in study.chapters]))


def _arranged(study: Study, chapters: list[Chapter]) -> Study:
    return replace(study, chapters=tuple(chapters), version=study.version + 1)
