"""The engine's seats in a room: it subscribes to the game and submits commands like every player."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol, TypeVar

from damaci.engine.analysis import Analysis
from damaci.engine.clock import Clock, time_for_move
from damaci.engine.levels import level as find_level
from damaci.game.game import Game
from damaci.host.attendance import ALWAYS, Attending
from damaci.host.engine_pool import EnginePool
from damaci.host.fair_queue import Asker, Unwanted
from damaci.host.room import RETRY_SECONDS, Room
from damaci.play.commands import AnyCommand, DeclineDraw, Move, OfferDraw, Resign
from damaci.play.events import Color, Said, other
from damaci.play.refusal import Refusal
from damaci.stored.errors import StoreError

PAUSE = (0.5, 1.2)
"""Range of seconds that a move of the computer takes at least, so that it can be followed by eye."""
DRAW_SECONDS = 0.5
"""How long an engine thinks about a draw offer."""
CLEARLY_WORSE = -50
"""In centimen: at this score or worse an engine accepts a draw at any time."""
EVEN_FROM_PLY = 60
"""In an even game an engine accepts a draw from this ply on."""
HOPELESS = -500
"""In centimen: at this score or worse an engine resigns, if it may."""
FAR_BEHIND = 3
"""Pieces by which a side is behind before it looks whether the game is hopeless."""

TAKE_OVER_SECONDS = 3.0
"""Seconds for which the engine of the process that wrote last may still move, before another process takes over."""

PATIENT_SHARE = 0.5
"""The share of its own time that an engine with a running clock waits for a player who has left."""
BRIEF_SECONDS = 0.1
"""How long it then thinks, so that its clock does not run out and the player's does."""

T = TypeVar("T")
Found = TypeVar("Found", covariant=True)
_logger = logging.getLogger(__name__)


class _Think(Protocol[Found]):
    """A thought that an engine pool may be asked for."""

    def __call__(self, *, asker: Asker, wanted: Callable[[], bool]) -> Awaitable[Found]: ...


def natural_pause() -> float:
    """Random seconds of the range PAUSE."""
    return random.uniform(*PAUSE)


