"""The explorer of openings: for programs, and as a page to walk through the tree, which needs no script."""

from typing import Any

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery

from damaci.board.position import Position
from damaci.book.names import NAMED_PLIES
from damaci.errors import DamaciError
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.rules.catalogue import RULESETS
from damaci.services.analysis_board import Here
from damaci.services.explorer import Exploration, ExplorerMove, ExplorerTally, Look
from damaci.site.connection import AnyRequest
from damaci.site.costs import COST
from damaci.site.game_list import row
from damaci.site.language import catalog
from damaci.site.page_data import ruleset_titles
from damaci.site.pages import language_of, page

LOOK = {COST: 2.0}
"""All moves of a position are looked up in the book, among the engine's games and among those of the site."""
LONGEST = 60
"""Plies of a line that the page walks."""


class KnownMoves(msgspec.Struct, frozen=True):
    """A position's moves, the best first, of those that the book or any game has. `counting`: whether games that have
    ended wait to be counted."""

    moves: list[ExplorerMove]
    counting: bool


@get("/api/v1/explorer", responses=FAILURES, opt=LOOK)
async def explore(request: AnyRequest, fen: FromQuery[str], ruleset: FromQuery[str] = "turkish") -> KnownMoves:
    """What is known about the moves of a position: the opening book's value in centimen for White, the finished games
    of this server with the ids of the last that anybody may look at, and the shipped games of the engine.

    Raises FenError, UnknownRuleset, and Rejected for a position that the visitor is playing in a rated game."""
    services = OnlineServices.of(request)
    await services.expect_no_help(request, Position.from_fen(fen, ruleset))
    found = await services.openings.look(Look(Here(fen=fen, ruleset=ruleset)))
    return KnownMoves(found.moves, found.counting)


@get("/openings", opt=LOOK)
async def openings(
    request: AnyRequest, ruleset: FromQuery[str] = "turkish", line: FromQuery[str] = ""
) -> Response[str]:
    """A position of the tree of openings, reached by the moves of `line`. Raises NotFoundException, and Rejected
    for one that the visitor is playing in a rated game."""
    services = OnlineServices.of(request)
    words = catalog(language_of(request))
    moves = [move for move in line.split(" ") if move]
    position = _position(ruleset, moves)
    await services.expect_no_help(request, position)
    found = await services.openings.look(Look(Here(fen=position.fen, ruleset=ruleset), moves[:NAMED_PLIES]))
    games = await services.openings.games(found)
    accounts = await services.store.seats.accounts_of([game.id for game in games])
    shown = {
        "ruleset": ruleset,
        "rulesets": ruleset_titles(words),
        "fen": position.fen,
        "turn": position.turn,
        "line": moves,
        "moves": [_shown(move) for move in found.moves],
        "name": [words.translations.gettext(phrase) for phrase in _name(found, moves)],
        "counting": found.counting,
        "games": [row(words, game, accounts.get(game.id)) for game in games],
    }
    return page(request, "openings/openings.html", {}, shown=shown)


def _position(ruleset: str, moves: list[str]) -> Position:
    if ruleset not in RULESETS or len(moves) > LONGEST:
        raise NotFoundException("no such opening")
    position = Position.start(ruleset)
    try:
        for move in moves:
            position = position.play(move)
    except DamaciError as error:
        raise NotFoundException(str(error)) from None
    return position


def _name(found: Exploration, moves: list[str]) -> list[str]:
    if not moves:
        return []
    return [*found.name]


def _shown(move: ExplorerMove) -> dict[str, Any]:
    worth = ""
    if move.value is not None:
        worth = f"{move.value / 100:+.2f}"
    return {"text": move.text, "value": worth, "kept": _tally(move.kept), "engine": _tally(move.engine)}


def _tally(tally: ExplorerTally | None) -> dict[str, int] | None:
    """Counts and shares in percent."""
    if tally is None:
        return None
    games = tally.white + tally.draw + tally.black
    white = round(100 * tally.white / games)
    draw = round(100 * tally.draw / games)
    return {"games": games, "white": white, "draw": draw, "black": 100 - white - draw}


PAGES = (openings,)
ROUTES = (explore,)
