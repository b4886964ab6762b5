"""Addresses of pages, as shown to people."""

from damaci.online.identity import Connection
from damaci.online.services import OnlineServices


def page_of(connection: Connection, game: str) -> str:
    """The address of a game's or an invitation's page, under the public address, else under that of the request."""
    base = OnlineServices.of(connection).settings.public_url or str(connection.base_url)
    return f"{base.rstrip('/')}/game/{game}"
