"""One's own mistakes: the page on which they are solved, and its requests."""

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.play.events import Color
from damaci.services.mistakes import Left, Mistake, Mistakes, NextMistake
from damaci.services.puzzle_messages import Hint, PuzzleTry, PuzzleVerdict, Solution
from damaci.site import page_data
from damaci.site.connection import AnyRequest
from damaci.site.costs import REVIEW, SEARCH
from damaci.site.pages import page
from damaci.site.rejection import Rejected
from damaci.site.services import MistakeServices


@get("/puzzles/mistakes")
async def solve(request: AnyRequest, game: FromQuery[str] = "", color: FromQuery[Color] = "white") -> Response[str]:
    """The page to solve one's mistakes one after another: all that are left, or those of one side in a game. A visitor
    who cannot have any reads what is needed for it. Raises UnknownGame."""
    services = MistakeServices.of(request)
    try:
        mistakes = await services.mistakes_of(request)
    except Rejected:
        return page(request, "puzzles/needs_account.html", {})
    data = await page_data.mistakes(mistakes, game, color, with_people=services.with_people)
    return page(request, "puzzles/puzzle.html", {"solving": data}, shown={"mode": "mistakes", "ruleset": "turkish"})


@get("/api/mistakes")
async def left(request: AnyRequest) -> Left:
    """How many there are."""
    return await (await _mistakes(request)).left()


@post("/api/mistakes/review", status_code=200, opt=REVIEW)
async def review(request: AnyRequest) -> Left:
    """Looks for mistakes in the latest game that has not been reviewed."""
    return await (await _mistakes(request)).review_next()


@get("/api/mistakes/next", opt=SEARCH)
async def following(request: AnyRequest) -> NextMistake:
    """A mistake to be mended, if one is left."""
    return await (await _mistakes(request)).next()


@get("/api/mistakes/{puzzle:str}")
async def show(request: AnyRequest, puzzle: FromPath[str]) -> Mistake:
    """A mistake. Raises UnknownMistake."""
    return await (await _mistakes(request)).show(puzzle)


@post("/api/mistakes/{puzzle:str}/try", status_code=200, opt=SEARCH)
async def try_move(request: AnyRequest, puzzle: FromPath[str], data: JSONBody[PuzzleTry]) -> PuzzleVerdict:
    """Answers whether a move is better, and if not, what refutes it."""
    return await (await _mistakes(request)).attempt(puzzle, data)


@post("/api/mistakes/{puzzle:str}/hint", status_code=200)
async def hint(request: AnyRequest, puzzle: FromPath[str]) -> Hint:
    """Which piece has to move."""
    return await (await _mistakes(request)).hint(puzzle)


@post("/api/mistakes/{puzzle:str}/solution", status_code=200)
async def solution(request: AnyRequest, puzzle: FromPath[str]) -> Solution:
    """The better move."""
    return await (await _mistakes(request)).solution(puzzle)


async def _mistakes(request: AnyRequest) -> Mistakes:
    return await MistakeServices.of(request).mistakes_of(request)


ROUTES = (solve, left, review, following, show, try_move, hint, solution)
