"""The explorer of a browser's store has the same counts as that of the database."""

import pytest

from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.stored import Store
from tests.store.test_explorer import *  # noqa: F403 - the tests of every store


@pytest.fixture
def store() -> Store:
    return PocketStore(MemoryRecords())
