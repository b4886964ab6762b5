"""Visitors whose preferences are kept in a cookie of their browser, not on the server."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

import msgspec
from litestar import Request, Response, patch
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from damaci.services.preferences import Preferences
from damaci.site.connection import Connection
from damaci.site.pages import A_YEAR
from damaci.site.services import PageServices

PREFERENCES_COOKIE = "prefs"


@dataclass(frozen=True)
class VisitorServices(PageServices):
    """The services of pages for such visitors."""

    def preferences(self, connection: Connection) -> Preferences:
        """The preferences in the browser's cookie."""
        return _read(connection.cookies)


@patch("/api/preferences")
async def write_preferences(request: Request[Any, Any, Any], data: JSONBody[dict[str, Any]]) -> Response[Preferences]:
    """Changes some preferences in a cookie of the browser; the others stay as they are."""
    changed = _read(request.cookies).changed(data)
    value = quote(msgspec.json.encode(changed).decode(), safe="")
    return Response(
        changed, cookies=[Cookie(PREFERENCES_COOKIE, value=value, max_age=A_YEAR, samesite="lax", httponly=True)]
    )


def _read(cookies: Mapping[str, str]) -> Preferences:
    try:
        return Preferences.of(msgspec.json.decode(unquote(cookies.get(PREFERENCES_COOKIE, "{}")), type=dict))
    except (msgspec.DecodeError, RecursionError):
        return Preferences()
