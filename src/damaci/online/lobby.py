"""The lobby: open seeks and running games, read from the database once for all subscribers."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from damaci.online.terms import Terms
from damaci.store import Store, StoreError, Summary
from damaci.store.seeks import Seek

LOOK_SECONDS = 1.0
"""Seconds between two reads of other processes' seeks; those of this process are seen at once."""
KEEP_SECONDS = 20.0
STALE_SECONDS = 60.0
"""Age after which a seek is not shown unless its player is seen; a killed process cannot remove its seeks."""
GRACE_SECONDS = 5.0
"""Seconds that a seek is kept after its player disconnects, so that reloading the page does not remove it."""
RUNNING_SECONDS = 15 * 60.0
"""A game without an event for this many seconds is not shown."""
MOST_SHOWN = 50

_logger = logging.getLogger(__name__)


class OpenSeek(msgspec.Struct, frozen=True):
    """A seek that anyone may accept. `mine`: it is the reader's own."""

    id: str
    name: str
    terms: Terms
    mine: bool = False


class State(msgspec.Struct, frozen=True, tag_field="type", tag="lobby"):
    """The lobby: open seeks, running games (last moved first), and the number of connected pages."""

    seeks: list[OpenSeek]
    games: Sequence[Summary]
    here: int


class Accepted(msgspec.Struct, frozen=True, tag_field="type", tag="begun"):
    """The reader's seek was accepted: the game of that id has begun."""

    id: str


News = State | Accepted


class Subscriber:
    """A page that shows the lobby."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.accepted: list[str] = []
        self.woken = asyncio.Event()
        self.woken.set()


class Lobby:
    """Reads the store while there are subscribers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._subscribers: set[Subscriber] = set()
        self._seeks: Sequence[Seek] = ()
        self._games: Sequence[Summary] = ()
        self._waiting: dict[str, str] = {}
        """The player of each seek of a subscriber, by seek id."""
        self._kept = 0.0
        self._changed = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()

    def refresh(self) -> None:
        """Reads the store now, because something has changed."""
        self._changed.set()

    async def close(self) -> None:
        """Stops reading the store."""
        for task in [*self._leaving, *([self._looking] if self._looking else [])]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def subscribe(self, player: str | None) -> AsyncGenerator[News]:
        """The lobby as `player` sees it, now and whenever it changes."""
        with self._present(player) as subscriber:
            while True:
                await subscriber.woken.wait()
                subscriber.woken.clear()
                while subscriber.accepted:
                    yield Accepted(subscriber.accepted.pop(0))
                yield self._state(player)

    def _state(self, player: str | None) -> State:
        shown = [
            OpenSeek(each.id, each.name, msgspec.json.decode(each.wish, type=Terms), each.player == player)
            for each in self._seeks
        ]
        return State(shown, self._games, len(self._subscribers))

    # ---- coming and going --------------------------------------------------------------------------------------------

    @contextmanager
    def _present(self, player: str | None) -> Iterator[Subscriber]:
        subscriber = Subscriber(player)
        self._subscribers.add(subscriber)
        self._kept = 0.0
        self.refresh()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_on(), name="lobby")
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)
            self.refresh()
            if player:
                leaving = asyncio.create_task(self._leave(player))
                self._leaving.add(leaving)
                leaving.add_done_callback(self._leaving.discard)

    async def _leave(self, player: str) -> None:
        await asyncio.sleep(GRACE_SECONDS)
        if player in self._players():
            return
        with contextlib.suppress(StoreError):  # It becomes stale by itself.
            await self._store.seeks.remove_open(player)
        self.refresh()

    def _players(self) -> Counter[str]:
        return Counter(subscriber.player for subscriber in self._subscribers if subscriber.player)

    # ---- looking -----------------------------------------------------------------------------------------------------

    async def _look_on(self) -> None:
        while self._subscribers:
            self._changed.clear()
            try:
                await self._look()
            except StoreError as error:
                _logger.error("the lobby cannot be read: %s", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), LOOK_SECONDS)

    async def _look(self) -> None:
        at = time.time()
        players = self._players()
        before = (self._seeks, self._games)
        if players and at - self._kept > KEEP_SECONDS:
            await self._store.seeks.keep(players, at)
            self._kept = at
        if players:
            waiting = {seek.id: seek.player for seek in await self._store.seeks.of_players(players)}
        else:
            waiting = {}
        for seek, player in self._waiting.items():
            if seek not in waiting and await self._store.seats.of_game(seek):
                self._tell_accepted(seek, player)
        self._waiting = waiting
        self._seeks = await self._store.seeks.open(at - STALE_SECONDS, MOST_SHOWN)
        running = await self._store.games.list(finished=False, begun=True, limit=MOST_SHOWN)
        self._games = [game for game in running if game.updated > at - RUNNING_SECONDS and _is_between_people(game)]
        if _seen(*before) != _seen(self._seeks, self._games):
            self._wake()

    def _tell_accepted(self, seek: str, player: str) -> None:
        for subscriber in self._subscribers:
            if subscriber.player == player:
                subscriber.accepted.append(seek)
                subscriber.woken.set()

    def _wake(self) -> None:
        for subscriber in self._subscribers:
            subscriber.woken.set()


def _is_between_people(game: Summary) -> bool:
    return game.white.kind == game.black.kind == "person"


def _seen(seeks: Sequence[Seek], games: Sequence[Summary]) -> tuple[list[str], list[str]]:
    """The ids that decide whether subscribers are told; a player seen again or a move is no change."""
    return [seek.id for seek in seeks], [game.id for game in games]
