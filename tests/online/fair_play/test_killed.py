"""A comparison whose process is killed in the middle is begun again by the next process, and its result is stored
once."""

import asyncio
import time
from pathlib import Path

from damaci.online.moderation import Moderation
from damaci.store import Store
from damaci.store.comparisons import StoredComparison
from damaci.store.ratings import RatingKey
from tests.online.fair_play.games import fill
from tests.online.process import serving
from tests.support import PATIENCE

SOON = "import damaci.online.fair_play.driver as driver; driver.LOOK_SECONDS = 0.1; driver.LEASE_SECONDS = 1.0"
ENDLESS = f"{SOON}; import damaci.analysis.agreement as agreement; agreement.NODES = 2**40"
QUICK = f"{SOON}; import damaci.analysis.agreement as agreement; agreement.NODES = 500"


def test_a_killed_comparison_is_begun_again(tmp_path: Path) -> None:
    asyncio.run(ask(tmp_path))
    with serving(tmp_path, ENDLESS) as server:
        until = time.monotonic() + PATIENCE
        while not asyncio.run(holds(tmp_path)):
            assert time.monotonic() < until
            time.sleep(0.1)
        server.kill()
    [left] = asyncio.run(stored(tmp_path))
    assert left.asked
    assert left.found is None
    with serving(tmp_path, QUICK):
        while (now := asyncio.run(stored(tmp_path))[0]).asked:
            assert time.monotonic() < until
            time.sleep(0.1)
    assert now.found
    assert now.found.moves > 10


async def ask(folder: Path) -> None:
    async with Store(folder) as store:
        await fill(store, 3)
        assert await Moderation(store, "operator").compare("a") == RatingKey("a", "turkish", "blitz")


async def holds(folder: Path) -> bool:
    """Whether a process is comparing."""
    async with Store(folder) as store:
        return not await store.leases.take("fair-play", "nobody", time.time(), time.time())


async def stored(folder: Path) -> list[StoredComparison]:
    async with Store(folder) as store:
        return list(await store.comparisons.of_player("a"))
