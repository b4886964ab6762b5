"""The services that the guest's handlers use, kept few so that guests can reach little."""

from dataclasses import dataclass

from damaci.host import Rooms
from damaci.links.reception import Reception
from damaci.nearby.guests import Guests
from damaci.site.connection import Connection
from damaci.site.visitors import VisitorServices
from damaci.store.log import EventLog

COOKIE = "damaci-guest"


@dataclass(frozen=True)
class NearbyServices(VisitorServices):
    """The open games, the desk that shows newcomers to the host, and the guests."""

    rooms: Rooms
    log: EventLog
    reception: Reception
    guests: Guests


def token_of(connection: Connection) -> str:
    """The guest's token in the browser's cookie; empty if there is none."""
    return connection.cookies.get(COOKIE, "")
