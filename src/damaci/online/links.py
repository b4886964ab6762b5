"""Addresses of pages, as shown to people."""

from damaci.online.services import OnlineServices
from damaci.site.connection import Connection


def page_of(connection: Connection, game: str) -> str:
    """The address of a game's or an invitation's page, under the public address, else under that of the request."""
    return address_of_page(connection, f"game/{game}")


def address_of_page(connection: Connection, path: str) -> str:
    """Like `page_of`, for any page, by its path without the first slash."""
    base = OnlineServices.of(connection).settings.public_url or str(connection.base_url)
    return f"{base.rstrip('/')}/{path}"
