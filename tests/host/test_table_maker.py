"""Endgame tables are made while the app runs."""

import asyncio
import logging
from pathlib import Path

import pytest

from damaci.host.table_maker import TableMaker
from damaci.tablebase import Tablebase, Terms

TERMS = Terms.of("turkish")


async def finish(maker: TableMaker) -> None:
    maker.start()
    assert maker._background._task
    await maker._background._task


def test_tables_are_made_and_seen(tmp_path: Path) -> None:
    tablebase = Tablebase(tmp_path / "tables")
    assert tablebase.usable(TERMS) is None
    asyncio.run(finish(TableMaker(tablebase, 2)))
    tables = tablebase.usable(TERMS)
    assert tables
    assert tables.pieces == 2


def test_closing_ends_the_work(tmp_path: Path) -> None:
    async def close_at_once() -> None:
        maker = TableMaker(Tablebase(tmp_path), 5)
        maker.start()
        await asyncio.sleep(0.2)
        await maker.close()

    asyncio.run(close_at_once())


def test_a_failure_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "tables").write_text("a file where the folder should be")
    asyncio.run(finish(TableMaker(Tablebase(tmp_path / "tables"), 2)))
    assert "endgame tables were not made" in caplog.text


def test_a_damaged_table_is_told_of_once_and_not_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / TERMS.folder).mkdir()
    (tmp_path / TERMS.folder / "KvK.table").write_text("rubbish")
    tablebase = Tablebase(tmp_path)
    with caplog.at_level(logging.WARNING):
        assert tablebase.usable(TERMS) is None
        assert tablebase.usable(TERMS) is None
    assert caplog.text.count("KvK.table is not an endgame table") == 1
