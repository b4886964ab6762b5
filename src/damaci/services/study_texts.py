"""Studies as one text: written from a store, and brought into it."""

from collections.abc import Mapping, Sequence

from damaci.errors import DamaciError
from damaci.host.ids import new_id
from damaci.notation.pdn import PdnGame
from damaci.services.run import Run
from damaci.stored.studies import Studies
from damaci.studies import Refusal, Study, StudyChange, Written, decide, read_study, write_study
from damaci.studies.commands import Add, NewChapter, Rename
from damaci.studies.study import LONGEST_TITLE
from damaci.titles import is_readable, readable


class StudyRefused(DamaciError):
    """A study does not do what was asked. `refused` is a code of damaci.explanations."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refused = f"study-{refusal.code}"


def game_of(text: str, ruleset: str) -> PdnGame:
    """What is in a chapter, from its PDN."""
    return read_study(text, ruleset)[1][0].game


def new_chapters(found: Sequence[Written], title: str = "", before: int = 0) -> list[NewChapter]:
    """Chapters that come after so many others. `title` is for a single chapter, and for those that have none; where
    that is missing too, a chapter is called by its number."""
    given = title if len(found) == 1 else ""
    return [
        NewChapter(id=new_id(), title=given or _cut(each.title) or title or str(number), game=each.game)
        for number, each in enumerate(found, before + 1)
    ]


def title_of(title: str, found: Sequence[Written]) -> str:
    """What a study is called whose text says `title`: if there is nothing to read in it, like its first chapter that
    has a title; empty if none has."""
    return next(filter(None, map(_cut, [title, *(each.title for each in found)])), "")


def _cut(title: str) -> str:
    text = readable(title)[:LONGEST_TITLE]
    return text if is_readable(text) else ""


def new_study(title: str, chapters: Sequence[NewChapter]) -> StudyChange:
    """A new study with its first chapters. Raises StudyRefused."""
    named = accepted(decide(Study(title=""), Rename(title=title))).study
    return accepted(decide(Study(title=named.title), Add(chapters=tuple(chapters))))


def accepted(decision: StudyChange | Refusal) -> StudyChange:
    """The change. Raises StudyRefused."""
    if isinstance(decision, Refusal):
        raise StudyRefused(decision)
    return decision


async def text_of(store: Studies, id: str, run: Run, chapter: str = "") -> str:
    """A study as one PDN, or one of its chapters; empty for one that does not exist. Raises StoreError."""
    study = await store.read(id)
    if study is None:
        return ""
    texts = await store.texts(id, [each.id for each in study.chapters if chapter in ("", each.id)])
    return await run(_written, study, texts)


def _written(study: Study, texts: Mapping[str, str]) -> str:
    there = [each for each in study.chapters if each.id in texts]
    return write_study(study.title, [Written(each.title, game_of(texts[each.id], each.ruleset)) for each in there])


def read_text(text: str) -> StudyChange:
    """The study of a PDN that `text_of` wrote. Raises DamaciError."""
    title, chapters = read_study(text)
    return new_study(title_of(title, chapters), new_chapters(chapters))
