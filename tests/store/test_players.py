"""Players, their sessions and their tokens."""

import asyncio
from collections import Counter

import pytest
from sqlalchemy import update

from damaci.store import Store
from damaci.store.players import NameTaken, Player, Token
from damaci.store.schema import PLAYERS

pytestmark = pytest.mark.anyio
ADA = Player("a", "Ada", 1.0, "ada", "hash of one")
CHANGED = Player("a", "Ada", 1.0, "ada", "hash of another")


@pytest.mark.parametrize(("tokens", "kept"), [("keep", CHANGED), ("revoke", None)])
async def test_who_begins_anew_is_nowhere_signed_in(store: Store, tokens: str, kept: Player | None) -> None:
    players = store.players
    await players.add(ADA)
    assert await players.open_session(ADA, "s", 5.0)
    assert await players.add_token(ADA, Token("t", "bot", 5.0), "h")
    await players.begin_anew(CHANGED, tokens=tokens)  # type: ignore[arg-type]
    assert await players.by_session("s", since=0.0) is None
    assert await players.by_token("h") == kept
    assert await players.get("a") == CHANGED


async def test_operators_find_a_name_by_a_part_however_it_is_written(store: Store) -> None:
    sahin = Player("s", "Şahin IŞIK", 1.0)
    await store.players.add(sahin)
    await store.players.add(ADA)
    for part in ("şahin", "ŞAHIN ı", "İŞİK"):
        assert await store.players.find(part, "-") == [sahin]


async def test_nobody_slips_in_with_the_former_passphrase(store: Store) -> None:
    await store.players.add(ADA)
    await store.players.begin_anew(CHANGED, tokens="revoke")
    assert not await store.players.open_session(ADA, "s", 5.0)
    assert not await store.players.add_token(ADA, Token("t", "bot", 5.0), "h")
    assert await store.players.by_session("s", since=0.0) is None
    assert await store.players.open_session(CHANGED, "s", 5.0)


async def test_nobody_slips_in_while_the_passphrase_is_being_changed(store: Store) -> None:
    await store.players.add(ADA)
    async with store._database.writing() as connection:
        await connection.execute(update(PLAYERS).values(passphrase=CHANGED.passphrase))
        slipping = asyncio.create_task(store.players.open_session(ADA, "s", 5.0))
        await asyncio.sleep(0.3)
    assert not await slipping


async def test_a_guest_is_let_in_without_a_passphrase_and_only_as_such(store: Store) -> None:
    guest = Player("g", "Guest 1000", 1.0)
    await store.players.add(guest)
    assert await store.players.open_session(guest, "s", 5.0)
    await store.players.begin_anew(Player("g", "Bea", 1.0, "bea", "hash"), tokens="revoke")
    assert not await store.players.add_token(guest, Token("t", "bot", 5.0), "h")


async def test_of_two_who_want_a_name_one_gets_it_and_the_other_loses_nothing(store: Store) -> None:
    guests = [Player(each, f"Guest {each}", 1.0) for each in "xy"]
    for guest in guests:
        await store.players.add(guest)
        await store.players.open_session(guest, guest.id, 5.0)
    wishes = [store.players.begin_anew(Player(each.id, "Cem", 1.0, "cem", "hash"), tokens="revoke") for each in guests]
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    assert Counter(map(type, answers)) == {NameTaken: 1, type(None): 1}
    signed_in = [await store.players.by_session(each.id, since=0.0) for each in guests]
    assert signed_in.count(None) == 1
