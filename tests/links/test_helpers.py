"""Helpers of an arbiter: their codes, their names, and the data that is stored about them."""

from pathlib import Path

import pytest

from damaci.links import helpers as module
from damaci.links.helpers import KEY, MOST_HELPERS, Helpers, HelpRefused
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.stored import Store

pytestmark = pytest.mark.anyio


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store() -> Store:
    return PocketStore(MemoryRecords())


async def refused(helpers: Helpers, name: str, code: str) -> str:
    with pytest.raises(HelpRefused) as caught:
        await helpers.admit(name, code)
    return caught.value.code


def code_of(helpers: Helpers, tournament: str) -> str:
    share = helpers.share(tournament)
    assert share
    return share.code


async def test_a_code_admits_to_its_tournament_and_the_secret_is_not_stored(store: Store) -> None:
    helpers = Helpers(store)
    await helpers.open()
    await helpers.invite("one")
    await helpers.invite("two")
    secret = await helpers.admit(" Ayşe ", code_of(helpers, "two").lower())
    found = helpers.find(secret)
    assert found
    assert (found.tournament, found.helper.name) == ("two", "Ayşe")
    assert helpers.find("another") is None
    assert secret not in str(await store.settings.get(KEY, {}))
    again = Helpers(store)
    await again.open()
    assert again.find(secret) == found
    assert again.shares == helpers.shares


async def test_a_withdrawn_code_admits_nobody_also_not_an_empty_one(store: Store) -> None:
    helpers = Helpers(store)
    await helpers.invite("one")
    former = code_of(helpers, "one")
    await helpers.close_code("one")
    assert [await refused(helpers, "Ayşe", code) for code in ("", " ", former)] == ["wrong-code"] * 3
    assert not helpers.is_code("one", "")
    await helpers.invite("one")
    assert code_of(helpers, "one") != former
    await helpers.end("one")
    assert helpers.share("one") is None


async def test_who_comes_again_after_a_while_follows_under_the_same_name(store: Store) -> None:
    clock = Clock()
    helpers = Helpers(store, clock)
    await helpers.invite("one")
    code = code_of(helpers, "one")
    former = await helpers.admit("Ayşe", code)
    assert await refused(helpers, "AYŞE", code) == "tournament-helper-name"
    clock.now += module.CONNECTED
    later = await helpers.admit("Ayşe", code)
    assert helpers.find(former) is None
    found = helpers.find(later)
    assert found
    assert helpers.is_connected(found.helper.id)
    clock.now += module.CONNECTED
    assert not helpers.is_connected(found.helper.id)


async def test_helpers_are_not_endlessly_many(store: Store) -> None:
    helpers = Helpers(store)
    await helpers.invite("one")
    code = code_of(helpers, "one")
    for number in range(MOST_HELPERS):
        await helpers.admit(f"Helper {number}", code)
    assert await refused(helpers, "Ayşe", code) == "tournament-helpers-full"
    share = helpers.share("one")
    assert share
    await helpers.remove("one", share.helpers[0].id)
    assert await helpers.admit("Ayşe", code)


async def test_what_another_version_has_stored_is_left_aside(store: Store, tmp_path: Path) -> None:
    await store.settings.put(KEY, {"shares": [{"id": 3}]})
    helpers = Helpers(store)
    await helpers.open()
    assert helpers.shares == ()
