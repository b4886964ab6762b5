"""The page of the television, and the same for programs."""

import msgspec
from litestar import Response, get

from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.online.television import Programme
from damaci.site.choices import choices
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.pages import language_of, page


@get("/tv")
async def television(request: AnyRequest) -> Response[str]:
    """The game that everybody is shown, and after it the next one."""
    words = catalog(language_of(request))
    shown = msgspec.to_builtins(await OnlineServices.of(request).television.now())
    data = {"programme": shown} | choices(words)
    return page(request, "tv/page.html", data)


@get("/api/v1/tv", responses=FAILURES)
async def programme(request: AnyRequest) -> Programme:
    """The game that everybody is shown; its id is empty if nothing is on."""
    return await OnlineServices.of(request).television.now()


PAGES = (television,)
ROUTES = (programme,)
