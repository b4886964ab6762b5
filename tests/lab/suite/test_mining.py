"""A hard middle game is found when the score changes soon after it."""

from damaci import Position
from lab.suite.games import Seen, Watched
from lab.suite.job import Counts, Job
from lab.suite.mining import Miner

FEN = "W:Wh5,a4,b4,d4,f4,b3,c3,d3,f3,g3,c2,e2,h2:Ba7,e7,g7,h7,a6,b6,c6,d6,f6,c5,d5,e4,h4"
RIGHT = "h2-h3"


def watched(white: int) -> Watched:
    """A game with the position of FEN, after which the search has this score for White."""
    position = Position.from_fen(FEN).kernel
    [move, *_] = position.moves()
    after = position.play(move)
    return Watched("game", 30, [Seen(position, 0, move), Seen(after, -white, after.moves()[0])])


def test_a_middle_game() -> None:
    counts = Counts()
    [hard] = Miner(Job(0, "turkish")).watch(watched(200), counts)
    assert (hard.fen, hard.move, hard.wins, hard.source) == (FEN, RIGHT, True, "game, ply 30")
    assert hard.searched >= 2_000_000
    assert (counts.games, counts.positions, counts.candidates) == (1, 2, 1)


def test_where_the_score_stays_no_search_is_made() -> None:
    counts = Counts()
    assert not [*Miner(Job(0, "turkish")).watch(watched(100), counts)]
    assert counts.candidates == 0
