"""Visitors whose preferences are kept in a cookie of their browser, not on the server."""

from dataclasses import dataclass
from urllib.parse import quote, unquote

import msgspec
from litestar import Response, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from damaci.services.preferences import Preferences
from damaci.site.pages import A_YEAR
from damaci.site.services import Connection, PageServices

PREFERENCES_COOKIE = "prefs"


@dataclass(frozen=True)
class VisitorServices(PageServices):
    """The services of pages for such visitors."""

    def preferences(self, connection: Connection) -> Preferences:
        """The preferences in the browser's cookie."""
        try:
            return Preferences.of(
                msgspec.json.decode(unquote(connection.cookies.get(PREFERENCES_COOKIE, "{}")), type=dict)
            )
        except (msgspec.DecodeError, RecursionError):
            return Preferences()


@put("/api/preferences")
async def write_preferences(data: JSONBody[Preferences]) -> Response[Preferences]:
    """Stores preferences in a cookie of the browser."""
    value = quote(msgspec.json.encode(data).decode(), safe="")
    return Response(
        data, cookies=[Cookie(PREFERENCES_COOKIE, value=value, max_age=A_YEAR, samesite="lax", httponly=True)]
    )
