"""The endgame tables of a device: made in the background, stored, taken over by the next page, and removed."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from damaci.board.position import Position
from damaci.lessons.courses import COURSES
from damaci.pocket.records import MemoryRecords, StorageFull
from damaci.pocket.table_files import MemoryFiles
from damaci.tablebase import Plan, RemoteTablebase, Tablebase, Terms, build
from damaci.tablebase.web_source import WebSource
from tests.pocket.app import LARGE, SMALL, Tab, opened
from tests.ranges import RangeServer
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

THREE_PIECES = "W:WKa1,Kb4:BKh8"
TWO_MEN = {"white_men": 2, "white_kings": 0, "black_men": 0, "black_kings": 0}
TWO_PIECES = "W:WKd4:BKh8"
OTHER = "bulgarian"


class FullFiles(MemoryFiles):
    """Has space for small tables only."""

    async def write(self, files: Mapping[str, bytes]) -> None:
        if any(len(path.rpartition("/")[2]) > len("KvK.table") for path in files):
            raise StorageFull("the browser's storage: full")
        await super().write(files)


async def until(tab: Tab, ruleset: str, **wanted: Any) -> dict[str, Any]:
    """The state of a ruleset's tables, as soon as it has the wanted values."""
    async with asyncio.timeout(4 * PATIENCE):
        while True:
            shown = (await tab.ask("tables.show")).json
            (of,) = [each for each in shown["rulesets"] if each["ruleset"] == ruleset]
            if all(of[name] == value for name, value in wanted.items()):
                return {**shown, **of}
            await asyncio.sleep(0.01)


async def exact_lines(tab: Tab, fen: str) -> bool:
    """Whether the analysis of a position comes from the tables."""
    channel = tab.open("analysis")
    tab.say(channel, type="analyse", id=1, here={"fen": fen, "ruleset": "turkish"})
    told = await tab.heard(channel, lambda told: told["type"] == "lines")
    tab.send(type="close", channel=channel)
    return bool(told["exact"])


async def test_those_of_the_sites_host_are_looked_up_without_being_fetched(tmp_path: Path) -> None:
    terms = Terms.of("turkish")
    for _ in build(tmp_path / "host", Plan.up_to(3, terms), 2):
        pass
    server = RangeServer(tmp_path / "host")
    web = RemoteTablebase(WebSource(server.address))
    wanted = {"fen": THREE_PIECES, "ruleset": "turkish"}
    async with opened(MemoryRecords(), tmp_path / "here", web=web) as tab:
        looked = (await tab.ask("endings.look", wanted)).json
        assert (looked["category"], looked["material"]) == ("draw", "KKvK")
        assert looked["shares"]["win"] == 38_228
        assert await exact_lines(tab, THREE_PIECES)
        unknown = (await tab.ask("endings.look", {"fen": "W:WKa1,Kb1,Kc1:BKh8"})).json
        assert unknown["category"] is None
        assert unknown["moves"]
        dealt = (await tab.ask("endings.deal", TWO_MEN | {"black_kings": 1})).json
        assert (await tab.ask("endings.look", dealt)).json["material"] == "MMvK"
        assert (await tab.ask("endings.deal", TWO_MEN)).status == 400
        server.stop()
    async with opened(MemoryRecords(), tmp_path / "there", web=RemoteTablebase(WebSource(server.address))) as tab:
        assert (await tab.ask("endings.look", wanted)).json["category"] is None
    assert not (tmp_path / "here").exists()


async def test_the_small_ones_are_made_by_themselves_and_are_there_for_the_next_page(tmp_path: Path) -> None:
    records = MemoryRecords()
    files = MemoryFiles()
    async with opened(records, tmp_path / "one", files=files, pause=0) as tab:
        shown = await until(tab, "turkish", pieces=SMALL)
        assert shown["bytes"] > 1000
        assert (shown["title"], shown["making"], shown["share"]) == ("Türk Daması (federation rules)", False, 0)
        assert await exact_lines(tab, TWO_PIECES)
    async with opened(records, tmp_path / "two", files=files) as tab:
        assert await exact_lines(tab, TWO_PIECES)
    assert Tablebase(tmp_path / "two").probe(Position.from_fen(TWO_PIECES))


