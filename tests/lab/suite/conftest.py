"""Endgame tables of up to three pieces, made once, and a run of `lab suite` that uses them."""

from pathlib import Path

import pytest

from damaci.tablebase import Plan, Terms, build
from lab.commands import main

SEARCH = (
    "--shallow",
    "50",
    "--deep",
    "5000",
    "--shard-games",
    "2",
    "--endings",
    "300",
    "--larger",
    "20",
    "--seed",
    "1",
)


@pytest.fixture(scope="session")
def tables_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    for _ in build(folder, Plan.up_to(3, Terms.of("turkish")), threads=2):
        pass
    return folder


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory, tables_folder: Path) -> Path:
    """The folder of the run, with two shards."""
    folder = tmp_path_factory.mktemp("suite") / "found"
    assert main(["suite", str(folder), *SEARCH, "--games", "4", "--tables", str(tables_folder)]) == 0
    return folder
