"""Tables on a plain file server, read by range requests, give the same answers as local tables."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from damaci.board.position import Position
from damaci.errors import TablebaseError
from damaci.rules.endings import OneEach
from damaci.tablebase import Material, RemoteTablebase, Tables, Terms
from damaci.tablebase.pages import PAGE, Pages
from damaci.tablebase.remote import RemoteTables
from damaci.tablebase.source import Unreachable
from damaci.tablebase.web_source import WebSource
from tests.ranges import RangeServer
from tests.tablebase.conftest import MakeTables
from tests.tablebase.endings import random_ending

pytestmark = pytest.mark.anyio

READINGS = [Terms("turkish", each) for each in OneEach] + [Terms.of("hgware"), Terms.of("bulgarian")]


@pytest.fixture
def server(folder: Path) -> Iterator[RangeServer]:
    server = RangeServer(folder)
    yield server
    server.stop()


def opened(server: RangeServer, terms: Terms) -> RemoteTables:
    return RemoteTables(Pages(WebSource(server.address)), terms)


@pytest.mark.parametrize("terms", READINGS, ids=lambda terms: terms.folder)
async def test_they_say_the_same(terms: Terms, tables_for: MakeTables, server: RangeServer) -> None:
    here = tables_for(terms)
    there = opened(server, terms)
    random = Random(5)
    for _ in range(150):
        position = random_ending(random, terms.ruleset, random.randint(2, 4))
        assert await there.probe(position) == here.probe(position), position.fen
        assert await there.moves(position) == here.moves(position), position.fen


async def test_the_best_play(tables_for: MakeTables, server: RangeServer) -> None:
    terms = Terms("turkish", OneEach.NEVER)
    position = Position.from_fen("W:WKa1,Kb1:BKd8")
    expected = tables_for(terms).line(position, 30)
    assert await opened(server, terms).line(position, 30) == expected
    assert len(expected) > 3


async def test_no_file_is_read_whole(
    tables_for: MakeTables, server: RangeServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """These tables are small, so the test uses small pages. It reads those of the header, one of offsets and one of
    blocks."""
    monkeypatch.setattr("damaci.tablebase.pages.PAGE", 1024)
    terms = Terms("turkish", OneEach.NEVER)
    tables_for(terms)
    await opened(server, terms).probe(Position.from_fen("W:WKa1,d2:BKd8"))
    assert {path for path, _ in server.asked} == {f"/{terms.folder}/KMvK.table"}
    assert len({part for _, part in server.asked}) == len(server.asked) <= 7
    assert (folder / terms.folder / "KMvK.table").stat().st_size > 20 * 1024


async def test_a_page_is_asked_for_once(tables_for: MakeTables, server: RangeServer) -> None:
    terms = Terms.of("turkish")
    tables_for(terms)
    pages = Pages(WebSource(server.address))
    path = f"{terms.folder}/KKvK.table"
    one, other = await asyncio.gather(pages.read(path, 0, 10), pages.read(path, 5, 10))
    assert one
    assert other
    assert one[5:] == other[:5]
    assert len(server.asked) == 1


async def test_few_pages_are_kept(tables_for: MakeTables, server: RangeServer) -> None:
    terms = Terms.of("turkish")
    tables_for(terms)
    pages = Pages(WebSource(server.address), most=2)
    for name in ("KvK", "KvM", "MvK", "MvM"):
        await pages.read(f"{terms.folder}/{name}.table", 0, 1)
        assert pages.memory <= 2 * PAGE


async def test_what_is_not_there(tables_for: MakeTables, server: RangeServer) -> None:
    tables_for(Terms.of("turkish"))
    position = Position.from_fen("W:WKa1,Kb1,Kc1:BKd8")
    assert await opened(server, Terms.of("turkish")).probe(position) is None
    nothing = RemoteTablebase(WebSource(server.address + "nowhere"))
    assert await nothing.tables(Terms.of("turkish")) is None


async def test_a_host_without_ranges(
    tables_for: MakeTables, server: RangeServer, caplog: pytest.LogCaptureFixture
) -> None:
    tables_for(Terms.of("turkish"))
    server.knows_ranges = False
    position = Position.from_fen("W:WKa1,Kb1:BKd8")
    with pytest.raises(Unreachable, match="range requests"):
        await opened(server, Terms.of("turkish")).probe(position)
    remote = RemoteTablebase(WebSource(server.address))
    for _ in range(3):
        assert await remote.ask(Terms.of("turkish"), lambda tables: tables.probe(position)) is None
    assert len(server.asked) == 2, "it is left alone for a while"
    assert "range requests" in caplog.text


async def test_damaged_blocks_are_found(tables_for: MakeTables, folder: Path, tmp_path: Path) -> None:
    terms = Terms.of("turkish")
    tables_for(terms)
    position = Position.from_fen("W:WKa1,Kb1:BKd8")
    data = (folder / terms.folder / "KKvK.table").read_bytes()
    (tmp_path / terms.folder).mkdir()
    (tmp_path / terms.folder / "KKvK.table").write_bytes(data[:700] + b"\xff" * (len(data) - 700))
    server = RangeServer(tmp_path)
    with pytest.raises(TablebaseError, match=r"KKvK\.table is damaged"):
        await opened(server, terms).probe(position)
    server.stop()


async def test_the_counts_of_a_material(tables_for: MakeTables, server: RangeServer) -> None:
    terms = Terms.of("turkish")
    material = Material.parse("KKvK")
    there = opened(server, terms)
    assert await there.counts(material) == tables_for(terms).materials[material]
    assert await there.counts(Material.parse("KKKvK")) is None


@pytest.mark.parametrize("address", ["", "tables", "file:///etc", "ftp://example.org"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(TablebaseError, match="expected http"):
        WebSource(address)


def test_large_files_are_read_when_they_are_asked_for(
    tables_for: MakeTables, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large file is opened without being checked; damage is found when the whole file is read."""
    terms = Terms.of("turkish")
    tables_for(terms)
    (tmp_path / terms.folder).mkdir()
    data = (folder / terms.folder / "KKvK.table").read_bytes()
    (tmp_path / terms.folder / "KKvK.table").write_bytes(data[:-100] + bytes([data[-100] ^ 1]) + data[-99:])
    with pytest.raises(TablebaseError, match="checksum"):
        Tables(tmp_path, terms)
    monkeypatch.setattr("damaci.tablebase.file.CHECKED_AT_ONCE", 0)
    assert len(Tables(tmp_path, terms).materials) == 1
    with pytest.raises(TablebaseError, match="checksum"):
        Tables(tmp_path, terms, whole=True)
