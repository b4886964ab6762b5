"""Games that come in from outside."""

from collections.abc import Sequence

import msgspec

from damaci.play.events import AnyEvent


class NewRecord(msgspec.Struct, frozen=True):
    """A game to store under an unused id, with the hash of its content; an empty hash for none."""

    game: str
    events: Sequence[AnyEvent]
    hash: str
