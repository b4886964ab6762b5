"""The analysis page, and its requests: texts, tags, problems and the explorer."""

from typing import Any

from litestar import Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.home.services import HomeServices
from damaci.services.analysis_board import AnalysisBoard, OpenedText, PastedText
from damaci.services.explorer import ExplorerGames, Look
from damaci.services.problems import CheckedProblem, ComposedProblem
from damaci.services.tags import Edit
from damaci.site import page_data
from damaci.site.choices import levels_of, rulesets_of
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.large_body import LARGE
from damaci.site.pages import language_of, page


@get("/analysis")
async def analysis(
    request: AnyRequest, game: FromQuery[str] = "", fen: FromQuery[str] = "", ruleset: FromQuery[str] = "turkish"
) -> Response[str]:
    """The page with a stored game, a position or the start position. Raises UnknownGame, FenError, UnknownRuleset."""
    words = catalog(language_of(request))
    services = HomeServices.of(request)
    data = await page_data.analysis(services.board, services.reviews, game, fen, ruleset)
    data |= {
        "starts": page_data.starts(),
        "rulesets": rulesets_of(words),
        "levels": levels_of(words),
    }
    return page(request, "analysis/page.html", data)


@post("/api/analysis/open", status_code=200, **LARGE)
async def open_text(request: AnyRequest, data: JSONBody[PastedText]) -> OpenedText:
    """Reads the first game of a PDN text, or the position of a FEN. Raises DamaciError."""
    return await _board(request).open(data)


@put("/api/analysis/games/{game:str}/tags", status_code=204)
async def edit_tags(request: AnyRequest, game: FromPath[str], data: JSONBody[Edit]) -> None:
    """Keeps who played a game, where and when. Raises UnknownGame."""
    await HomeServices.of(request).tags.edit(game, data.tags)


@post("/api/analysis/problem", status_code=200)
async def check_problem(request: AnyRequest, data: JSONBody[ComposedProblem]) -> CheckedProblem:
    """Whether a problem is sound. Raises FenError, UnknownRuleset."""
    return await HomeServices.of(request).problems.check(data)


@post("/api/analysis/explore", status_code=200)
async def explore(request: AnyRequest, data: JSONBody[Look]) -> dict[str, Any]:
    """What the book and games say of the moves of a position. Raises FenError, UnknownRuleset."""
    return await page_data.explored(HomeServices.of(request).explorer, data, catalog(language_of(request)))


@post("/api/analysis/explored", status_code=200)
async def explored(request: AnyRequest, data: JSONBody[ExplorerGames]) -> list[dict[str, Any]]:
    """The games shown with a move. Deleted ones are left out."""
    return await page_data.explored_games(HomeServices.of(request).explorer, data, catalog(language_of(request)))


def _board(request: AnyRequest) -> AnalysisBoard:
    return HomeServices.of(request).board


ROUTES = (check_problem, analysis, open_text, edit_tags, explore, explored)
