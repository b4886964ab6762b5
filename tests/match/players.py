"""Players that do not search."""

from random import Random

from damaci.board.move import Move
from damaci.engine.clock import Clock
from damaci.game.game import Game
from damaci.hub import EngineDied, HubError
from damaci.match import Contender


class RandomPlayer:
    """Plays random legal moves."""

    def __init__(self) -> None:
        self.random = Random()
        self.closed = False

    def new_game(self, seed: int) -> None:
        self.random = Random(seed)

    def move(self, game: Game, clock: Clock | None = None) -> Move:
        return self.random.choice(game.legal_moves)

    def stop(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


class GreedyPlayer(RandomPlayer):
    """Leaves as few pieces as possible to be captured; this is much better than random moves."""

    def move(self, game: Game, clock: Clock | None = None) -> Move:
        return min(game.legal_moves, key=lambda move: (game.position.play(move).must_capture, str(move)))


class FaultyPlayer(RandomPlayer):
    """Raises an error at its fifth move of each game."""

    def __init__(self, error: type[HubError] = EngineDied) -> None:
        super().__init__()
        self.error = error
        self.moves = 0

    def new_game(self, seed: int) -> None:
        super().new_game(seed)
        self.moves = 0

    def move(self, game: Game, clock: Clock | None = None) -> Move:
        self.moves += 1
        if self.moves == 5:
            raise self.error("it is gone")
        return super().move(game)


RANDOM = Contender("random", RandomPlayer)
GREEDY = Contender("greedy", GreedyPlayer)
FAULTY = Contender("faulty", FaultyPlayer)
