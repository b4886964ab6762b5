import pytest

from damaci.store import Store
from damaci.store.processes import Process

pytestmark = pytest.mark.anyio


async def test_a_process_that_is_seen_learns_whether_it_shall_drain(store: Store) -> None:
    one = Process("one", "here", 1, started=1, seen=2)
    await store.processes.add(one, 0)
    later = Process("one", "here", 1, started=1, seen=3)
    assert await store.processes.see(later) is False
    assert await store.processes.seen(0) == [later]
    assert await store.processes.drain("one")
    assert await store.processes.see(later) is True


async def test_a_process_that_was_taken_for_ended_comes_back(store: Store) -> None:
    one = Process("one", "here", 1, started=1, seen=2)
    assert await store.processes.see(one) is False
    assert await store.processes.seen(0) == [one]
