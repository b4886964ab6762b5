"""The page to look around in endings, and its requests."""

from random import SystemRandom

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody

from damaci.board.position import Position
from damaci.services.dealing import Deal, Dealt, deal
from damaci.services.endings import EndingQuestion, Looked
from damaci.site import page_data
from damaci.site.choices import rulesets_of
from damaci.site.connection import AnyRequest
from damaci.site.costs import PICTURE
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.site.services import EndingServices


@get("/endings")
async def endings(request: AnyRequest, fen: FromQuery[str] = "", ruleset: FromQuery[str] = "turkish") -> Response[str]:
    """The page with a position, or with one to begin with. Raises FenError, UnknownRuleset."""
    rulesets = rulesets_of(catalog(language_of(request)))
    return page(request, "endings/page.html", {"ending": page_data.ending(fen, ruleset), "rulesets": rulesets})


@post("/api/endings/look", status_code=200, opt=PICTURE)
async def look(request: AnyRequest, data: JSONBody[EndingQuestion]) -> Looked:
    """What the tables say of a position. Raises FenError, UnknownRuleset, and Rejected for one that the visitor is
    playing in a rated game."""
    services = EndingServices.of(request)
    await services.expect_no_help(request, Position.from_fen(data.fen, data.ruleset))
    return await services.endings.look(data)


@post("/api/endings/deal", status_code=200)
async def deal_pieces(data: JSONBody[Deal]) -> Dealt:
    """A random position with chosen pieces. Raises UnknownRuleset, and DamaciError for pieces that no table has."""
    return deal(data, SystemRandom())


ROUTES = (endings, look, deal_pieces)
