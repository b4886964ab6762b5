"""Builds pages from a template, the language, the visitor's preferences and the anti-forgery token."""

from typing import Any

import msgspec
from litestar import MediaType, Response
from litestar.datastructures import Cookie

from damaci.languages import LANGUAGES
from damaci.site.announcement import DISMISSED_COOKIE
from damaci.site.connection import AnyRequest, Connection
from damaci.site.language import choose
from damaci.site.security import TOKEN_COOKIE, new_token
from damaci.site.services import PageServices

LANGUAGE_COOKIE = "lang"
A_YEAR = 365 * 24 * 3600


def page(
    request: AnyRequest,
    template: str,
    data: dict[str, Any],
    status_code: int = 200,
    shown: dict[str, Any] | None = None,
) -> Response[str]:
    """Renders a page in the visitor's language. Sets the anti-forgery cookie, and stores the language if the address
    names one.

    `data` is for the template and the page's scripts, `shown` for the template alone."""
    services = PageServices.of(request)
    data = data | {"prefs": msgspec.to_builtins(services.preferences(request))}
    announcement = services.announcement.unless_dismissed(request.cookies.get(DISMISSED_COOKIE))
    return Response(
        services.renderer.render(template, language_of(request), data, {"announcement": announcement} | (shown or {})),
        media_type=MediaType.HTML,
        status_code=status_code,
        headers={"cache-control": "private, no-cache"},
        cookies=_cookies(request),
    )


def language_of(connection: Connection) -> str:
    """The visitor's preferred language, else that of the address, the cookie or the browser."""
    return choose(
        PageServices.of(connection).preferences(connection).language,
        connection.query_params.get("lang"),
        connection.cookies.get(LANGUAGE_COOKIE),
        accept=connection.headers.get("accept-language", ""),
    )


def _cookies(request: AnyRequest) -> list[Cookie]:
    cookies = []
    if TOKEN_COOKIE not in request.cookies:
        cookies.append(new_token())
    if (asked := request.query_params.get("lang")) in LANGUAGES:
        cookies.append(Cookie(LANGUAGE_COOKIE, value=asked, max_age=A_YEAR, samesite="lax"))
    return cookies
