"""Counting of finished games for the explorer of openings: by one process at a time."""

from damaci.services.explorer import OpeningExplorer
from damaci.services.game_counter import GameCounter
from damaci.store import Store
from damaci.store.leases import Lease

LEASE = "counting-games"
LEASE_SECONDS = 30.0
"""Seconds after which another process takes over from one that has died."""


def count_games(store: Store, explorer: OpeningExplorer) -> GameCounter:
    """A counter that counts while this process has the lease."""
    return GameCounter(explorer, Lease(store.leases, LEASE, LEASE_SECONDS).keep)
