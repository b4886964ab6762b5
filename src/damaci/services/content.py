"""The content of a game as a hash, which finds duplicates."""

import hashlib
from collections.abc import Mapping, Sequence

from damaci.errors import DamaciError
from damaci.play.events import AnyEvent
from damaci.play.record import NONE, pdn


def hash_of(events: Sequence[AnyEvent], edited: Mapping[str, str] = NONE) -> str:
    """The hash of a game's content, with edited tags in place of its own; empty for a game that cannot be read."""
    try:
        return hashlib.sha256(pdn(events, edited).encode()).hexdigest()
    except DamaciError:
        return ""
