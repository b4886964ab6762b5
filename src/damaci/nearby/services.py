"""What the handlers behind the door work with: less than those of the app, so that there is less to reach."""

from dataclasses import dataclass

from damaci.host import Rooms
from damaci.links.reception import Reception
from damaci.nearby.guests import Guests
from damaci.site.services import Connection
from damaci.site.visitors import VisitorServices
from damaci.store.log import EventLog

COOKIE = "damaci-guest"


@dataclass(frozen=True)
class NearbyServices(VisitorServices):
    """The live games, who shows newcomers to the person here, and the guests."""

    rooms: Rooms
    log: EventLog
    reception: Reception
    guests: Guests


def token_of(connection: Connection) -> str:
    """What the browser shows to be known by; empty if it is not."""
    return connection.cookies.get(COOKIE, "")
