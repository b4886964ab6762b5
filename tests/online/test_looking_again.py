"""Data that is polled: a change is not missed, even if it happens while the data is being read."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from damaci.online.followed_news import FollowedNews
from damaci.online.orders import OperatorOrders
from damaci.online.tournaments.calls import Calls
from damaci.store.audit import Act, AuditState
from damaci.store.players import Player
from damaci.stored.errors import StoreError

pytestmark = pytest.mark.anyio

ADA = Player("ada", "Ada", 0.0, account="ada")


class Follows:
    """The followed players of somebody who begins to follow Ada while they are read for the first time."""

    def __init__(self, begins: Callable[[], None]) -> None:
        self._begins = begins
        self.reads = 0

    async def of(self, player: str) -> list[Any]:
        self.reads += 1
        if self.reads == 1:
            self._begins()
            return []
        return [SimpleNamespace(player=ADA)]


class Seen:
    async def here(self, players: set[str]) -> set[str]:
        return players

    async def games(self, here: set[str]) -> dict[str, str]:
        return {}


async def test_who_begins_to_follow_while_that_is_read_is_told() -> None:
    follows = Follows(lambda: news.changed("me"))
    store: Any = SimpleNamespace(follows=follows)
    quiet: Any = SimpleNamespace(renamings=(), ban_of_player=lambda player: None)
    seen: Any = Seen()
    news = FollowedNews(store, seen, quiet)
    page = news.subscribe("me")
    told = asyncio.ensure_future(anext(page))
    await asyncio.sleep(0)
    await news.look()
    await news.look()
    assert "Ada" in await told
    await page.aclose()


class Rounds:
    """A tournament whose first round cannot be read at the first attempt."""

    def __init__(self) -> None:
        self._failures = iter([StoreError("gone")])

    async def versions(self, followed: set[str]) -> dict[str, int]:
        return {"swiss": 3}

    async def call_of(self, player: str) -> None:
        return None

    async def last_round(self, tournament: str) -> int:
        for failure in self._failures:
            raise failure
        return 1

    async def calls(self, tournament: str, after: int) -> dict[str, str]:
        return {"me": "mygame"}


class Club:
    renamings = 0

    async def plays(self, player: str) -> bool:
        return True


async def test_who_could_not_be_called_to_a_game_is_called_by_the_next_look() -> None:
    store: Any = SimpleNamespace(announced=Rounds(), tournaments=None)
    club: Any = Club()
    calling = Calls(store, club)
    page = calling.follow("me", "")
    told = asyncio.ensure_future(anext(page))
    await asyncio.sleep(0.01)
    with pytest.raises(StoreError):
        await calling._look()
    await calling._look()
    assert "mygame" in await asyncio.wait_for(told, 5)
    await page.aclose()


class Audit:
    """The audit log, whose reading can be made to fail once."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.away = False

    async def state(self) -> AuditState:
        return AuditState(len(self.acts), 0, "")

    async def list(self, what: str) -> list[Act]:
        if self.away:
            self.away = False
            raise StoreError("the store has gone")
        return [each for each in self.acts if each.what == what]


async def _nothing(*_: object) -> list[object]:
    return []


async def test_an_order_that_could_not_be_read_is_carried_out_by_the_next_look() -> None:
    async def games_of(player: str, limit: None) -> list[Any]:
        return [SimpleNamespace(id="game")]

    audit = Audit()
    away: list[str] = []
    store: Any = SimpleNamespace(
        audit=audit,
        bans=SimpleNamespace(running=_nothing),
        notices=SimpleNamespace(running=_nothing),
        players=SimpleNamespace(closed=_nothing),
        seats=SimpleNamespace(games_of=games_of),
    )
    connections: Any = SimpleNamespace(players=set(), shut=False, close=lambda *_: None, tell=lambda *_: None)
    nobody: Any = SimpleNamespace(
        look=_nothing, put_away=away.append, put_removed_away=_nothing, forget_all=lambda: None
    )
    reading = OperatorOrders(store, connections, nobody, nobody, nobody)
    await reading.look()
    audit.acts.append(Act(at=0.0, who="operator", what="rename", on="ada"))
    audit.away = True
    with pytest.raises(StoreError):
        await reading.look()
    await reading.look()
    assert away == ["game"]
