"""The open WebSockets of this process: whose they are, and from where."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from damaci.host.tasks import Tasks
from damaci.site.socket import SEND_SECONDS, AnySocket


@dataclass(frozen=True, eq=False, slots=True)
class OpenSocket:
    """An open socket. `player` is None for somebody who is no player; `address` is the client's; `tournament`: the one
    whose page it belongs to, if any."""

    socket: AnySocket
    player: str | None
    address: str
    tournament: str = ""


class Connections:
    """Closes sockets and writes to them from outside their conversations."""

    def __init__(self) -> None:
        self._open: set[OpenSocket] = set()
        self.shut = False
        """Whether nobody is let in: the server is being maintained."""
        self.counted = 0
        """The sockets that are open, those included that are being closed."""
        self._tasks = Tasks()

    @contextmanager
    def here(self, socket: AnySocket, player: str | None, address: str, tournament: str = "") -> Iterator[OpenSocket]:
        """Counts an accepted socket for as long as this lasts."""
        there = OpenSocket(socket, player, address, tournament)
        self._open.add(there)
        self.counted += 1
        try:
            yield there
        finally:
            self.counted -= 1
            self._open.discard(there)

    @property
    def players(self) -> set[str]:
        """The players who are connected."""
        return {each.player for each in self._open if each.player}

    def close(self, which: Callable[[OpenSocket], bool], code: int, reason: str) -> None:
        """Closes the sockets for which `which` holds. Does not wait."""
        for each in list(self._open):
            if which(each):
                self._open.discard(each)
                self._start(each.socket.close(code, reason))

    @property
    def open(self) -> list[OpenSocket]:
        """The open sockets."""
        return list(self._open)

    def tell(self, text: str, only: OpenSocket | None = None) -> None:
        """Sends a text to every socket, or to `only` one. Does not wait."""
        for each in [only] if only else self._open:
            self._start(each.socket.send_text(text))

    def _start(self, doing: Coroutine[Any, Any, None]) -> None:
        self._tasks.start(_patiently(doing))


async def _patiently(doing: Coroutine[Any, Any, None]) -> None:
    # The client may leave at the same moment, or not read: its conversation notices that by itself.
    with contextlib.suppress(Exception):
        async with asyncio.timeout(SEND_SECONDS):
            await doing
