"""The engines that play on a server."""

import os
from functools import partial

from damaci.engine import Engine
from damaci.host import Engines
from damaci.online.settings import OnlineSettings

HASH_MEGABYTES = 32
"""Memory of each engine, which searches for a few seconds at most."""


def engines_of(settings: OnlineSettings) -> Engines:
    """One more than an address may use at a time, so that the others' short thoughts wait for nobody's long one."""
    size = max(2, os.cpu_count() or 1)
    make = partial(Engine, hash_megabytes=HASH_MEGABYTES)
    return Engines(make, size, gentle=True, most_of_one=size - 1, longest=settings.engine_seconds)
