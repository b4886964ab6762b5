"""This process among those that serve the games: whether it can work, and how it ends without loss."""

import asyncio
import contextlib
import logging
import os
import shutil
import socket
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from damaci.host import Engines
from damaci.host.ids import new_id
from damaci.host.repeating import Repeating
from damaci.online.connections import Connections
from damaci.store import Store, StoreError
from damaci.store.processes import Process
from damaci.wire.closing import RESTARTING

SEEN_SECONDS = 10.0
"""Seconds between two times that a process writes that it is there."""
FORGOTTEN_SECONDS = 24 * 3600.0
"""Seconds after which a process that was killed is removed from the list."""
CHECKED_SECONDS = 1.0
"""For so many seconds the answer of a check is used again, so that nobody makes the store write by asking."""
ANSWER_SECONDS = 2.0
"""A store that takes longer counts as failed."""
LEAST_FREE = 1 << 20
"""Bytes that have to be free where an SQLite file is."""
NOTICE_SECONDS = 3.0
"""Seconds that proxies have to notice that this process is not ready any more, before its sockets are closed."""
STEP_SECONDS = 0.05
QUIET_STEPS = 100
"""How often the process then checks whether the sockets are closed and the computer has moved: for five seconds."""

_logger = logging.getLogger(__name__)


class ServingProcess:
    """The row of this process in the store, its readiness, and its end."""

    def __init__(
        self,
        store: Store,
        connections: Connections,
        engines: Engines,
        *,
        folder: Path | None,
        alone: bool,
        end: Callable[[], None],
    ) -> None:
        """`folder`: that of the SQLite file, if the games are in one. `alone`: no other process serves the games, so
        there is nobody to hand over to. `end` is called once when an operator wants the process to end."""
        self._store = store
        self._connections = connections
        self._engines = engines
        self._folder = folder
        self._alone = alone
        self._end = end
        self._row = Process(new_id(), socket.gethostname(), os.getpid(), time.time(), time.time())
        self._checking = asyncio.Lock()
        self._checked = -CHECKED_SECONDS
        self._problem = ""
        self.draining = False
        """Whether it takes nothing new, because it is about to end."""
        self._repeating = Repeating(
            self.look, SEEN_SECONDS, "this process cannot be written to the list", first=SEEN_SECONDS
        )

    @property
    def id(self) -> str:
        """Its id in the list of processes."""
        return self._row.id

    async def open(self) -> None:
        """Adds it to the list. Raises StoreError."""
        await self._store.processes.add(self._row, time.time() - FORGOTTEN_SECONDS)

    def start(self) -> None:
        """Writes every few seconds that it is there, until it is closed. Needs a running event loop."""
        self._repeating.start()

    async def look(self) -> None:
        """Writes that it is there; ends if an operator has ordered so. Raises StoreError."""
        told = await self._store.processes.see(msgspec.structs.replace(self._row, seen=time.time()))
        if told and not self.draining:
            _logger.info("an operator drains this process")
            self.draining = True
            self._end()

    async def close(self) -> None:
        """Removes it from the list."""
        await self._repeating.close()
        with contextlib.suppress(StoreError):  # It is forgotten after a day.
            await self._store.processes.remove(self.id)

    # ---- readiness ---------------------------------------------------------------------------------------------------

    async def problem(self) -> str:
        """Why it cannot store moves; empty if it can. Writes to the store to find out, once a second at most."""
        async with self._checking:
            if time.monotonic() - self._checked >= CHECKED_SECONDS:
                self._problem = await self._check()
                self._checked = time.monotonic()
            return self._problem

    async def _check(self) -> str:
        try:
            # What is free in the file itself takes a few more rows while the disk is full.
            if self._folder and shutil.disk_usage(self._folder).free < LEAST_FREE:
                return f"the disk of {self._folder} is full"
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.look()
        except TimeoutError:
            return "no answer"
        except (StoreError, OSError) as error:
            return str(error)
        return ""

    # ---- the end -----------------------------------------------------------------------------------------------------

    async def drain(self) -> None:
        """Takes nothing new, lets proxies notice it, sends the players elsewhere, and waits until all is quiet."""
        self.draining = True
        if self._alone:
            return
        with contextlib.suppress(StoreError):
            await self._store.processes.drain(self.id)
        await asyncio.sleep(NOTICE_SECONDS)
        self._connections.close(lambda each: True, RESTARTING, "the server ends")
        for _ in range(QUIET_STEPS):
            if not (self._connections.counted or self._engines.thinking):
                return
            await asyncio.sleep(STEP_SECONDS)