async def test_the_large_ones_are_made_when_they_are_wanted_and_removed(tmp_path: Path) -> None:
    files = MemoryFiles()
    async with opened(MemoryRecords(), tmp_path, files=files, pause=0) as tab:
        made = await tab.ask("tables.make", {"ruleset": OTHER})
        assert made.status == 200
        await until(tab, OTHER, pieces=LARGE, making=False, share=1)
        await until(tab, "turkish", pieces=SMALL)
        before = sum((await files.sizes()).values())
        assert (await tab.ask("tables.remove")).json["bytes"] < before / 4
        shown = await until(tab, OTHER, pieces=SMALL, share=0)
        assert not shown["making"]
        assert Tablebase(tmp_path).tables(Terms.of(OTHER)).pieces == SMALL
        assert (await tab.ask("tables.make", {"ruleset": "chess"})).status == 400


async def test_what_was_wanted_goes_on_with_the_next_page_until_it_is_stopped(tmp_path: Path) -> None:
    records = MemoryRecords()
    files = MemoryFiles()
    async with opened(records, tmp_path / "one", files=files) as tab:  # this tab never begins to make tables
        assert (await tab.ask("tables.make", {"ruleset": OTHER})).status == 200
    async with opened(records, tmp_path / "two", files=files, pause=0) as tab:
        shown = await until(tab, OTHER, making=True)
        assert (await tab.ask("tables.stop")).status == 200
        shown = await until(tab, OTHER, making=False)
        assert shown["pieces"] < LARGE
    async with opened(records, tmp_path / "three", files=files, pause=0) as tab:
        await until(tab, "turkish", pieces=SMALL)
        assert (await until(tab, OTHER, making=False))["share"] < 1


async def test_a_full_device_keeps_what_there_was_and_it_is_said(tmp_path: Path) -> None:
    files = FullFiles()
    async with opened(MemoryRecords(), tmp_path, files=files, pause=0) as tab:
        await until(tab, "turkish", pieces=SMALL)
        await tab.ask("tables.make", {"ruleset": "turkish"})
        shown = await until(tab, "turkish", making=False)
        assert (shown["trouble"], shown["pieces"]) == ("storage-full", SMALL)


async def test_damaged_tables_are_made_anew(tmp_path: Path) -> None:
    files = MemoryFiles()
    folder = Terms.of("turkish").folder
    await files.write({f"{folder}/KvK.table": b"rubbish"})
    async with opened(MemoryRecords(), tmp_path, files=files, pause=0) as tab:
        await until(tab, "turkish", pieces=SMALL)
        assert Plan.up_to(SMALL, Terms.of("turkish")).missing(tmp_path) == []
        assert await exact_lines(tab, TWO_PIECES)


async def test_they_are_not_taken_along_to_other_devices(tmp_path: Path) -> None:
    async with opened(MemoryRecords(), tmp_path) as tab:
        await tab.ask("tables.make", {"ruleset": OTHER})
        assert "endgame" not in (await tab.ask("data.read")).text


async def test_practice_is_searched_until_the_tables_that_were_wanted_are_there(tmp_path: Path) -> None:
    row = COURSES["two-against-one"].endings[0]
    position = Position.from_fen(row.fen)
    tried = {"course": "two-against-one", "number": 0, "moves": [position.text(position.legal_moves[0])]}
    async with opened(MemoryRecords(), tmp_path, pause=0) as tab:
        found = (await tab.ask("lessons.practice", tried)).json
        assert (found.get("exact", False), found["searched"]) == (False, True)
        assert (await tab.ask("tables.make", {"ruleset": "turkish"})).status == 200
        await until(tab, "turkish", pieces=LARGE)
        found = (await tab.ask("lessons.practice", tried)).json
        assert (found["exact"], found.get("searched", False)) == (True, False)
