"""What is shown of finished games, kept as bytes within a budget: looking at them opens no room."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, cast

import msgspec

from damaci.host import read_game
from damaci.host.stored_game import UnknownGame
from damaci.play.events import AnyEvent
from damaci.play.record import pdn
from damaci.play.table import Table
from damaci.services.run import Run
from damaci.stored import Store, Summary
from damaci.wire import messages as m
from damaci.wire import view

OVERHEAD = 4096
"""Bytes of a kept game besides its moves and its PDN."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is finished, or in which nothing happens just now, ready to be sent."""

    of: tuple[int, str, str]
    """The version and the names that this was made from: a game may still be talked in, and lose a name."""
    snapshot: m.Snapshot
    """For a spectator."""
    pdn: bytes
    mark: str
    """Changes with the content."""

    @property
    def moving(self) -> bool:
        """Whether a clock runs, so that what is shown depends on when it is."""
        clocks = self.snapshot.now.clocks
        return clocks is not None and clocks.running is not None

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return len(cast(bytes, self.snapshot.played)) + len(self.pdn) + OVERHEAD


class FinishedGames:
    """The finished games that were looked at last. `run` makes them ready."""

    def __init__(self, store: Store, budget: int, run: Run) -> None:
        """`budget`: bytes of memory."""
        self._store = store
        self._budget = budget
        self._run = run
        self._kept: OrderedDict[str, FinishedGame] = OrderedDict()
        self._turn = asyncio.Lock()
        """One game is made ready at a time: more would not be faster in one process, and would need more memory."""
        self.size = 0
        """Bytes that are kept."""

    async def find(self, game: str, *, at_rest: bool = False) -> FinishedGame | None:
        """A finished game as it is now; None for one that is being played, unless it is looked for `at_rest` and no
        clock runs. Raises UnknownGame, StoreError."""
        summary = await self._store.games.get(game)
        if summary is None:
            raise UnknownGame(f"no game {game!r}")
        if summary.result == "*" and not at_rest:
            return None
        found = self._keeping(summary)
        if found is None:
            async with self._turn:
                found = self._keeping(summary) or await self._make(summary)
        if found.moving:
            return None
        return found

    def _keeping(self, summary: Summary) -> FinishedGame | None:
        found = self._kept.get(summary.id)
        if found is None or found.of != _of(summary):
            return None
        self._kept.move_to_end(summary.id)
        return found

    async def _make(self, summary: Summary) -> FinishedGame:
        events = await read_game(self._store.log, summary.id)
        made = await self._run(_ready, summary.id, _of(summary), events)
        self._forget(summary.id)
        self._kept[summary.id] = made
        self.size += made.size
        while self.size > self._budget:
            self._forget(next(iter(self._kept)))
        return made

    def _forget(self, game: str) -> None:
        if gone := self._kept.pop(game, None):
            self.size -= gone.size


def _of(summary: Summary) -> tuple[int, str, str]:
    return summary.version, summary.white.name, summary.black.name


def _ready(game: str, of: tuple[int, str, str], events: list[AnyEvent]) -> FinishedGame:
    table = Table.fold(events)
    shown = view.snapshot(game, table, (), at=0.0)
    # Encoded once: msgspec copies it into every answer.
    played: Any = msgspec.Raw(msgspec.json.encode(shown.played))
    snapshot = msgspec.structs.replace(shown, played=played)
    text = pdn(events).encode()
    digest = blake2b(msgspec.json.encode(snapshot), digest_size=12)
    digest.update(text)
    return FinishedGame(of, snapshot, text, digest.hexdigest())
