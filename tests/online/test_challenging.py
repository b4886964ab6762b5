"""Challenges that are made at the same time."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from damaci.online.challenge_news import ChallengeNews
from damaci.online.challenging import challenge
from damaci.online.connections import OpenSocket
from damaci.online.pairing import OpenInvitation
from damaci.online.terms import GameTerms
from damaci.online.turns import Turns
from damaci.store import Store
from damaci.store.challenges import Challenge
from damaci.store.players import Player
from damaci.stored.errors import StoreError
from tests.host.fakes import eventually
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        yield store


@pytest.fixture
async def both(store: Store) -> tuple[Player, Player]:
    players = [Player(name, name, time.time(), account=name, passphrase="x") for name in ("ada", "bora")]
    for each in players:
        await store.players.add(each)
    return players[0], players[1]


def services_of(store: Store) -> Any:
    ids = iter("abcdefgh")
    return SimpleNamespace(
        store=store,
        turns=Turns(),
        house=SimpleNamespace(player=lambda id: None),
        repeatable_ids=SimpleNamespace(of=lambda player, key: next(ids)),
        limits=SimpleNamespace(take=lambda costs, payer: None),
        challenge_news=SimpleNamespace(refresh=lambda: None),
        notifier=SimpleNamespace(challenged=lambda made, name: None),
    )


async def test_two_who_challenge_each_other_do_not_wait_for_each_other(
    store: Store, both: tuple[Player, Player]
) -> None:
    """The first challenge waits for a lock, because its player is doing something else. The second one then waits for
    the same lock."""
    ada, bora = both
    services = services_of(store)
    async with services.turns.of(ada.id):
        first = asyncio.create_task(challenge(services, ada, bora.name, GameTerms(), address="1.1.1.1"))
        await _waiting(services.turns, ada.id, 1)
        second = asyncio.create_task(challenge(services, bora, ada.name, GameTerms(), address="2.2.2.2"))
        await _waiting(services.turns, ada.id, 2)
    made = await asyncio.wait_for(asyncio.gather(first, second), PATIENCE)
    assert all(isinstance(each, OpenInvitation) for each in made)


async def _waiting(turns: Turns, player: str, number: int) -> None:
    await eventually(lambda: len(turns.of(player)._waiters or ()) == number)  # type: ignore[attr-defined]


class Ratings:
    """In place of the store of ratings; it can be made to fail."""

    away = False

    async def of_seeks(self, seeks: object) -> dict[str, object]:
        if self.away:
            raise StoreError("the store has gone")
        return {}


async def test_an_acceptance_is_told_also_after_the_store_could_not_be_read(
    store: Store, both: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bora = both
    told: list[Any] = []
    socket: Any = None
    connections: Any = SimpleNamespace(
        players={ada.id, bora.id},
        open=[OpenSocket(socket, ada.id, "1.1.1.1")],
        tell=lambda text, only: told.append(msgspec.json.decode(text)),
    )
    ratings: Any = Ratings()
    news = ChallengeNews(store, connections, ratings)
    for id in ("accepted", "standing"):
        until = time.time() + 100
        await store.challenges.add(
            Challenge(id=id, player=ada.id, target=bora.id, wish="{}", created=time.time(), until=until)
        )
    await news.look()
    await store.challenges.remove("accepted", ada.id)

    async def of_game(game: str) -> dict[str, str]:
        return {"white": ada.id}

    monkeypatch.setattr(store.seats, "of_game", of_game)
    ratings.away = True
    with pytest.raises(StoreError):
        await news.look()
    ratings.away = False
    await news.look()
    assert [each["id"] for each in told[-1]["begun"]] == ["accepted"]
