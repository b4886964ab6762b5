"""Studies: what is kept of them, how chapters come in, and two who write at the same time."""

import time
from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec

from damaci.board.position import Position
from damaci.host.ids import new_id
from damaci.notation.pdn import PdnGame
from damaci.services.importing import first_game, is_fen
from damaci.services.run import Run
from damaci.services.study_texts import accepted, game_of, new_chapters, new_study, text_of, title_of
from damaci.services.tree import Tree, record_of, tree_of
from damaci.stored import VersionConflict
from damaci.stored.studies import StoredStudy
from damaci.stored.studies import Studies as StudyStore
from damaci.studies import Study, Written, decide, read_study
from damaci.studies.commands import Add, AnyCommand, Write

LONGEST_TEXT = 2 * 1024 * 1024
"""Characters of PDN that come in at once."""


class UnknownStudy(Exception):
    """There is no study of that id, or no chapter."""


class ChapterSource(msgspec.Struct, frozen=True, kw_only=True):
    """Where chapters come from: a tree, PDN or a FEN; if none is given, the start position of `ruleset`. A text that
    names no ruleset has this one."""

    ruleset: str = "turkish"
    tree: Tree | None = None
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""
    title: str = ""
    """The title of a chapter that does not say its own: the number of the chapter unless given."""


class NewStudy(msgspec.Struct, frozen=True, kw_only=True):
    """A study to be made. Without a title it is called as its text says."""

    title: str = ""
    source: ChapterSource = ChapterSource()


class ChapterContents(msgspec.Struct, frozen=True, kw_only=True):
    """What is in a chapter, as somebody has it who saw it at a version."""

    version: int
    tree: Tree


class ShownStudy(msgspec.Struct, frozen=True, kw_only=True):
    """A study, and what is in one of its chapters."""

    id: str
    study: Study
    chapter: str
    contents: ChapterContents


class Studies:
    """The studies of one store, which others may change too. `run` does what may take long; `now` are seconds since the
    epoch."""

    def __init__(self, store: StudyStore, run: Run, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._run = run
        self._now = now

    # ---- looking -----------------------------------------------------------------------------------------------------

    async def list(self) -> Sequence[StoredStudy]:
        """All studies, the last changed first. Raises StoreError."""
        return await self._store.list()

    async def find(self, id: str) -> Study:
        """A study as it is stored now. Raises UnknownStudy, StoreError."""
        study = await self._store.read(id)
        if study is None:
            raise UnknownStudy(f"no study {id!r}")
        return study

    async def show(self, id: str, chapter: str = "") -> ShownStudy:
        """A study with one of its chapters, the first unless another is asked for. Raises UnknownStudy, StoreError."""
        study = await self.find(id)
        found = study.chapter(chapter) if chapter else study.chapters[0]
        texts = await self._store.texts(id, [found.id]) if found else {}
        if found is None or found.id not in texts:
            raise UnknownStudy(f"no chapter {chapter!r} in study {id!r}")
        tree = await self._run(_tree, texts[found.id], found.ruleset)
        return ShownStudy(
            id=id, study=study, chapter=found.id, contents=ChapterContents(version=found.version, tree=tree)
        )

    async def pdn(self, id: str, chapter: str = "") -> str:
        """A study as one PDN, or one of its chapters. Raises UnknownStudy, StoreError."""
        study = await self.find(id)
        if chapter and study.chapter(chapter) is None:
            raise UnknownStudy(f"no chapter {chapter!r} in study {id!r}")
        return await text_of(self._store, id, self._run, chapter)

    # ---- changing ----------------------------------------------------------------------------------------------------

    async def create(self, wish: NewStudy) -> str:
        """Makes a study with its first chapters; returns its id. Raises what `add` raises, but UnknownStudy."""
        title, found = await self._read(wish.source)
        chapters = new_chapters(found, wish.source.title)
        change = await self._run(new_study, wish.title or title_of(title, found), chapters)
        id = new_id()
        await self._store.add(id, change.study, change.texts, self._now())
        return id

    async def add(self, id: str, source: ChapterSource) -> Study:
        """Adds chapters at the end. Raises StudyRefused, UnknownStudy, StoreError, and DamaciError for
        what cannot be read."""
        study = await self.find(id)
        _, found = await self._read(source)
        return await self.do(id, Add(chapters=tuple(new_chapters(found, source.title, len(study.chapters)))))

    async def write(self, id: str, chapter: str, contents: ChapterContents) -> Study:
        """Replaces what is in a chapter. Raises StudyRefused when somebody else has changed it meanwhile or it becomes
        too long, UnknownStudy, StoreError, and DamaciError for moves that are not legal."""
        game = await self._run(record_of, contents.tree)
        return await self.do(id, Write(chapter=chapter, version=contents.version, game=game))

    async def do(self, id: str, command: AnyCommand) -> Study:
        """Carries a command out, and returns the study after it. Raises StudyRefused, UnknownStudy, StoreError."""
        while True:
            study = await self.find(id)
            change = accepted(await self._run(decide, study, command))
            try:
                await self._store.change(id, study.version, change.study, change.texts, self._now())
            except VersionConflict:
                continue
            return change.study

    async def delete(self, id: str) -> None:
        """Deletes a study. Raises UnknownStudy, StoreError."""
        if not await self._store.delete(id):
            raise UnknownStudy(f"no study {id!r}")

    # ---- what comes in -----------------------------------------------------------------------------------------------

    async def _read(self, source: ChapterSource) -> tuple[str, Sequence[Written]]:
        """The title of a study, if the source has one, and its chapters."""
        if source.tree is not None:
            return "", [Written("", await self._run(record_of, source.tree))]
        if not source.text.strip():
            return "", [Written("", PdnGame(Position.start(source.ruleset)))]
        if is_fen(source.text):
            return "", [Written("", first_game(source.text, source.ruleset)[0])]
        title, chapters = await self._run(read_study, source.text, source.ruleset)
        if not chapters:
            first_game(source.text, source.ruleset)  # Raises an error that says what is expected.
        return title, chapters


def _tree(text: str, ruleset: str) -> Tree:
    return tree_of(game_of(text, ruleset))
