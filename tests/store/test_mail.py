"""Mail addresses and the queue of mails: a link can be used once, and a notice can be taken once."""

import asyncio

import pytest

from damaci.store import Store
from damaci.store.mail_addresses import MailAddress
from damaci.store.mail_queue import MailKind, WaitingMail
from damaci.store.players import Player

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
async def players(store: Store) -> None:
    for name in ("ada", "bora"):
        await store.players.add(Player(name, name, 1.0))
    await store.mail_addresses.put(address("ada"), 100.0)


def address(player: str, name: str = "ada@example.org") -> MailAddress:
    return MailAddress(player=player, address=name, language="en")


def notice(kind: MailKind = "turn", about: str = "g", due: float = 1.0, ply: int = 0) -> WaitingMail:
    return WaitingMail(player="ada", kind=kind, about=about, due=due, until=9.0, ply=ply)


async def test_a_link_confirms_once_and_in_time(store: Store) -> None:
    addresses = store.mail_addresses
    assert await addresses.ask(address("ada"), "old", 50.0)
    assert await addresses.ask(address("ada"), "new", 50.0)
    assert not await addresses.ask(address("ada", "other@example.org"), "x", 50.0)
    assert not await addresses.confirm("old", 10.0)
    assert not await addresses.confirm("new", 50.0)
    assert await addresses.confirm("new", 49.0)
    assert not await addresses.confirm("new", 49.0)
    found = await addresses.of("ada")
    assert found
    assert (found.usable, found.confirmed) == (True, 49.0)


async def test_another_address_has_to_be_confirmed_too(store: Store) -> None:
    addresses = store.mail_addresses
    await addresses.ask(address("ada"), "hash", 50.0)
    await addresses.count("ada", 7)
    await addresses.put(address("ada", "other@example.org"), 100.0)
    assert not await addresses.confirm("hash", 10.0)
    found = await addresses.of("ada")
    assert found
    assert (found.usable, found.sent_on(7), found.sent_on(8)) == (False, 1, 0)


async def test_counting(store: Store) -> None:
    for day in (7, 7, 8):
        await store.mail_addresses.count("ada", day)
    for _ in range(2):
        await store.mail_addresses.bounce("ada", "ada@example.org")
    await store.mail_addresses.bounce("ada", "another@example.org")
    found = await store.mail_addresses.of("ada")
    assert found
    assert (found.day, found.sent, found.bounces, found.stopped) == (8, 1, 2, False)


async def test_addresses_that_nobody_confirms_are_forgotten(store: Store) -> None:
    await store.mail_addresses.put(address("bora"), 100.0)
    await store.mail_addresses.ask(address("bora"), "hash", 200.0)
    await store.mail_addresses.confirm("hash", 10.0)
    await store.mail_addresses.remove_unconfirmed(99.0)
    assert await store.mail_addresses.of("ada")
    await store.mail_addresses.remove_unconfirmed(300.0)
    assert await store.mail_addresses.of("ada") is None
    assert await store.mail_addresses.of("bora")


async def test_of_many_who_take_one_gets_each_notice(store: Store) -> None:
    for number in range(20):
        await store.mail_queue.put(notice(about=f"g{number}"))
    taken = await asyncio.gather(*(store.mail_queue.take("ada", 5.0) for _ in range(8)))
    assert sorted(each.about for some in taken for each in some) == sorted(f"g{number}" for number in range(20))
    assert await store.mail_queue.of("ada") == []


async def test_a_newer_notice_stands_for_the_older_one_and_is_not_put_back_over(store: Store) -> None:
    await store.mail_queue.put(notice(ply=1))
    await store.mail_queue.put(notice(ply=3))
    [taken] = await store.mail_queue.take("ada", 5.0)
    assert taken.ply == 3
    await store.mail_queue.put(notice(ply=5))
    await store.mail_queue.put_back([taken, notice("challenge", "c")])
    assert sorted((each.about, each.ply) for each in await store.mail_queue.of("ada")) == [("c", 0), ("g", 5)]


async def test_who_has_waited_longest_is_first(store: Store) -> None:
    await store.mail_queue.put(notice(due=4.0))
    await store.mail_queue.put(notice(about="later", due=6.0))
    await store.mail_queue.put(WaitingMail(player="bora", kind="turn", about="g", due=2.0, until=9.0))
    assert await store.mail_queue.due(5.0, 10) == ["bora", "ada"]
    assert await store.mail_queue.due(5.0, 1) == ["bora"]
    assert [each.about for each in await store.mail_queue.take("ada", 5.0)] == ["g"]


async def test_what_waits_longer_is_brought_forward_of_one_kind_and_player(store: Store) -> None:
    for queue in (store.mail_queue, store.push_queue):
        await queue.put(notice("hurry", "soon", due=4.0))
        await queue.put(notice("hurry", "later", due=6.0))
        await queue.put(notice("holiday", "h", due=7.0))
        await queue.put(WaitingMail(player="bora", kind="hurry", about="later", due=8.0, until=9.0))
        await queue.bring_forward("ada", "hurry", 5.0)
        found = [(each.about, each.due, each.until) for each in await queue.of("ada")]
        assert found == [("soon", 4.0, 9.0), ("later", 5.0, 9.0), ("h", 7.0, 9.0)]
        assert [each.due for each in await queue.of("bora")] == [8.0]


async def test_everything_goes_with_the_player(store: Store) -> None:
    await store.mail_queue.put(notice())
    await store.erasure.erase("ada", 1.0)
    assert (await store.mail_addresses.of("ada"), await store.mail_queue.of("ada")) == (None, [])
    assert not await store.mail_addresses.put(address("ada"), 100.0)
    assert not await store.mail_queue.put(notice())
