"""The games in memory: each is loaded once, and let go when nobody uses it or others need the memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from damaci.host.engine_seat import EngineSeat
from damaci.host.memory import Budget, RoomsFull, bytes_of
from damaci.host.room import Room
from damaci.host.tasks import Tasks


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A room, and the engine's seat in it."""

    room: Room
    engine: EngineSeat | None

    @property
    def idle(self) -> bool:
        """Whether the game can be unloaded: it has no subscriber but the engine, no engine thinks and no clock runs,
        unless it is by the day."""
        followers = len(self.room.subscriptions) - (self.engine is not None and self.engine.following)
        table = self.room.table
        running = table.clocks and table.clocks.running and not table.settings.days
        return not (followers or (self.engine and self.engine.busy) or running)

    @property
    def size(self) -> int:
        """Bytes of memory, as an estimate."""
        return bytes_of(len(self.room.events))

    async def close(self) -> None:
        """Ends the engine's thinking and closes the room."""
        if self.engine:
            await self.engine.close()
        await self.room.close()


class LiveGames:
    """Live games by id. Those that are being loaded are among them."""

    def __init__(self, idle_seconds: float, memory: int, on_leave: Callable[[Room], None]) -> None:
        """`idle_seconds`: after which a game that nobody uses is let go; `memory`: the bytes that games may take;
        `on_leave` is told each room that is about to be closed, sometimes twice."""
        self._idle_seconds = idle_seconds
        self._budget = Budget(memory, lambda: self.size)
        self._on_leave = on_leave
        self._games: OrderedDict[str, asyncio.Task[LiveGame]] = OrderedDict()
        """The one that was requested last is at the end."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._closing = Tasks()

    def __contains__(self, game: str) -> bool:
        return game in self._games

    def __len__(self) -> int:
        return len(self._games)

    @property
    def ids(self) -> list[str]:
        """All games."""
        return [*self._games]

    @property
    def loaded(self) -> list[LiveGame]:
        """The games that are loaded."""
        return [live for _, live in self._loaded()]

    @property
    def size(self) -> int:
        """Bytes of memory that the games take, as an estimate."""
        return sum(live.size for live in self.loaded)

    async def get(self, game: str, load: Callable[[], Coroutine[Any, Any, LiveGame]]) -> Room:
        """The room of a game, which is loaded if it is not here. Raises what `load` raises."""
        if game not in self._games:
            self._games[game] = asyncio.create_task(load())
            self._games[game].add_done_callback(lambda task: self._forget_failure(game, task))
        loading = self._games[game]
        self._games.move_to_end(game)
        live = await asyncio.shield(loading)
        if self._games.get(game) is loading:
            self._watch(game)
        return live.room

    async def room(self, game: str) -> Room:
        """The room of a game that is here, as soon as it is loaded; it may be let go meanwhile. Raises what loading
        raises."""
        return (await asyncio.shield(self._games[game])).room

    def make_room(self, size: int) -> None:
        """Lets games go that nobody uses, those requested longest ago first, until there is memory for another one.
        Raises RoomsFull."""
        if self._budget.spares(size):
            return
        excess = self._budget.excess(size)
        if excess <= 0:
            return
        for game, live in self._loaded():
            if live.idle:
                self.put_away(game)
                excess -= live.size
            if excess <= 0:
                return
        raise RoomsFull("too many games are open")

    def put_away(self, game: str) -> None:
        """Closes a game's room, if it is here. Does not wait."""
        loading = self._take(game)
        if loading and _succeeded(loading):
            self._on_leave(loading.result().room)
        if loading:
            self._closing.start(self._close(loading))

    async def take_away(self, game: str) -> None:
        """Closes a game's room, if it is here, and waits until it is closed. Raises what loading raises."""
        if loading := self._take(game):
            live = await asyncio.shield(loading)
            self._on_leave(live.room)
            await live.close()

    async def close(self) -> None:
        """Closes every room, after the appends that are under way."""
        for timer in self._timers.values():
            timer.cancel()
        loading = list(self._games.values())
        self._games.clear()
        await asyncio.gather(*self._closing)
        for live in await asyncio.gather(*loading, return_exceptions=True):
            if isinstance(live, LiveGame):
                await live.close()

    def _loaded(self) -> list[tuple[str, LiveGame]]:
        return [(game, task.result()) for game, task in self._games.items() if _succeeded(task)]

    def _forget_failure(self, game: str, task: "asyncio.Task[LiveGame]") -> None:
        failed = task.cancelled() or task.exception()
        if failed and self._games.get(game) is task:
            del self._games[game]

    def _watch(self, game: str) -> None:
        if game in self._timers:
            self._timers[game].cancel()
        self._timers[game] = asyncio.get_running_loop().call_later(self._idle_seconds, self._look_after, game)

    def _look_after(self, game: str) -> None:
        if self._games[game].result().idle:
            self.put_away(game)
        else:
            self._watch(game)

    def _take(self, game: str) -> "asyncio.Task[LiveGame] | None":
        if timer := self._timers.pop(game, None):
            timer.cancel()
        return self._games.pop(game, None)

    async def _close(self, loading: "asyncio.Task[LiveGame]") -> None:
        """Closes a room, as soon as it is loaded."""
        await asyncio.wait([loading])
        if _succeeded(loading):
            live = loading.result()
            self._on_leave(live.room)
            await live.close()


def _succeeded(task: "asyncio.Task[LiveGame]") -> bool:
    return task.done() and not task.cancelled() and not task.exception()
