"""Who thinks here: the engines, the endgame tables, and how fast this device is."""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from damaci.home.settings import HomeSettings
from damaci.host import Engines
from damaci.host.lifetime import Lifetime
from damaci.host.table_maker import TableMaker
from damaci.services.device_speed import DeviceSpeed, PatientEngine
from damaci.services.engine_lines import Known, MakeEngine, known_from
from damaci.store import Store
from damaci.tablebase import Tablebase

if TYPE_CHECKING:
    from damaci.engine import AsyncEngine, Engine


@dataclass(frozen=True)
class Thinking:
    """The engines for games and for single lines, with the endgame tables."""

    tablebase: Tablebase
    known: Known
    speed: DeviceSpeed
    engines: Engines
    make_engine: MakeEngine


async def open_thinking(settings: HomeSettings, store: Store, life: Lifetime) -> Thinking:
    """Opens the tables and the engines. Raises StoreError."""
    tablebase = Tablebase(settings.data_dir / "tables")
    make_engine = partial(_make_async_engine, tablebase)
    speed = DeviceSpeed(store.settings, make_engine)
    await speed.open()
    engines = Engines(lambda: PatientEngine(_make_engine(tablebase), speed))
    life.start(speed, TableMaker(tablebase, settings.tables))
    life.callback(engines.close)
    return Thinking(tablebase, known_from(tablebase, asyncio.to_thread), speed, engines, make_engine)


def _make_engine(tablebase: Tablebase) -> "Engine":
    from damaci.engine import Engine

    return Engine(tables=tablebase)


def _make_async_engine(tablebase: Tablebase, hash_megabytes: int) -> "AsyncEngine":
    from damaci.engine import AsyncEngine  # imported here, because few runs need it

    return AsyncEngine(hash_megabytes, tables=tablebase)
