from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.links.devices import Device, device


@pytest.fixture
async def host(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Device]:
    async with device(tmp_path / "host") as made:
        yield made


@pytest.fixture
async def guest(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Device]:
    async with device(tmp_path / "guest") as made:
        yield made
