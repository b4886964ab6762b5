"""The analysis page, and its requests: moves, positions, texts, the editor and the explorer."""

from typing import Any

from litestar import Request, Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.home.services import HomeServices
from damaci.services import editor
from damaci.services.analysis_board import AnalysisBoard, Here, Opened, Stand, Text, Tried, Try, Written
from damaci.services.editor import Checked, Placement
from damaci.services.explorer import Games, Look
from damaci.services.problems import Checked as CheckedProblem
from damaci.services.problems import Problem
from damaci.services.tags import Edit
from damaci.services.tree import Tree
from damaci.site import page_data
from damaci.site.choices import levels_of, rulesets_of
from damaci.site.language import catalog
from damaci.site.pages import language_of, page

MAX_TEXT = 2 * 1024 * 1024
"""Bytes of the longest text that is analysed."""

AnyRequest = Request[Any, Any, Any]


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


@post("/api/analysis/stand", status_code=200)
async def stand(request: AnyRequest, data: JSONBody[Here]) -> Stand:
    """The legal moves of a position. Raises FenError, UnknownRuleset."""
    return _board(request).stand(data)


@post("/api/analysis/move", status_code=200)
async def try_move(request: AnyRequest, data: JSONBody[Try]) -> Tried:
    """Plays a move, or says why it may not be played. Raises FenError, UnknownRuleset."""
    return _board(request).attempt(data)


@post("/api/analysis/open", status_code=200, request_max_body_size=MAX_TEXT)
async def open_text(request: AnyRequest, data: JSONBody[Text]) -> Opened:
    """Reads the first game of a PDN text, or the position of a FEN. Raises DamaciError."""
    return await _board(request).open(data)


@post("/api/analysis/pdn", status_code=200, request_max_body_size=MAX_TEXT)
async def write_pdn(request: AnyRequest, data: JSONBody[Tree]) -> Written:
    """The PDN of a tree. Raises DamaciError."""
    return await _board(request).write(data)


@put("/api/analysis/games/{game:str}/tags", status_code=204)
async def edit_tags(request: AnyRequest, game: FromPath[str], data: JSONBody[Edit]) -> None:
    """Keeps who played a game, where and when. Raises UnknownGame."""
    await HomeServices.of(request).tags.edit(game, data.tags)


@post("/api/analysis/setup", status_code=200)
async def check_setup(data: JSONBody[Placement]) -> Checked:
    """Lists the faults of a placement of pieces. Raises UnknownRuleset, and DamaciError for two pieces on a square."""
    return editor.check(data)


@post("/api/analysis/problem", status_code=200)
async def check_problem(request: AnyRequest, data: JSONBody[Problem]) -> CheckedProblem:
    """Whether a problem is sound. Raises FenError, UnknownRuleset."""
    return await HomeServices.of(request).problems.check(data)


@post("/api/analysis/explore", status_code=200)
async def explore(request: AnyRequest, data: JSONBody[Look]) -> dict[str, Any]:
    """What the book and games say of the moves of a position. Raises FenError, UnknownRuleset."""
    return await page_data.explored(HomeServices.of(request).explorer, data, catalog(language_of(request)))


@post("/api/analysis/explored", status_code=200)
async def explored(request: AnyRequest, data: JSONBody[Games]) -> list[dict[str, Any]]:
    """The games that a move is shown with. Those that are gone are left out."""
    return await page_data.explored_games(HomeServices.of(request).explorer, data, catalog(language_of(request)))


def _board(request: AnyRequest) -> AnalysisBoard:
    return HomeServices.of(request).board


ROUTES = (check_problem, analysis, stand, try_move, open_text, write_pdn, edit_tags, check_setup, explore, explored)