class EngineSeat:
    """Plays every seat of a room that an engine has, until the game or the room ends."""

    def __init__(
        self,
        room: Room,
        engines: EnginePool,
        pause: Callable[[], float] = lambda: 0.0,
        attending: Attending = ALWAYS,
    ) -> None:
        """`pause`: the least seconds that a move is to take; with a clock, no more than it may think. `attending` tells
        for whom it thinks, and whether that player is there."""
        self._room = room
        self._pause = pause
        self._attending = attending
        self._alone = False
        """Whether it waits for a player who has left."""
        self._engines = engines
        self._news = room.subscribe(after=0, held=[color for color in room.table.seats if self._plays(color)])
        self._acting: asyncio.Task[None] | None = None
        self._following = asyncio.create_task(self._follow())

    @property
    def busy(self) -> bool:
        """Whether it is thinking, or has not yet seen the last events. It is not while it waits for its player."""
        acting = self._acting is not None and not self._acting.done()
        return (acting and not self._alone) or (self.following and self._news.behind)

    @property
    def following(self) -> bool:
        """Whether it is subscribed to the room."""
        return not self._following.done()

    async def close(self) -> None:
        """Stops thinking."""
        self._following.cancel()
        await asyncio.wait([self._following])
        await self._stop()

    async def _follow(self) -> None:
        with self._news as news:
            async for _, happened in news:
                if all(isinstance(event, Said) for event in happened):
                    continue
                await self._stop()
                if self._room.table.ended:
                    return
                self._acting = asyncio.create_task(self._act())

    async def _stop(self) -> None:
        if self._acting and not self._acting.done():
            self._acting.cancel()
            await asyncio.wait([self._acting])

    # ---- acting ------------------------------------------------------------------------------------------------------

    async def _act(self) -> None:
        if not self._room.wrote_last:
            await asyncio.sleep(TAKE_OVER_SECONDS)
        answered = False
        while not answered:
            attended = await self._await_player()
            try:
                await self._answer(attended)
                answered = True
            except Unwanted:  # The player has left meanwhile.
                continue

    async def _await_player(self) -> bool:
        """Whether the player is there; with a running clock it waits only for a share of its time."""
        self._alone = True
        try:
            async with asyncio.timeout(self._patience()):
                await self._attending.arrival(self._room.game)
        except TimeoutError:
            return False
        finally:
            self._alone = False
        return True

    def _patience(self) -> float | None:
        """Seconds to wait for the player; None without a clock of its own that runs."""
        clocks = self._room.table.clocks
        if clocks is None or clocks.running is None or not self._plays(clocks.running):
            return None
        return PATIENT_SHARE * clocks.left(clocks.running, self._room.now())

    async def _answer(self, attended: bool) -> None:
        """`attended`: the player is there; otherwise it does what has to be done, and quickly."""
        table = self._room.table
        if table.draw.by and self._plays(other(table.draw.by)):
            await self._answer_draw(other(table.draw.by), attended)
        elif self._plays(table.turn):
            await self._move(table.turn, attended)

    def _plays(self, color: Color) -> bool:
        return self._room.table.seats[color].kind == "engine"

    async def _move(self, by: Color, attended: bool) -> None:
        table = self._room.table
        ply = self._room.table.ply + 1
        game = table.game.copy()
        level = find_level(table.seats[by].level)
        seed = table.settings.seed
        seconds = self._thinking_time(by, attended)
        began = time.monotonic()
        least = min(self._pause(), seconds)
        expected = level.limits.within(seconds).seconds or seconds
        play = partial(self._engines.play, game, level.name, seed, seconds, expected=expected)
        move = await self._think(play, attended)
        if move is None:
            return
        if table.seats[by].resigns and await self._is_hopeless(game, attended):
            await self._say(Resign(color=by))
            return
        # Nothing is thought meanwhile: whoever waits has the engine.
        await asyncio.sleep(began + least - time.monotonic())
        await self._say(Move(color=by, ply=ply, move=str(move)))

    async def _is_hopeless(self, game: Game, attended: bool) -> bool:
        if not _is_far_behind(game):
            return False
        analysis = await self._analyse(game, attended)
        return analysis is not None and analysis.score.centimen <= HOPELESS

    def _thinking_time(self, by: Color, attended: bool) -> float:
        """The most seconds that one move may take, so that the time lasts for the game."""
        clock = self._room.table.settings.clock
        clocks = self._room.table.clocks
        longest = self._engines.longest
        if not attended:
            longest = BRIEF_SECONDS
        if clock is None or clocks is None:
            return longest
        return min(longest, time_for_move(Clock(clocks.left(by, self._room.now()), clock.increment)))

    async def _answer_draw(self, by: Color, attended: bool) -> None:
        game = self._room.table.game.copy()
        own_turn = self._room.table.turn == by
        analysis = await self._analyse(game, attended)
        if analysis is not None and _content_with_draw(analysis, own_turn, game.ply):
            await self._say(OfferDraw(color=by))
        else:
            await self._say(DeclineDraw(color=by))

    async def _analyse(self, game: Game, attended: bool) -> Analysis | None:
        return await self._think(partial(self._engines.analyse, game, DRAW_SECONDS), attended)

    async def _think(self, think: _Think[T], attended: bool) -> T | None:
        """What the engine finds; None if it fails twice. The game stays playable, and the next event starts it
        again. Raises Unwanted if the player was there, and has left before its turn came."""
        game = self._room.game
        for _ in range(2):
            try:
                return await think(
                    asker=self._attending.asker(game), wanted=lambda: not attended or self._attending.attended(game)
                )
            except Unwanted:
                raise
            except Exception:
                _logger.exception("game %s: the engine failed", game)
        return None

    async def _say(self, command: AnyCommand) -> None:
        while True:
            try:
                answer = await self._room.submit(command)
            except StoreError:
                _logger.exception("game %s: the engine's word could not be written", self._room.game)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                if isinstance(answer, Refusal):
                    _logger.warning(
                        "game %s: the engine's %s was refused: %s", self._room.game, command, answer.message
                    )
                return


def _content_with_draw(analysis: Analysis, own_turn: bool, ply: int) -> bool:
    score = analysis.score
    if not own_turn:
        score = -score
    if ply < EVEN_FROM_PLY:
        return bool(score.draw) or score.centimen <= CLEARLY_WORSE
    return bool(score.draw) or score.centimen <= 0


def _is_far_behind(game: Game) -> bool:
    """Whether the side to move is so far behind that a closer look is worth its time."""
    position = game.position
    mine = game.turn
    behind = position.count(mine.other) - position.count(mine)
    return behind >= FAR_BEHIND or bool(position.kings(mine.other) and not position.kings(mine))
