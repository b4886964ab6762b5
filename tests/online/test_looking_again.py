"""What is read again and again: nothing that changes while it is read is missed, and no error ends it."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from damaci.online import challenge_news, daily, followed_news, lobby, orders, process, rating, television, tidying
from damaci.online.fair_play import driver as fair_play
from damaci.online.followed_news import FollowedNews
from damaci.online.house import driver as house
from damaci.online.orders import Orders
from damaci.online.settings import OnlineSettings
from damaci.online.tournaments import calls
from damaci.online.tournaments.calls import Calls, Follower
from damaci.services import game_counter
from damaci.store.audit import Act, State
from damaci.store.players import Player
from damaci.stored.errors import StoreError

pytestmark = pytest.mark.anyio

ADA = Player("ada", "Ada", 0.0, account="ada")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Follows:
    """Whom somebody follows: Ada from the moment on at which that has been read for the first time."""

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
    """A tournament whose first round cannot be read once."""

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
    """The log of operators' acts, which cannot be read once."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.away = False

    async def state(self) -> State:
        return State(len(self.acts), 0, "")

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
    reading = Orders(store, connections, nobody, nobody, nobody)
    await reading.look()
    audit.acts.append(Act(at=0.0, who="operator", what="rename", on="ada"))
    audit.away = True
    with pytest.raises(StoreError):
        await reading.look()
    await reading.look()
    assert away == ["game"]


class Failing:
    """A step that fails in a way that nobody expects, and works the next time."""

    def __init__(self) -> None:
        self.times = 0
        self.worked = asyncio.Event()

    async def __call__(self, *_: object, **__: object) -> bool:
        self.times += 1
        if self.times == 1:
            raise RuntimeError("nobody expects this")
        self.worked.set()
        return False


def _challenges(step: Failing) -> Any:
    news = challenge_news.ChallengeNews(*_nobodies(3))
    news.look = step  # type: ignore[method-assign]
    return news._run()


def _followed(step: Failing) -> Any:
    news = FollowedNews(*_nobodies(3))
    news.look = step  # type: ignore[method-assign]
    news._readers.add(followed_news.Reader("ada"))
    return news._run()


def _orders(step: Failing) -> Any:
    reading = Orders(*_nobodies(5))
    reading.look = step  # type: ignore[method-assign]
    return reading.run()


def _process(step: Failing) -> Any:
    serving = process.ServingProcess(*_nobodies(3), folder=None, alone=True, end=lambda: None)
    serving.look = step  # type: ignore[method-assign]
    return serving.run()


def _daily(step: Failing) -> Any:
    clocks = daily.DailyClocks(_STORE, *_nobodies(3), alone=True)
    clocks.look = step  # type: ignore[method-assign]
    return clocks._run()


def _house(step: Failing) -> Any:
    home: Any = SimpleNamespace(look=step, players=())
    people: Any = None
    return house.HouseDriver(_STORE, *_nobodies(2), home, people, most=1, on_begin=lambda: None)._run()


def _television(step: Failing) -> Any:
    watched = television.Television(_STORE, *_nobodies(2))
    watched.now = step  # type: ignore[assignment]
    watched._watched.set()
    return watched._run()


def _rating(step: Failing) -> Any:
    store: Any = SimpleNamespace(ratings=SimpleNamespace(count=step))
    return rating.RatingCounter(store)._run()


def _tidying(step: Failing) -> Any:
    pass_ = tidying.Tidying(_STORE, OnlineSettings())
    pass_._is_due = step  # type: ignore[method-assign]
    return pass_._run()


def _fair_play(step: Failing) -> Any:
    comparing = fair_play.FairPlayDriver(_STORE, *_nobodies(1))
    comparing.work = step  # type: ignore[method-assign]
    return comparing._run()


def _counter(step: Failing) -> Any:
    return game_counter.GameCounter(*_nobodies(1), may=step, look_seconds=0.0)._run()


def _calls(step: Failing) -> Any:
    club: Any = Club()
    calling = Calls(SimpleNamespace(announced=None, tournaments=None), club)  # type: ignore[arg-type]
    calling._followers.add(Follower(None, "swiss"))
    calling._look = step  # type: ignore[method-assign]
    return calling._run()


def _lobby(step: Failing) -> Any:
    waiting = lobby.Lobby(*_nobodies(2))
    waiting._subscribers.add(lobby.Subscriber(None))
    waiting._look_after_own = step  # type: ignore[assignment]
    waiting._look = step  # type: ignore[method-assign]
    return waiting._look_on()


def _nobodies(number: int) -> Any:
    return [None] * number


_STORE: Any = SimpleNamespace(leases=None)
PAUSES = ("LOOK_SECONDS", "GATHER_SECONDS", "SEEN_SECONDS", "FIRST_SECONDS", "AFTER_FAILURE_SECONDS")
MODULES = (
    calls,
    challenge_news,
    daily,
    followed_news,
    house,
    lobby,
    orders,
    process,
    rating,
    television,
    tidying,
    fair_play,
)


@pytest.mark.parametrize(
    "loop",
    [
        _challenges,
        _followed,
        _orders,
        _process,
        _daily,
        _house,
        _television,
        _rating,
        _tidying,
        _fair_play,
        _counter,
        _calls,
        _lobby,
    ],
)
async def test_an_error_that_nobody_expects_ends_no_loop(
    loop: Callable[[Failing], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in MODULES:
        for pause in PAUSES:
            if hasattr(module, pause):
                monkeypatch.setattr(module, pause, 0.001)
    step = Failing()
    running = asyncio.create_task(loop(step))
    await asyncio.wait([running, worked := asyncio.create_task(step.worked.wait())], return_when="FIRST_COMPLETED")
    assert not running.done()
    running.cancel()
    await worked
