"""The pages of studies: a player's own and those shared with the player, and one study."""

import asyncio

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from damaci.online.costs import STUDY
from damaci.online.identity import Visitor
from damaci.online.services import OnlineServices
from damaci.online.studies.api import lists_of
from damaci.online.studies.library import Role
from damaci.site import page_data
from damaci.site.choices import levels_of, rulesets_of
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.page_data import ruleset_titles
from damaci.site.pages import language_of, page

MAY: dict[Role, tuple[str, ...]] = {
    "owner": ("write", "share"),
    "member": ("write", "leave", "report"),
    "reader": ("report",),
}
"""What is offered on the page of a study."""


@get("/studies")
async def overview(request: AnyRequest) -> Response[str]:
    """The visitor's studies, those shared with the visitor, and a form for another one."""
    player = await Visitor.of(request).known()
    found = await lists_of(request)
    shown = {
        "studies": found.mine,
        "shared": found.shared,
        "needs_account": player is None or player.account is None,
        "rulesets": ruleset_titles(catalog(language_of(request))),
    }
    return page(request, "studies/overview.html", {}, shown=shown)


@get("/studies/{study:str}", opt=STUDY)
async def one(request: AnyRequest, study: FromPath[str], chapter: FromQuery[str] = "") -> Response[str]:
    """A study with one of its chapters on the board. Raises UnknownStudy."""
    library = OnlineServices.of(request).library
    player = await Visitor.of(request).known()
    words = catalog(language_of(request))
    sharing = await library.sharing(player, study)
    data = page_data.shown_study(await library.show(player, study, chapter))
    account = player.account if player else None
    data |= {"sharing": msgspec.to_builtins(sharing), "may": MAY[sharing.role], "self": account or ""}
    choices = {"starts": page_data.starts(), "rulesets": rulesets_of(words), "levels": levels_of(words)}
    # A chapter may have thousands of moves, and nobody else is to wait while its page is written.
    return await asyncio.to_thread(page, request, "studies/study.html", data | choices)


ROUTES = (overview, one)
