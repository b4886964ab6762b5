"""The best answer to a wrong move in a puzzle, found by one of the engines that play."""

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.game.game import Game
from damaci.host.engine_pool import EnginePool
from damaci.host.fair_queue import Asker

SECONDS = 0.3


async def refute(engines: EnginePool, position: Position, asker: Asker) -> Move | None:
    """The best move of the side to move, looked for on behalf of somebody; None when the game is over."""
    game = Game(position.ruleset, position.fen)
    if not game.legal_moves:
        return None
    analysis = await engines.analyse(game, SECONDS, asker=asker)
    return analysis.best
