from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from damaci.store import Store


@pytest.fixture
async def store(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        yield store
