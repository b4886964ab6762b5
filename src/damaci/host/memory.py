"""How much memory open games take, and what happens when it is used up."""

from damaci.errors import DamaciError

ROOM_BYTES = 16 * 1024
"""What a room without events takes: the start position, a lock and timers."""
EVENT_BYTES = 1100
"""What an event takes, with what the table makes of it. `python -m benchmarks.handlers` measures both."""


class RoomsFull(DamaciError):
    """The memory for open games is used up, and all of them are in use."""

    code = "full"


def bytes_of(events: int) -> int:
    """The estimate for a room with that many events."""
    return ROOM_BYTES + events * EVENT_BYTES
