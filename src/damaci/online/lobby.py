"""The lobby: open seeks and running games, read from the database and encoded once for all who follow it."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

import msgspec

from damaci.host.repeating import Repeating
from damaci.host.tasks import Tasks
from damaci.online.lobby_news import Accepted, Changes, OpenSeek, Own, Running, View
from damaci.online.people import People
from damaci.store import Store, StoreError
from damaci.store.seeks import Seek

LOOK_SECONDS = 1.0
"""Least seconds between two messages of what everybody sees, and between two reads of it."""
COUNT_SECONDS = 3.0
"""Least seconds between two messages of how far games have gone and how many visitors are here."""
GATHER_SECONDS = 0.1
"""Least seconds between two reads of the followers' own seeks."""
KEEP_SECONDS = 20.0
STALE_SECONDS = 60.0
"""Age after which a seek is not shown unless its player is seen; a killed process cannot remove its seeks."""
ARRIVAL_SECONDS = 15.0
"""Age after which a new seek is not shown if its player has never been seen in the lobby: a page may be closed before
it has connected, and nobody should begin a game with somebody who has gone."""
GRACE_SECONDS = 5.0
"""Seconds that a seek is kept after its player disconnects, so that reloading the page does not remove it."""
RUNNING_SECONDS = 15 * 60.0
"""A game without an event for this many seconds is not shown."""
MOST_SHOWN = 50
WOKEN_AT_ONCE = 20
"""Followers to which news is sent before anything else may run: sending to all at once would delay moves."""
WAKE_PAUSE = 0.005
"""Seconds until the next of them follow."""

_encoder = msgspec.json.Encoder()
_NOTHING = Changes()


