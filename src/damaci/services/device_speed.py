"""How fast this device searches: measured once and stored. On slow devices the levels think longer to make up for
it."""

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import msgspec

from damaci.board.move import Move
from damaci.engine.analysis import Analysis
from damaci.engine.levels import FREE, LEVELS, Level
from damaci.engine.levels import level as find_level
from damaci.game.game import Game
from damaci.sentence import Translate
from damaci.services.engine_lines import LineEngine, MakeEngine
from damaci.stored import StoreError
from damaci.stored.store import Settings

if TYPE_CHECKING:
    from damaci.engine import Engine

KEY = "device-speed"
"""The setting under which it is kept. It is this device's, and not taken along to others."""
FULL_SPEED = 3_000_000
"""Positions a second with which every level has its full strength: a third of what the engine reaches on the machine
on which the levels were measured."""
LONGEST = 4.0
"""The most by which a level's thinking time is multiplied."""
PAUSE = 5.0
"""Seconds after the start in which the device is left to itself."""
SECONDS = 0.25
HASH_MEGABYTES = 4
POSITIONS = (
    "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,d6,e6,f6,g6,h6",
    "W:Wa2,b3,c2,d3,e2,f3,g2,h3,c3,f4:Ba6,b6,c7,d6,e7,f6,g7,h6,d7,e6",
    "B:Wa3,c4,d3,f3,g4,h2,Ke1:Bb6,c7,e6,g6,h7,a5,Kd8",
)
"""The first one warms compilers up; the faster one of the others counts, so that other work of the device matters
little."""

_logger = logging.getLogger(__name__)


class LevelPace(msgspec.Struct, frozen=True):
    """How long a level thinks here whose only limit is time."""

    title: str
    seconds: float


class SpeedState(msgspec.Struct, frozen=True):
    """What the device reaches."""

    positions: int | None
    """A second; None while that is unknown."""
    strength: Literal["full", "longer", "weaker"]
    """How strong the levels are on this device: at full strength, at full strength because they think longer, or a
    little weaker although they do."""
    paces: list[LevelPace]


class DeviceSpeed:
    """Measured in the background, once."""

    def __init__(self, settings: Settings, make_engine: MakeEngine, pause: float = PAUSE) -> None:
        self._settings = settings
        self._make_engine = make_engine
        self._pause = pause
        self._measuring: asyncio.Task[None] | None = None
        self.positions: int | None = None
        """Positions that the device searches in a second; None while that is unknown."""

    async def open(self) -> None:
        """Reads what was measured before. Raises StoreError."""
        kept = await self._settings.get(KEY)
        if isinstance(kept, int) and kept > 0:
            self.positions = kept

    def start(self) -> None:
        """Measures it soon, if that has not been done. Needs a running event loop."""
        if self.positions is None:
            self._measuring = asyncio.create_task(self._measure(), name="speed of the device")

    async def wait(self) -> None:
        """Until it is measured."""
        if self._measuring:
            await self._measuring

    async def close(self) -> None:
        """Ends the measuring."""
        if self._measuring:
            self._measuring.cancel()
            await asyncio.wait([self._measuring])

    @property
    def patience(self) -> float:
        """How many times as long a level thinks here: 1 where the device is fast enough, or unknown."""
        if self.positions is None:
            return 1.0
        return min(LONGEST, max(1.0, FULL_SPEED / self.positions))

    def level(self, how: str | Level) -> Level:
        """The level of that name, which thinks so much longer. One whose seconds a player has set is left as it is.

        Raises UnknownLevel."""
        level = find_level(how)
        seconds = level.limits.seconds
        if seconds is None or FREE.fullmatch(level.name):
            return level
        return replace(level, limits=replace(level.limits, seconds=seconds * self.patience))

    def state(self, translate: Translate) -> SpeedState:
        """What players are shown."""
        timed = [level for level in LEVELS.values() if not level.is_repeatable]
        paces = [_pace(self.level(level), translate) for level in timed]
        return SpeedState(self.positions, self._strength(), paces)

    def _strength(self) -> Literal["full", "longer", "weaker"]:
        if self.patience == 1:
            return "full"
        if (self.positions or 0) * LONGEST >= FULL_SPEED:
            return "longer"
        return "weaker"

    async def _measure(self) -> None:
        await asyncio.sleep(self._pause)
        try:
            async with self._make_engine(HASH_MEGABYTES) as engine:
                speeds = [await _speed(engine, Game("turkish", fen)) for fen in POSITIONS]
            self.positions = max(speeds[1:])
            await self._settings.put(KEY, self.positions)
        except StoreError as error:
            _logger.warning("the speed of the device could not be kept: %s", error)


async def _speed(engine: LineEngine, game: Game) -> int:
    found = [each async for each in engine.analyse(game, seconds=SECONDS)][-1]
    return max(1, round(found.nodes / max(found.seconds, 0.001)))


def _pace(level: Level, translate: Translate) -> LevelPace:
    return LevelPace(translate(level.title), round(level.limits.seconds or 0, 1))


class PatientEngine:
    """An engine whose levels think as long as the device needs. See damaci.host.engines.Engine."""

    def __init__(self, engine: "Engine", speed: DeviceSpeed) -> None:
        self._engine = engine
        self._speed = speed

    def play(self, subject: Game, how: str, seed: int, seconds: float | None) -> Move:
        """See Engine."""
        return self._engine.play(subject, self._speed.level(how), seed, seconds)

    def analyse(self, subject: Game, *, seconds: float) -> Analysis:
        """See Engine."""
        return self._engine.analyse(subject, seconds=seconds)

    def stop(self) -> None:
        """See Engine."""
        self._engine.stop()
