"""Openings: a book with the values of positions, and the results of the engine's games from them.

>>> from damaci.board.position import Position
>>> [str(each.move) for each in SHIPPED.moves(Position.from_fen("W:Wf3:Bc7"))]
[]
"""

from damaci.book.ballots import Ballot, ballots
from damaci.book.book import Book, BookMove
from damaci.book.explore import Explored, explore
from damaci.book.games import EngineGames, Results
from damaci.book.library import SHIPPED, Library, Openings

__all__ = [
    "SHIPPED",
    "Ballot",
    "Book",
    "BookMove",
    "EngineGames",
    "Explored",
    "Library",
    "Openings",
    "Results",
    "ballots",
    "explore",
]
