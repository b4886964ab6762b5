import pytest

from damaci.store import Store

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


async def test_everything_can_be_forgotten(store: Store) -> None:
    await store.settings.put("board", "wood")
    await store.settings.clear()
    assert await store.settings.all() == {}
