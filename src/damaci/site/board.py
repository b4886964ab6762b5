"""The requests of a board that plays both sides: moves, positions that are set up, and its moves as text."""

from litestar import post
from litestar.params import JSONBody

from damaci.services import editor
from damaci.services.analysis_board import AnalysisBoard, Here, MoveTry, MoveVerdict, Stand, WrittenTree
from damaci.services.editor import CheckedPlacement, FreePlacement
from damaci.services.tree import Tree
from damaci.site.connection import AnyRequest
from damaci.site.costs import WHOLE_GAME
from damaci.site.large_body import LARGE
from damaci.site.services import BoardServices


@post("/api/analysis/stand", status_code=200)
async def stand(request: AnyRequest, data: JSONBody[Here]) -> Stand:
    """The legal moves of a position. Raises FenError, UnknownRuleset."""
    return _board(request).stand(data)


@post("/api/analysis/move", status_code=200)
async def try_move(request: AnyRequest, data: JSONBody[MoveTry]) -> MoveVerdict:
    """Plays a move, or says why it may not be played. Raises FenError, UnknownRuleset."""
    return _board(request).attempt(data)


@post("/api/analysis/pdn", status_code=200, opt=WHOLE_GAME, **LARGE)
async def write_pdn(request: AnyRequest, data: JSONBody[Tree]) -> WrittenTree:
    """The PDN of a tree. Raises DamaciError."""
    return await _board(request).write(data)


@post("/api/analysis/setup", status_code=200)
async def check_setup(data: JSONBody[FreePlacement]) -> CheckedPlacement:
    """Lists the faults of a placement of pieces. Raises UnknownRuleset, and DamaciError for two pieces on a square."""
    return editor.check(data)


def _board(request: AnyRequest) -> AnalysisBoard:
    return BoardServices.of(request).board


ROUTES = (stand, try_move, write_pdn, check_setup)
