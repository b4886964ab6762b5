"""What the pages of analysis ask for, by name: the names and answers are those of damaci.home."""

from typing import Any

from damaci.board.position import Position
from damaci.pocket.requests import PageRequest, Requests
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.services import editor
from damaci.services.analysis_board import Here, MoveTry, MoveVerdict, OpenedText, PastedText, Stand, WrittenTree
from damaci.services.editor import CheckedPlacement, FreePlacement
from damaci.services.explorer import ExplorerGames, Look
from damaci.services.problems import CheckedProblem, ComposedProblem
from damaci.services.tree import Tree
from damaci.site import page_data


async def stand(asked: PageRequest, here: Here) -> Stand:
    """The legal moves of a position."""
    return asked.services.board.stand(here)


async def try_move(asked: PageRequest, tried: MoveTry) -> MoveVerdict:
    """Plays a move, or says why it may not be played."""
    return asked.services.board.attempt(tried)


async def check_setup(asked: PageRequest, placement: FreePlacement) -> CheckedPlacement:
    """Lists the faults of a placement of pieces."""
    return editor.check(placement)


async def check_problem(asked: PageRequest, problem: ComposedProblem) -> CheckedProblem:
    """Whether a problem is sound."""
    await asked.services.fair_play.expect_no_help(Position.from_fen(problem.fen, problem.ruleset))
    return await asked.services.problems.check(problem)


async def explore(asked: PageRequest, look: Look) -> dict[str, Any]:
    """What the book and games say of the moves of a position."""
    await asked.services.fair_play.expect_no_help(look.here.game().position)
    await asked.services.whole.openings(find_ruleset(look.here.ruleset).name)
    return await page_data.explored(asked.services.explorer, look, asked.words)


async def explored(asked: PageRequest, games: ExplorerGames) -> list[dict[str, Any]]:
    """The games that a move is shown with."""
    return await page_data.explored_games(asked.services.explorer, games, asked.words)


async def open_text(asked: PageRequest, text: PastedText) -> OpenedText:
    """Reads the first game of a PDN text, or the position of a FEN."""
    return await asked.services.board.open(text)


async def write_pdn(asked: PageRequest, tree: Tree) -> WrittenTree:
    """The PDN of a tree."""
    return await asked.services.board.write(tree)


REQUESTS: Requests = {
    "analysis.stand": (Here, stand),
    "analysis.move": (MoveTry, try_move),
    "analysis.setup": (FreePlacement, check_setup),
    "analysis.problem": (ComposedProblem, check_problem),
    "analysis.open": (PastedText, open_text),
    "analysis.pdn": (Tree, write_pdn),
    "analysis.explore": (Look, explore),
    "analysis.explored": (ExplorerGames, explored),
}
