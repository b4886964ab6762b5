"""Live games: what every door, whether web page, terminal or another device, sits down at."""

from damaci.host.conversation import Conversation
from damaci.host.engines import Engines
from damaci.host.memory import RoomsFull
from damaci.host.room import Forked, Room, RoomClosed
from damaci.host.rooms import Rooms
from damaci.host.stored_game import UnknownGame, read_game
from damaci.host.subscription import Subscription

__all__ = [
    "Conversation",
    "Engines",
    "Forked",
    "Room",
    "RoomClosed",
    "Rooms",
    "RoomsFull",
    "Subscription",
    "UnknownGame",
    "read_game",
]
