"""The addresses that are given to people."""

from damaci.online.identity import Connection
from damaci.online.services import OnlineServices


def page_of(connection: Connection, game: str) -> str:
    """Where a game is played, or waits for somebody: under the public address, else under the one that was come by."""
    base = OnlineServices.of(connection).settings.public_url or str(connection.base_url)
    return f"{base.rstrip('/')}/game/{game}"
