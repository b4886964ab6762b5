"""Tables of up to three pieces, which are made once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from damaci.tablebase import Plan, Tables, Terms, build

MakeTables = Callable[[Terms], Tables]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="session")
def tables_for(folder: Path) -> MakeTables:
    made: dict[Terms, Tables] = {}

    def tables(terms: Terms) -> Tables:
        if terms not in made:
            for _ in build(folder, Plan.up_to(3, terms), threads=2):
                pass
            made[terms] = Tables(folder, terms)
        return made[terms]

    return tables
