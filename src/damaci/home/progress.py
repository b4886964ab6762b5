"""The page of one's progress."""

from litestar import Response, get
from litestar.params import FromQuery

from damaci.home.services import HomeServices
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.site import page_data
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.pages import language_of, page


@get("/progress")
async def progress(request: AnyRequest, ruleset: FromQuery[str] = "turkish") -> Response[str]:
    """Results and strength over time at a ruleset. Raises UnknownRuleset."""
    name = find_ruleset(ruleset).name
    words = catalog(language_of(request))
    shown = await page_data.progress(HomeServices.of(request).results, name, words)
    return page(request, "progress/page.html", {}, shown=shown)


ROUTES = (progress,)
