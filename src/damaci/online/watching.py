"""Something that changes, looked at once for all who watch it, as long as anybody does."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from damaci.host.repeating import Repeating
from damaci.store import StoreError

LOOK_SECONDS = 1.0
"""Seconds between two looks, as long as anybody watches."""
MOST_KEPT = 50
"""Unwatched things whose last state is remembered, so that only changes have to be read when they are watched again."""

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_logger = logging.getLogger(__name__)


@dataclass
class _Watched(Generic[T]):
    seen: T | None = None
    viewers: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Watching(Generic[K, T]):
    """Looks while somebody watches. What is seen is never changed, but replaced."""

    def __init__(
        self, name: str, look: Callable[[K, T | None], Awaitable[T]], news: Callable[[T | None, T], str]
    ) -> None:
        """`look` is given what was seen last, and raises StoreError; `news`: the message to somebody who has been told
        the first, None for nothing, about the second. `name` is for the log."""
        self._name = name
        self._look_at = look
        self._news = news
        self._watched: dict[K, _Watched[T]] = {}
        self._kept: OrderedDict[K, T] = OrderedDict()
        self.background = Repeating(self._look, LOOK_SECONDS, f"{name}: nothing can be shown")

    async def now(self, key: K) -> T:
        """How it stands. Raises StoreError."""
        watched = self._watched.get(key)
        known = watched.seen if watched else self._kept.get(key)
        seen = await self._look_at(key, known)
        self._keep(key, seen)
        return seen

    def _keep(self, key: K, seen: T) -> None:
        self._kept[key] = seen
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    async def follow(self, key: K) -> AsyncGenerator[str]:
        """Messages to a page: everything at first, then what changes."""
        watched = self._watched.setdefault(key, _Watched(self._kept.get(key)))
        watched.viewers += 1
        told: T | None = None
        try:
            while True:
                changed = watched.changed
                if told is None and watched.viewers == 1:
                    await self._try(key, watched)  # Who comes later is told what the first one sees.
                before = told
                told = watched.seen
                if told is not None and told != before:
                    yield self._news(before, told)
                await changed.wait()
        finally:
            watched.viewers -= 1
            if not watched.viewers:
                self._watched.pop(key, None)

    async def _look(self) -> None:
        for key, watched in [*self._watched.items()]:
            await self._try(key, watched)

    async def _try(self, key: K, watched: _Watched[T]) -> None:
        try:
            seen = await self._look_at(key, watched.seen)
        except StoreError as error:
            _logger.error("%s %s: %s", self._name, key, error)
            return
        except Exception:  # Whoever watches something else is still told.
            _logger.exception("%s: %s cannot be shown", self._name, key)
            return
        if seen != watched.seen:
            watched.seen = seen
            watched.changed.set()
            watched.changed = asyncio.Event()
