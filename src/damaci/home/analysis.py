"""Analysis: the page, and what it asks of the rules as moves are tried, variations kept, positions set up."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromQuery, JSONBody

from damaci.analysis.tree import Branch, Tree, branch, recorded, told
from damaci.board.color import Color as BoardColor
from damaci.board.movetext import read_attempt
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.refusal import explain
from damaci.board.setup import Setup
from damaci.board.square import Square
from damaci.errors import DamaciError, MoveTextError
from damaci.game.game import Game
from damaci.home.archive import MAX_IMPORT
from damaci.home.services import HomeServices
from damaci.host import UnknownGame
from damaci.notation.pdn import Node, PdnGame, write_game
from damaci.play.events import Color, word
from damaci.play.refusal import Refusal
from damaci.rules.catalogue import RULESETS
from damaci.rules.options import Options
from damaci.sentence import Sentence
from damaci.services.new_games import Draws
from damaci.services.records import opened, record
from damaci.site.language import catalog
from damaci.site.pages import language_of, levels_of, page, rulesets_of
from damaci.wire import messages as m
from damaci.wire import view

AnyRequest = Request[Any, Any, Any]


class Here(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position, with the settings that it is played under; those of its ruleset unless given."""

    ruleset: str = "turkish"
    fen: str
    options: Options | None = None
    endings: Draws | None = None

    def game(self) -> Game:
        """The game that begins here. Raises FenError, UnknownRuleset."""
        return Game(self.ruleset, self.fen, self.endings.endings() if self.endings else None, self.options)


class Stand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What may be played in a position; draws do not end the trying of moves."""

    fen: str
    turn: Color
    legal: list[m.Legal]
    must: list[str] = []
    result: str = "*"
    """How a game that reached this position would have ended."""
    reason: str = ""


class Try(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move in any accepted text, tried in a position."""

    here: Here
    move: Annotated[str, msgspec.Meta(max_length=400)]


class Tried(msgspec.Struct, frozen=True, omit_defaults=True):
    """The move as it is kept, or why it may not be played."""

    played: Branch | None = None
    refused: m.Refused | None = None


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PDN or a FEN."""

    text: str
    ruleset: str = "turkish"


class Found(msgspec.Struct, frozen=True):
    """The first game of a text, and whether there are more."""

    tree: Tree
    more: bool


class Written(msgspec.Struct, frozen=True):
    """A tree as PDN."""

    pdn: str


Placed = Annotated[str, msgspec.Meta(pattern="^K?[a-h][1-8]$")]


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces put anywhere: squares, with K before a king."""

    ruleset: str
    turn: Color
    white: Annotated[list[Placed], msgspec.Meta(max_length=64)]
    black: Annotated[list[Placed], msgspec.Meta(max_length=64)]

    def setup(self) -> Setup:
        """As the rules look at it. Raises UnknownRuleset."""
        setup = Setup(turn=BoardColor(self.turn), ruleset=self.ruleset)
        for color, names in ((BoardColor.WHITE, self.white), (BoardColor.BLACK, self.black)):
            setup |= {Square.parse(name[-2:]): Piece(color, king=name[0] == "K") for name in names}
        return setup


class Fault(msgspec.Struct, frozen=True):
    """One thing that keeps pieces from being a position."""

    code: Literal["no-pieces", "man-on-promotion-rank", "square-not-used"]
    square: str


class Checked(msgspec.Struct, frozen=True):
    """The FEN of a placement without faults."""

    fen: str
    faults: list[Fault]


# ---- the page --------------------------------------------------------------------------------------------------------


@get("/analysis")
async def analysis(
    request: AnyRequest, game: FromQuery[str] = "", fen: FromQuery[str] = "", ruleset: FromQuery[str] = "turkish"
) -> Response[str]:
    """Analysis of a stored game, of a position, or of the start. Raises UnknownGame, FenError, UnknownRuleset."""
    words = catalog(language_of(request))
    data = {
        "tree": msgspec.to_builtins(told(await _subject(request, game, fen, ruleset))),
        "starts": {name: Position.start(name).fen for name in RULESETS},
        "rulesets": rulesets_of(words),
        "levels": levels_of(words),
    }
    return page(request, "analysis/page.html", data)


async def _subject(request: AnyRequest, game: str, fen: str, ruleset: str) -> PdnGame:
    if not game:
        return PdnGame(Position.from_fen(fen, ruleset) if fen else Position.start(ruleset))
    events = await HomeServices.of(request).store.log.read(game)
    if not events:
        raise UnknownGame(f"no game {game!r}")
    return record(events)


# ---- what the page asks ----------------------------------------------------------------------------------------------


@post("/api/analysis/stand", status_code=200)
async def stand(data: JSONBody[Here]) -> Stand:
    """The legal moves of a position. Raises FenError, UnknownRuleset."""
    game = data.game()
    position, outcome = game.position, game.outcome()
    return Stand(
        fen=position.fen,
        turn=word(position.turn),
        legal=view.listed(position, position.legal_moves),
        must=view.must(position.legal_moves),
        result=outcome.result if outcome else "*",
        reason=outcome.reason.value if outcome else "",
    )


@post("/api/analysis/move", status_code=200)
async def try_move(data: JSONBody[Try]) -> Tried:
    """Plays a move, or says why it may not be played. Raises FenError, UnknownRuleset."""
    game = data.here.game()
    try:
        refusal = explain(game.position, read_attempt(data.move))
    except MoveTextError as error:
        return Tried(refused=m.Refused(code="bad-text", message=str(error)))
    if refusal:
        return Tried(refused=view.refused("", Refusal.of_move(refusal)))
    before = game.position
    move = before.parse_move(data.move)
    return Tried(played=branch(Node(move), before, game.settle(before.play(move))))


@post("/api/analysis/open", status_code=200, request_max_body_size=MAX_IMPORT)
async def open_text(data: JSONBody[Text]) -> Found:
    """What a text holds. Raises DamaciError."""
    game, more = await asyncio.to_thread(opened, data.text, data.ruleset)
    return Found(await asyncio.to_thread(told, game), more)


@post("/api/analysis/pdn", status_code=200, request_max_body_size=MAX_IMPORT)
async def write_pdn(data: JSONBody[Tree]) -> Written:
    """The PDN of a tree. Raises DamaciError."""
    return Written(await asyncio.to_thread(lambda: write_game(recorded(data))))


@post("/api/analysis/setup", status_code=200)
async def check_setup(data: JSONBody[Placement]) -> Checked:
    """What keeps pieces from being a position. Raises UnknownRuleset, and DamaciError for two pieces on a square."""
    setup = data.setup()
    if len(setup) < len(data.white) + len(data.black):
        raise DamaciError(Sentence("two pieces on one square"))
    faults = [Fault(each.code, "" if each.square is None else str(each.square)) for each in setup.problems()]
    return Checked("" if faults else setup.position().fen, faults)


ROUTES = (analysis, stand, try_move, open_text, write_pdn, check_setup)
