import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from damaci.store import Store
from damaci.stored import StoreError

pytestmark = pytest.mark.anyio


async def test_a_value_stays_until_another_takes_its_place(place: str) -> None:
    async with Store(place) as store:
        await store.settings.put("sound", {"on": True, "volume": 0.5})
        await store.settings.put("language", "tr")
        await store.settings.put("sound", {"on": False})
    async with Store(place) as store:
        assert await store.settings.get("sound") == {"on": False}
        assert await store.settings.all() == {"language": "tr", "sound": {"on": False}}


async def test_a_missing_value_has_a_default(store: Store) -> None:
    assert await store.settings.get("board") is None
    assert await store.settings.get("board", "wood") == "wood"


async def test_what_json_cannot_hold_is_refused(store: Store) -> None:
    with pytest.raises(TypeError):
        await store.settings.put("board", object())
    assert await store.settings.all() == {}


async def test_changes_at_once_are_all_kept(place: str) -> None:
    async with Store(place) as one, Store(place) as other:
        stores = [one, other, one, other]
        added = (store.settings.change("list", adding(number)) for number, store in enumerate(stores))
        await asyncio.gather(*added)
        assert sorted(await one.settings.get("list")) == [0, 1, 2, 3]


def adding(number: int) -> Callable[[Any], Any]:
    return lambda former: [*(former or []), number]


async def test_a_change_that_fails_or_changes_nothing_stores_nothing(store: Store) -> None:
    def fail(_: Any) -> Any:
        raise StoreError("no")

    await store.settings.change("a", lambda value: value)
    with pytest.raises(StoreError):
        await store.settings.change("a", fail)
    assert await store.settings.all() == {}


async def test_everything_can_be_forgotten(store: Store) -> None:
    await store.settings.put("board", "wood")
    await store.settings.clear()
    assert await store.settings.all() == {}
