"""The content of a game as a hash, which finds duplicates."""

import hashlib
from collections.abc import Sequence

from damaci.errors import DamaciError
from damaci.play.events import AnyEvent
from damaci.play.record import pdn


def hash_of(events: Sequence[AnyEvent]) -> str:
    """The hash of a game's content; empty for a game that cannot be read."""
    try:
        return hashlib.sha256(pdn(events).encode()).hexdigest()
    except DamaciError:
        return ""
