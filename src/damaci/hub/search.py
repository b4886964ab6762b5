"""One search of our engine for a Hub program, in a thread of its own."""

import threading
from collections.abc import Callable
from time import monotonic
from typing import Literal

from damaci.board.move import Move
from damaci.engine.analysis import Analysis
from damaci.engine.clock import Clock
from damaci.engine.engine import Engine
from damaci.engine.levels import Level
from damaci.engine.limits import Limits
from damaci.game.game import Game
from damaci.hub.answer import write_info
from damaci.hub.board import write_move
from damaci.hub.line import HubLine
from damaci.hub.pace import Pace, limits_of
from damaci.hub.squares import Squares

Mode = Literal["think", "ponder", "analyze"]
MODES: dict[str, Mode] = {"think": "think", "ponder": "ponder", "analyze": "analyze", "analyse": "analyze"}
ENOUGH = 0.55
"""With a game's clock, no new depth is begun after this part of the time, because it would rarely be finished."""
FORCED = 0.1
"""With a game's clock, a forced move gets this part of the time: enough for a score and a reply to ponder on."""
STOP_INTERVAL = 0.01
"""Seconds between attempts to stop a search, and the shortest time of a search."""


class HubSearch:
    """Sends `info` lines while it searches, and one `done` line at the end.

    No limit applies while it ponders; after a ponder hit the limits apply, counted from the hit.
    """

    def __init__(
        self,
        engine: Engine,
        game: Game,
        pace: Pace,
        mode: Mode,
        level: Level | None,
        seed: int,
        contempt: int,
        squares: Squares,
        send: Callable[[HubLine], None],
    ) -> None:
        self._engine = engine
        self._game = game
        self._pace = pace
        self._mode = mode
        self._level = level
        self._seed = seed
        self._contempt = contempt
        if mode == "analyze":
            self._contempt = 0
        self._squares = squares
        self._send = send
        self._deadline: float | None = None
        self._counts = threading.Event()
        self._stopped = threading.Event()
        if mode != "ponder":
            self._counts.set()
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether it has not sent its move yet."""
        return self._thread.is_alive()

    def ponder_hit(self) -> None:
        """The opponent has played the expected move: the limits apply from now on."""
        if self._counts.is_set():
            return
        seconds = self._limits.seconds
        if seconds is not None:
            self._deadline = monotonic() + seconds
        self._counts.set()
        if seconds is not None:
            self._engine.limit(seconds)

    def stop(self) -> None:
        """Ends the search and waits until it has sent its move. A stop before the engine's search begins has no
        effect, so it is repeated."""
        self._stopped.set()
        self._counts.set()
        while self.running:
            self._engine.stop()
            self._thread.join(STOP_INTERVAL)

    # ---- in the search's thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        if self._level and self._mode != "analyze":
            self._play(self._level)
        else:
            self._search()

    def _play(self, level: Level) -> None:
        """A level does not ponder: it begins to think at the ponder hit."""
        self._counts.wait()
        seconds = limits_of(self._pace).seconds
        if self._stopped.is_set():
            seconds = STOP_INTERVAL
        move = self._engine.play(self._game, level, self._seed, seconds, contempt=self._contempt)
        self._send(HubLine("done", {"move": self._text(move)}))

    def _search(self) -> None:
        limits = self._limits
        if self._mode == "ponder":
            limits = Limits()
        found = self._engine.analyse(
            self._game,
            depth=limits.depth,
            nodes=limits.nodes,
            seconds=limits.seconds,
            contempt=self._contempt,
            on_depth=self._on_depth,
        )
        best = found.lines[0]
        self._send(HubLine("done", dict(zip(("move", "ponder"), map(self._text, best.pv), strict=False))))

    def _on_depth(self, found: Analysis) -> None:
        self._send(write_info(found, self._squares))
        if found.depth == 1 and self._deadline is not None:  # the ponder hit came before the search had begun
            self._engine.limit(max(STOP_INTERVAL, self._deadline - monotonic()))
        if self._stopped.is_set() or self._is_enough(found):
            self._engine.stop()

    def _is_enough(self, found: Analysis) -> bool:
        if not self._counts.is_set():
            return False
        if self._mode == "ponder":
            return self._is_late() or _is_reached(self._limits, found)
        return isinstance(self._pace, Clock) and found.seconds >= ENOUGH * (self._limits.seconds or 0)

    def _is_late(self) -> bool:
        return self._deadline is not None and monotonic() >= self._deadline

    @property
    def _limits(self) -> Limits:
        """The limits of the search: those of the pace, but with a game's clock a forced move gets a small part of the
        time."""
        limits = limits_of(self._pace)
        if isinstance(self._pace, Clock) and limits.seconds and len(self._game.legal_moves) == 1:
            return Limits(seconds=max(STOP_INTERVAL, FORCED * limits.seconds))
        return limits

    def _text(self, move: Move) -> str:
        return write_move(move, self._squares)


def _is_reached(limits: Limits, found: Analysis) -> bool:
    depth_reached = limits.depth is not None and found.depth >= limits.depth
    nodes_reached = limits.nodes is not None and found.nodes >= limits.nodes
    return depth_reached or nodes_reached
