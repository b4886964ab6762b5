"""Makes endgame tables while the app runs: in a process of its own, which gives way to everything else."""

import asyncio
import contextlib
import logging
import os
import sys

from damaci.host.background import Background
from damaci.tablebase import Tablebase

LEAST_URGENT = 19

_logger = logging.getLogger(__name__)


class TableMaker:
    """Makes those of the federation's game that are missing in a tablebase, and then lets it see them."""

    def __init__(self, tablebase: Tablebase, pieces: int) -> None:
        """`pieces`: tables of at most so many pieces are made; 0 makes none."""
        self._tablebase = tablebase
        self._pieces = pieces
        self._background = Background()

    def start(self) -> None:
        """Needs a running event loop."""
        if self._pieces:
            self._background.start(self._make(), "endgame tables")

    async def close(self) -> None:
        """What has been made stays."""
        await self._background.close()

    async def _make(self) -> None:
        # The small ones are there in a second, and useful at once.
        for pieces in sorted({min(3, self._pieces), self._pieces}):
            if await self._run(
                "build", "--pieces", str(pieces), "--threads", "1", "--dir", str(self._tablebase.folder)
            ):
                self._tablebase.reopen()
                _logger.info("endgame tables of up to %d pieces are ready", pieces)

    async def _run(self, *arguments: str) -> bool:
        quiet = asyncio.subprocess.DEVNULL
        command = (sys.executable, "-m", "damaci", "tablebase", *arguments)
        process = await asyncio.create_subprocess_exec(
            *command, stdin=quiet, stdout=quiet, stderr=asyncio.subprocess.PIPE
        )
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, LEAST_URGENT)
        try:
            _, complaint = await process.communicate()
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()
        if process.returncode != 0:
            _logger.warning(
                "endgame tables were not made: %s", complaint.decode(errors="replace").strip().rpartition("\n")[2]
            )
        return process.returncode == 0
