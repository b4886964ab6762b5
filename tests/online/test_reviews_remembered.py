"""The reviews that a server caches are the stored ones."""

import asyncio
from pathlib import Path

import pytest

from damaci.online.own_mistakes import RememberedReviews
from damaci.services.reviews import KeptReview
from damaci.store import Store
from tests.play.tables import Played

pytestmark = pytest.mark.anyio


async def test_a_review_that_is_replaced_while_it_is_read_is_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Store(tmp_path) as store:
        played = Played()
        for move in ("d3-d4", "d6-d5"):
            played.move(move)
        await store.log.append("game", 0, played.events)
        start = played.table.game.start.fen
        reviews = RememberedReviews(store)
        await reviews.put("game", start, KeptReview(["d3-d4"], []))
        get = store.reviews.get
        reached = asyncio.Event()
        go_on = asyncio.Event()

        async def late(game: str) -> str | None:
            found = await get(game)
            monkeypatch.setattr(store.reviews, "get", get)
            reached.set()
            await go_on.wait()
            return found

        monkeypatch.setattr(store.reviews, "get", late)
        reading = asyncio.create_task(reviews.get("game"))
        await reached.wait()
        await reviews.put("game", start, KeptReview(["d3-d4", "d6-d5"], []))
        go_on.set()
        await reading
        found = await reviews.get("game")
        assert found
        assert len(found.moves) == 2
