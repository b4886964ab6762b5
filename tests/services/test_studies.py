"""Studies: their data in every store, the ways in which chapters are added, and two people who write at the same
time."""

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from damaci.errors import DamaciError
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.services.analysis_board import AnalysisBoard
from damaci.services.everything import Everything
from damaci.services.studies import ChapterContents, ChapterSource, NewStudy, Studies, UnknownStudy
from damaci.services.study_texts import StudyRefused
from damaci.services.tree import Branch, Tree
from damaci.store import Store as Database
from damaci.stored import Store
from damaci.studies import commands

pytestmark = pytest.mark.anyio

PDN = """\
[StudyName "Açmaz"]
[ChapterName "Giving"]

1. d3-d4 {[%csl Gd4] Quiet} d6-d5 (1... a6-a5 2. e3-e4) 2. d4xd8 1-0

[White "Ada"]
[Black "Can"]

1. e3-e4 *
"""


@pytest.fixture(params=["database", "browser"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "browser":
        yield PocketStore(MemoryRecords())
        return
    async with Database(tmp_path) as opened:
        yield opened


def serving(store: Store) -> Studies:
    return Studies(store.studies, asyncio.to_thread, now=iter(range(1, 1000)).__next__)


async def chapters(studies: Studies, id: str) -> list[str]:
    return [each.title for each in (await studies.find(id)).chapters]


def with_move(tree: Tree, text: str, **said: object) -> Tree:
    return msgspec.structs.replace(tree, nodes=[*tree.nodes, Branch(parent=len(tree.nodes) - 1, text=text, **said)])


async def test_a_study_without_a_name_that_can_be_read_is_called_like_its_first_chapter(store: Store) -> None:
    studies = serving(store)
    text = '[StudyName "\u200d\u202e"]\n[White "Ada"]\n[Black "Can"]\n\n1. d3-d4 *\n'
    id = await studies.create(NewStudy(source=ChapterSource(text=text)))
    assert (await studies.find(id)).title == "Ada – Can"


async def test_a_study_without_any_name_has_to_be_given_one(store: Store) -> None:
    studies = serving(store)
    with pytest.raises(StudyRefused):
        await studies.create(NewStudy(source=ChapterSource(text="1. d3-d4 *")))


async def test_every_game_of_a_text_becomes_a_chapter_and_is_written_again(store: Store) -> None:
    studies = serving(store)
    id = await studies.create(NewStudy(source=ChapterSource(text=PDN)))
    assert (await studies.find(id)).title == "Açmaz"
    assert await chapters(studies, id) == ["Giving", "Ada – Can"]
    shown = await studies.show(id)
    first = shown.contents.tree.nodes[0]
    assert (first.text, first.comment, first.marks) == ("d3-d4", "Quiet", ["Gd4"])
    again = await studies.create(NewStudy(source=ChapterSource(text=await studies.pdn(id))))
    assert await studies.pdn(again) == await studies.pdn(id)
    assert [each.title for each in await studies.list()] == ["Açmaz", "Açmaz"]


async def test_chapters_come_from_a_position_and_the_board(store: Store) -> None:
    studies = serving(store)
    id = await studies.create(NewStudy(title="Mine", source=ChapterSource(title="Start", ruleset="armenian")))
    await studies.add(id, ChapterSource(text="W:WKa1:Bh8", title="Ending"))
    tree = AnalysisBoard(store, asyncio.to_thread).position("", "turkish")
    await studies.add(id, ChapterSource(tree=with_move(tree, "e3-e4", marks=["Re4"])))
    assert await chapters(studies, id) == ["Start", "Ending", "3"]
    found = [(await studies.show(id, each.id)).contents.tree for each in (await studies.find(id)).chapters]
    assert [each.ruleset for each in found] == ["armenian", "turkish", "turkish"]
    assert found[1].start == "W:WKa1:Bh8"
    assert [[node.text for node in each.nodes] for each in found[2:]] == [["e3-e4"]]
    assert found[2].nodes[0].marks == ["Re4"]


async def test_of_two_who_write_at_once_one_is_told_and_both_can_go_on(store: Store) -> None:
    here = serving(store)
    there = serving(store)
    id = await here.create(NewStudy(title="Together"))
    shown = await here.show(id)
    mine = ChapterContents(version=1, tree=with_move(shown.contents.tree, "d3-d4"))
    theirs = ChapterContents(version=1, tree=with_move(shown.contents.tree, "e3-e4"))
    answers = await asyncio.gather(
        here.write(id, shown.chapter, mine), there.write(id, shown.chapter, theirs), return_exceptions=True
    )
    (refusal,) = [each for each in answers if isinstance(each, Exception)]
    assert isinstance(refusal, StudyRefused)
    assert refusal.refused == "study-changed"
    assert (await here.show(id)).contents.version == 2
    await here.add(id, ChapterSource(tree=mine.tree, title="Mine"))
    renaming = [there.do(id, commands.RenameChapter(chapter=shown.chapter, title=f"T{n}")) for n in range(5)]
    await asyncio.gather(*renaming, here.add(id, ChapterSource(title="Another")))
    assert len(await chapters(there, id)) == 3
    assert (await there.find(id)).version == 9


async def test_what_is_not_there_is_told(store: Store) -> None:
    studies = serving(store)
    id = await studies.create(NewStudy(title="Mine"))
    for missing in (studies.show("none"), studies.show(id, "none"), studies.delete("none"), studies.pdn("none")):
        with pytest.raises(UnknownStudy):
            await missing
    for bad in (
        ChapterSource(text="hello"),
        ChapterSource(text="1. d3-d5 *"),
        ChapterSource(text="W:Wz9:Bh8"),
        ChapterSource(ruleset="go"),
    ):
        with pytest.raises(DamaciError):
            await studies.add(id, bad)
    with pytest.raises(StudyRefused):
        await studies.create(NewStudy(title=" "))
    assert await chapters(studies, id) == ["1"]


async def test_a_deleted_study_leaves_nothing(store: Store) -> None:
    studies = serving(store)
    id = await studies.create(NewStudy(source=ChapterSource(text=PDN)))
    there = await studies.find(id)
    await studies.do(id, commands.Remove(chapter=there.chapters[0].id))
    assert await store.studies.texts(id, [there.chapters[0].id]) == {}
    await studies.delete(id)
    assert await store.studies.texts(id, [each.id for each in there.chapters]) == {}
    assert (await studies.list(), await store.studies.ids("", 9)) == ([], [])


async def _written(store: Store) -> bytes:
    return b"".join([part async for part in Everything(store, asyncio.to_thread).write()])


async def _read(store: Store, text: bytes) -> None:
    async for _ in Everything(store, asyncio.to_thread).read(io.BytesIO(text)):
        pass


async def test_they_are_taken_along_with_everything_and_never_replaced(store: Store) -> None:
    studies = serving(store)
    id = await studies.create(NewStudy(source=ChapterSource(text=PDN)))
    text = await _written(store)
    other = PocketStore(MemoryRecords())
    await _read(other, text)
    await _read(other, text)
    there = serving(other)
    assert [each.id for each in await there.list()] == [id]
    assert await there.pdn(id) == await studies.pdn(id)
    await there.do(id, commands.Rename(title="Mine"))
    for _ in range(2):
        await _read(other, text)
    assert sorted(each.title for each in await there.list()) == ["Açmaz", "Mine"]
    with pytest.raises(DamaciError, match="line 2 of the file is damaged"):
        await _read(other, b'{"damaci": 1}\n{"study": "s", "pdn": "1. d3-d5 *"}\n')