class Subscriber:
    """A page that follows the lobby. It has no queue: a page that reads slowly gets the whole state again."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.letters: list[str] = []
        """Messages for this subscriber only."""
        self.known = -1
        """The number of the view that it was sent last."""
        self.own: list[str] = []
        """The ids of its open seeks, as it was sent them last."""
        self.woken = asyncio.Event()

    def tell(self, message: Own | Accepted) -> None:
        """Has a message sent."""
        self.letters.append(_encode(message))
        self.woken.set()


class Lobby:
    """Reads the store while there are subscribers."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people
        self._subscribers: set[Subscriber] = set()
        self._view = View()
        self._number = 0
        self._change = ""
        """What has changed from the view before to this one."""
        self._state: str | None = None
        """The whole view; None until it is needed."""
        self._waiting: dict[str, Seek] = {}
        """The seeks of subscribers, by id."""
        self._kept: dict[str, float] = {}
        """When the players of these seeks, by id, were last recorded as connected."""
        self._looked = self._counted = -LOOK_SECONDS
        self._repeating = Repeating(self._look_on, LOOK_SECONDS, "the lobby cannot be told")
        self._leaving = Tasks()

    def refresh(self) -> None:
        """Reads the store soon, because something has changed."""
        self._repeating.wake()

    async def close(self) -> None:
        """Stops reading the store."""
        self._leaving.cancel()
        await self._leaving.ended()
        await self._repeating.close()

    async def subscribe(self, player: str | None) -> AsyncGenerator[str]:
        """Messages to a page of `player`: the state of the lobby, then what changes. See damaci.online.lobby_news."""
        with self._present(player) as subscriber:
            while True:
                await subscriber.woken.wait()
                subscriber.woken.clear()
                while subscriber.letters:
                    yield subscriber.letters.pop(0)
                if news := self._news_for(subscriber):
                    yield news

    def _news_for(self, subscriber: Subscriber) -> str:
        known = subscriber.known
        subscriber.known = self._number
        if known == self._number:
            return ""
        if known == self._number - 1 and known >= 0:
            return self._change
        if self._state is None:
            self._state = _encode(self._view.state())
        return self._state

    # ---- coming and going --------------------------------------------------------------------------------------------

    @contextmanager
    def _present(self, player: str | None) -> Iterator[Subscriber]:
        subscriber = Subscriber(player)
        self._subscribers.add(subscriber)
        self.refresh()
        self._repeating.start()
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)
            self.refresh()
            if player:
                self._leaving.start(self._leave(player))

    async def _leave(self, player: str) -> None:
        await asyncio.sleep(GRACE_SECONDS)
        if any(subscriber.player == player for subscriber in self._subscribers):
            return
        with suppress(StoreError):  # It becomes outdated by itself.
            await self._store.seeks.remove_open(player, time.time())
        self.refresh()

    # ---- looking -----------------------------------------------------------------------------------------------------

    async def _look_on(self) -> float:
        """Looks for those who are there. Returns the seconds until the next look at everything is due."""
        present = list(self._subscribers)
        if not present:
            self._looked = self._counted = -LOOK_SECONDS
            return LOOK_SECONDS
        await self._look_after_own(present)
        if time.monotonic() - self._looked >= LOOK_SECONDS:
            await self._look()
        await self._wake(present)
        await asyncio.sleep(GATHER_SECONDS)
        return max(0.0, self._looked + LOOK_SECONDS - time.monotonic())

    async def _look_after_own(self, present: Sequence[Subscriber]) -> None:
        """Sends players their own seeks, and those that were accepted."""
        players = {subscriber.player for subscriber in present if subscriber.player}
        found = await self._seeks_of(players)
        for seek in self._waiting.values():
            if seek.id not in found and await self._store.seats.of_game(seek.id):
                self._tell_accepted(seek)
        self._waiting = found
        by_player: defaultdict[str, list[Seek]] = defaultdict(list)
        for seek in found.values():
            by_player[seek.player].append(seek)
        _tell_own(present, by_player)
        await self._keep(found.values())

    async def _seeks_of(self, players: Collection[str]) -> dict[str, Seek]:
        """The seeks of these players by id, the newest first. Those that are known are not read again: they do not
        change."""
        if not players:
            return {}
        ids = await self._store.seeks.ids_of_players(players)
        seeks = [self._waiting[id] for id in ids if id in self._waiting]
        if new := [id for id in ids if id not in self._waiting]:
            seeks += await self._store.seeks.some(new)
        return {seek.id: seek for seek in sorted(seeks, key=lambda seek: (-seek.created, seek.id))}

    async def _keep(self, seeks: Collection[Seek]) -> None:
        at = time.time()
        due = {seek.player for seek in seeks if at - self._kept.get(seek.id, 0.0) > KEEP_SECONDS}
        if due:
            await self._store.seeks.keep(due, at)
        self._kept = {seek.id: at if seek.player in due else self._kept[seek.id] for seek in seeks}

    async def _look(self) -> None:
        at = time.time()
        seeks = await self._store.seeks.open(at - STALE_SECONDS, MOST_SHOWN)
        games = await self._games(at - RUNNING_SECONDS)
        self._looked = time.monotonic()
        here = len(self._subscribers)
        if self._looked - self._counted < COUNT_SECONDS:
            games = {id: game.as_far_as(self._view.games.get(id)) for id, game in games.items()}
            here = self._view.here
        ratings = await self._people.of_seeks(seeks)
        newest_first = sorted(
            (OpenSeek.of(each, ratings.get(each.id)) for each in seeks), key=lambda seek: -seek.created
        )
        self._show(View({seek.id: seek for seek in newest_first}, games, here))

    async def _games(self, since: float) -> dict[str, Running]:
        """The games to show: a game stays until it is over or nobody moves in it, else they would change with every
        move."""
        found = {game.id: game for game in await self._store.games.between_people(since, MOST_SHOWN)}
        if others := [game for game in self._view.games if game not in found]:
            for game in await self._store.games.some(others):
                if game.result == "*" and game.plies and game.updated >= since:
                    found[game.id] = game
        staying = [id for id in self._view.games if id in found]
        coming = [id for id in found if id not in self._view.games][: MOST_SHOWN - len(staying)]
        return await self._with_accounts({id: Running.of(found[id]) for id in coming + staying})

    async def _with_accounts(self, games: Mapping[str, Running]) -> dict[str, Running]:
        """They are asked for when a game comes or a name changes: an account that is deleted takes its name along."""
        known = self._view.games
        fresh = [id for id, game in games.items() if id not in known or game.is_renamed(known[id])]
        found = await self._store.seats.accounts_of(fresh) if fresh else {}
        return {
            id: msgspec.structs.replace(game, accounts=found.get(id, {}) if id in fresh else known[id].accounts)
            for id, game in games.items()
        }

    # ---- telling -----------------------------------------------------------------------------------------------------

    def _show(self, view: View) -> None:
        changes = view.changes_since(self._view)
        if changes == _NOTHING and self._number:
            return
        if changes.here is not None or changes.games.changed:
            self._counted = self._looked
        self._view = view
        self._number += 1
        self._change = _encode(changes)
        self._state = None

    def _tell_accepted(self, seek: Seek) -> None:
        for subscriber in self._subscribers:
            if subscriber.player == seek.player:
                subscriber.tell(Accepted(seek.id))

    async def _wake(self, present: Sequence[Subscriber]) -> None:
        late = [subscriber for subscriber in present if subscriber.known != self._number]
        for start in range(0, len(late), WOKEN_AT_ONCE):
            for subscriber in late[start : start + WOKEN_AT_ONCE]:
                subscriber.woken.set()
            await asyncio.sleep(WAKE_PAUSE)


def _tell_own(present: Sequence[Subscriber], seeks: Mapping[str, Sequence[Seek]]) -> None:
    for subscriber in present:
        own = [seek for seek in seeks.get(subscriber.player or "", ()) if seek.open]
        ids = [seek.id for seek in own]
        if ids != subscriber.own:
            subscriber.own = ids
            subscriber.tell(Own([OpenSeek.of(seek) for seek in own]))


def _encode(message: msgspec.Struct) -> str:
    return _encoder.encode(message).decode()
