"""Faults: what fails, for how long, and how it is repaired."""

import asyncio
import random
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import asyncpg

from tests.faults.history import History
from tests.faults.proxy import WAYS, Proxy
from tests.faults.wall_clock import WallClock
from tests.online.cluster import Process
from tests.servers import Postgres, Redis


@dataclass(frozen=True)
class Fault:
    """Something that can be broken and repaired."""

    name: str
    begin: Callable[[], None]
    end: Callable[[], None]


class Nemesis:
    """Causes one fault after the other, in an order that depends on the seed."""

    def __init__(self, faults: Sequence[Fault], history: History, seed: int) -> None:
        self._faults = faults
        self._history = history
        self._random = random.Random(seed)

    def strike(self, longest: float) -> None:
        """Begins a fault, ends it after `longest` seconds at most, and then pauses."""
        fault = self._random.choice(self._faults)
        began = time.time()
        fault.begin()
        try:
            time.sleep(self._random.uniform(0.1, longest))
        finally:
            fault.end()
            self._history.faults.append(f"{began % 86400:.1f} to {time.time() % 86400:.1f}: {fault.name}")
        time.sleep(self._random.uniform(0.5, 2.0))


DELAY = 0.1
"""Seconds by which a process and its database hear each other late: a statement takes twice as long at least."""
JUMP = 45.0
"""Seconds by which a wall clock is set."""


def of_process(name: str, process: Process, clock: WallClock, database: Proxy, notices: Proxy) -> list[Fault]:
    """The faults of one process of the server, of its clock, and of its connections to the stores."""

    def send(number: signal.Signals) -> Callable[[], None]:
        def act() -> None:
            assert process.process
            process.process.send_signal(number)

        return act

    return [
        Fault(f"{name} is killed", process.kill, process.start),
        Fault(f"{name} stands still", send(signal.SIGSTOP), send(signal.SIGCONT)),
        Fault(f"{name} has a clock that is set forward", lambda: clock.set(JUMP), lambda: clock.set(0)),
        Fault(f"{name} has a clock that is set back", lambda: clock.set(-JUMP), lambda: clock.set(0)),
        Fault(f"{name} is cut off from the database", database.cut, database.mend),
        Fault(f"{name} is not heard by the database", lambda: database.hold("there"), database.mend),
        Fault(f"{name} does not hear the database", lambda: database.hold("back"), database.mend),
        Fault(f"{name} hears the database late", lambda: database.delay(DELAY), database.mend),
        Fault(f"{name} is cut off from Redis", notices.cut, notices.mend),
        Fault(f"{name} and Redis do not hear each other", lambda: notices.hold(*WAYS), notices.mend),
    ]


def of_stores(postgres: Postgres, redis: Redis) -> list[Fault]:
    """The faults of the stores."""
    return [
        Fault("PostgreSQL is killed", postgres.kill, postgres.start),
        Fault("PostgreSQL stands still", postgres.hold, postgres.let_go),
        Fault("Redis is killed", redis.kill, redis.start),
        Fault("Redis stands still", redis.hold, redis.let_go),
    ]


def of_disk(url: str) -> list[Fault]:
    """The faults of a database's disk: PostgreSQL behaves as if there were no space left for events."""

    def execute(statements: str) -> Callable[[], None]:
        async def run() -> None:
            connection = await asyncpg.connect(url)
            try:
                await connection.execute(statements)
            finally:
                await connection.close()

        return lambda: asyncio.run(run())

    return [Fault("the disk is full", execute(_FILL), execute(_FREE))]


_FILL = """
CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
END $$;
CREATE TRIGGER no_space BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION no_space();
"""
_FREE = "DROP TRIGGER no_space ON events; DROP FUNCTION no_space();"


def of_all(processes: Sequence[Process]) -> list[Fault]:
    """The faults of all processes together."""

    def kill() -> None:
        for process in processes:
            process.kill()

    def start() -> None:
        for process in processes:
            process.start()

    return [Fault("every process is killed", kill, start)]
