"""The pages of puzzles: the overview with one's strengths, the page on which they are solved, and their requests."""

from datetime import UTC, datetime
from functools import partial

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.puzzles import CONTEXT
from damaci.puzzles.themes import theme_of
from damaci.rules.catalogue import RULESETS
from damaci.sentence import Translate
from damaci.services.puzzle_messages import (
    BestSeries,
    Finished,
    HelpRequest,
    Hint,
    Kind,
    Mode,
    PuzzleTry,
    PuzzleVerdict,
    Series,
    ShownPuzzle,
    Solution,
)
from damaci.site import page_data
from damaci.site.connection import AnyRequest
from damaci.site.costs import REFUTATION
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.site.services import PuzzleServices


@get("/puzzles")
async def overview(request: AnyRequest, ruleset: FromQuery[str] = "turkish") -> Response[str]:
    """What there is to solve, and how the visitor does at it."""
    chosen = _known(ruleset)
    services = PuzzleServices.of(request)
    solver = await services.solver(request)
    words = catalog(language_of(request))
    left = await services.mistakes_left(request)
    shown = await page_data.puzzles(services.puzzles, solver, chosen, words, _translate(request), left)
    return page(request, "puzzles/overview.html", {}, shown=shown)


@get("/puzzles/go/{mode:str}")
async def go(
    request: AnyRequest, mode: FromPath[Mode], ruleset: FromQuery[str] = "turkish", theme: FromQuery[str] = ""
) -> Response[str]:
    """The page to solve one puzzle after another."""
    chosen = _known(ruleset)
    services = PuzzleServices.of(request)
    solver = await services.solver(request)
    today = datetime.now(UTC).date()
    puzzle = await services.puzzles.first(solver, mode, chosen, theme_of(theme), today)
    return _solving(request, mode, chosen, theme, puzzle)


@get("/puzzles/{puzzle:str}")
async def one(request: AnyRequest, puzzle: FromPath[str]) -> Response[str]:
    """The page of one puzzle. Raises UnknownPuzzle."""
    services = PuzzleServices.of(request)
    found = await services.puzzles.show(await services.solver(request), puzzle)
    return _solving(request, "next", found.ruleset, "", found)


@get("/api/puzzles/next")
async def following(request: AnyRequest, ruleset: FromQuery[str], theme: FromQuery[str] = "") -> ShownPuzzle:
    """Another puzzle. Raises NoMorePuzzles, UnknownRuleset."""
    services = PuzzleServices.of(request)
    solver = await services.solver(request)
    return await services.puzzles.show(solver, await services.puzzles.next(solver, ruleset, theme_of(theme)))


@get("/api/puzzles/{puzzle:str}")
async def show(request: AnyRequest, puzzle: FromPath[str]) -> ShownPuzzle:
    """A puzzle. Raises UnknownPuzzle."""
    services = PuzzleServices.of(request)
    return await services.puzzles.show(await services.solver(request), puzzle)


@post("/api/puzzles/{puzzle:str}/try", status_code=200, opt=REFUTATION)
async def try_move(request: AnyRequest, puzzle: FromPath[str], data: JSONBody[PuzzleTry]) -> PuzzleVerdict:
    """Answers whether a move is the right one, and if not, what refutes it."""
    services = PuzzleServices.of(request)
    solver = await services.new_solver(request)
    return await services.puzzles.attempt(solver, puzzle, data, _translate(request), services.asker(request))


@post("/api/puzzles/{puzzle:str}/hint", status_code=200)
async def hint(request: AnyRequest, puzzle: FromPath[str], data: JSONBody[HelpRequest]) -> Hint:
    """Which piece has to move."""
    services = PuzzleServices.of(request)
    return await services.puzzles.hint(await services.new_solver(request), puzzle, data)


@post("/api/puzzles/{puzzle:str}/solution", status_code=200)
async def solution(request: AnyRequest, puzzle: FromPath[str], data: JSONBody[HelpRequest]) -> Solution:
    """The rest of the solution."""
    services = PuzzleServices.of(request)
    return await services.puzzles.solution(await services.new_solver(request), puzzle, data, _translate(request))


@get("/api/puzzles/series/{kind:str}")
async def series(request: AnyRequest, kind: FromPath[Kind], ruleset: FromQuery[str]) -> Series:
    """The puzzles of a streak or a storm."""
    services = PuzzleServices.of(request)
    return await services.puzzles.series(await services.solver(request), kind, ruleset)


@post("/api/puzzles/series/{kind:str}", status_code=200)
async def finish(request: AnyRequest, kind: FromPath[Kind], data: JSONBody[Finished]) -> BestSeries:
    """Keeps how a streak or a storm ended."""
    services = PuzzleServices.of(request)
    return await services.puzzles.finish(await services.new_solver(request), kind, data)


def _solving(request: AnyRequest, mode: Mode, ruleset: str, theme: str, puzzle: ShownPuzzle | None) -> Response[str]:
    solving = {"mode": mode, "ruleset": ruleset, "theme": theme, "puzzle": msgspec.to_builtins(puzzle)}
    return page(request, "puzzles/puzzle.html", {"solving": solving}, shown={"mode": mode, "ruleset": ruleset})


def _known(ruleset: str) -> str:
    if ruleset not in RULESETS:
        raise NotFoundException(f"no ruleset {ruleset!r}")
    return ruleset


def _translate(request: AnyRequest) -> Translate:
    """Translates the texts of damaci.puzzles for the visitor."""
    return partial(catalog(language_of(request)).translations.pgettext, CONTEXT)


ROUTES = (overview, go, one, following, show, try_move, hint, solution, series, finish)
