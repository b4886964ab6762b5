from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from damaci.store import Store
from tests.servers import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
async def place(request: pytest.FixtureRequest, tmp_path: Path, anyio_backend: str) -> str:
    """The place of a new store, which has not been opened yet."""
    if request.param == "sqlite":
        return str(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    return await server.new_database()


@pytest.fixture
async def store(place: str) -> AsyncIterator[Store]:
    async with Store(place) as store:
        yield store
