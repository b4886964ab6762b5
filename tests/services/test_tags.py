"""Edited tags: stored with the game, used by lists and exports, and taken over by other devices."""

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from damaci.engine import Engine
from damaci.host import Engines, Rooms, UnknownGame
from damaci.play.events import Ended, Moved, Opened, Seat, Settings
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.services.analysis_board import AnalysisBoard
from damaci.services.archive import Archive, Filter
from damaci.services.everything import Everything
from damaci.services.explorer import OpeningExplorer
from damaci.services.importing import Importer
from damaci.services.tags import TagEditor, Tags
from damaci.site.game_list import row
from damaci.site.language import catalog
from damaci.store import Store as Database
from damaci.stored import Store

pytestmark = pytest.mark.anyio
OWN = {"White": "Ada", "Black": "Can", "Event": "Cup", "Annotator": "Ece"}
IMPORTED = [
    Opened(at=1.0, settings=Settings(), white=Seat("person", "Ada"), black=Seat("person", "Can"), tags=OWN),
    Moved(at=1.0, ply=1, path=["d3", "d4"]),
    Ended(at=1.0, result="1-0", reason="resignation"),
]
AGAINST_THE_COMPUTER = [
    Opened(at=1.0, settings=Settings(), white=Seat("person"), black=Seat("engine", level="easy")),
    Moved(at=1.0, ply=1, path=["d3", "d4"]),
]


@pytest.fixture(params=["database", "browser"])
async def store(request: pytest.FixtureRequest, tmp_path: Path, anyio_backend: str) -> AsyncIterator[Store]:
    if request.param == "browser":
        yield PocketStore(MemoryRecords())
        return
    async with Database(tmp_path) as database:
        yield database


async def edit(store: Store, game: str, **tags: str) -> None:
    await TagEditor(store, asyncio.to_thread).edit(game, Tags(**tags))


async def pdns(store: Store) -> list[str]:
    """The PDN of each game, and the PDN of all games together."""
    archive = Archive(
        store, Rooms(store, Engines(Engine)), OpeningExplorer(store, asyncio.to_thread), asyncio.to_thread
    )
    games = (await archive.page(Filter())).games
    return [*[await archive.pdn(game.id) for game in games], "".join([part async for part in archive.all_pdn()])]


async def titles(store: Store, search: str = "") -> list[str]:
    isolates = dict.fromkeys(map(ord, "\u2068\u2069"))
    games = await store.games.list(search=search)
    return [str(row(catalog("en"), game)["title"]).translate(isolates) for game in games]


async def test_exports_lists_and_the_board_have_what_was_edited(store: Store) -> None:
    await store.log.append("g", 0, IMPORTED)
    await edit(store, "g", white="Ayşe ", black="Can", event="", date="2020.01.01")
    alone, together = await pdns(store)
    assert alone == together
    assert '[Date "2020.01.01"]\n[White "Ayşe"]\n[Black "Can"]\n' in alone
    assert '[Annotator "Ece"]' in alone
    assert "Event" not in alone
    assert await titles(store) == ["Ayşe – Can"]
    assert (await titles(store, "ayş"), await titles(store, "Ada")) == (["Ayşe – Can"], [])
    tree = await AnalysisBoard(store, asyncio.to_thread).game("g")
    assert tree.tags == {"White": "Ayşe", "Black": "Can", "Annotator": "Ece", "Date": "2020.01.01"}


async def test_what_was_edited_can_be_as_it_was(store: Store) -> None:
    await store.log.append("g", 0, IMPORTED)
    before = await pdns(store)
    await edit(store, "g", white="Ayşe", round="3")
    assert await pdns(store) != before
    await edit(store, "g", white="Ada", round="", site="")
    assert await pdns(store) == before
    assert (await store.games.edited(["g"]), await titles(store)) == ({}, ["Ada – Can"])


async def test_a_game_against_the_computer_gets_names(store: Store) -> None:
    await store.log.append("g", 0, AGAINST_THE_COMPUTER)
    await edit(store, "g", white="", black="Damacı (easy)", event="Damacı")
    assert await titles(store) == ["Against the computer, Easy"]
    await edit(store, "g", white="Ayşe", black="Damacı (easy)")
    assert await titles(store) == ["Ayşe – Easy"]
    await store.log.append("g", 2, [Moved(at=5.0, ply=2, path=["d6", "d5"])])
    assert await titles(store) == ["Ayşe – Easy"]
    await edit(store, "g", black="")
    assert await titles(store) == ["White – Easy"]


async def test_a_game_that_does_not_exist_has_no_tags(store: Store) -> None:
    with pytest.raises(UnknownGame):
        await edit(store, "none", white="Ada")
    assert not await store.games.edit("none", {}, "", "")


async def test_a_game_whose_tags_were_edited_comes_in_only_once(store: Store) -> None:
    await store.log.append("g", 0, IMPORTED)
    await store.log.append("h", 0, [*AGAINST_THE_COMPUTER, IMPORTED[2]])
    importer = Importer(store, Everything(store, asyncio.to_thread), asyncio.to_thread)

    async def bring(text: str) -> list[str]:
        return [game async for step in importer.import_games(io.BytesIO(text.encode())) for game in step.games]

    await edit(store, "h", white="Ayşe")
    assert await bring((await pdns(store))[-1]) == []
    await edit(store, "g", white="Ayşe")
    await edit(store, "g", white="Ece")
    assert await bring((await pdns(store))[-1]) == []
    assert len(await titles(store)) == 2


async def test_everything_carries_them_and_leaves_those_that_were_edited_there(store: Store) -> None:
    for game in "abcd":
        await store.log.append(game, 0, IMPORTED[:2])
    other = PocketStore(MemoryRecords())
    await other.log.append("b", 0, IMPORTED[:2])
    await other.log.append("c", 0, IMPORTED[:1])
    await other.log.append("d", 0, AGAINST_THE_COMPUTER)
    for game in "abcd":
        await edit(store, game, white=f"{game} there", event="")
    await edit(other, "b", white="b here")
    text = b"".join([part async for part in Everything(store, asyncio.to_thread).write()])
    for _ in range(2):
        async for _ in Everything(other, asyncio.to_thread).read(io.BytesIO(text)):
            pass
    assert sorted(await titles(other)) == [
        "Against the computer, Easy",
        *("a there – Can", "b here – Can", "c there – Can", "d there – Can"),
    ]
    assert await other.games.edited("a") == {"a": {"White": "a there", "Event": ""}}
