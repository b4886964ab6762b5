"""What an event does to the game on the board. An event that cannot have happened there is an error."""

from damaci.board.move import Move
from damaci.board.square import Square
from damaci.game.game import Game
from damaci.game.outcome import DECIDED_BY_PEOPLE
from damaci.play.events import AnyEvent, Ended, Moved, TakenBack, Touched


def replay(game: Game, event: AnyEvent) -> None:
    """Changes the game as the event says; most events leave it as it is. Raises ValueError for an event that cannot
    have happened."""
    match event:
        case Moved():
            _move(game, event)
        case Touched():
            _touch(game, event)
        case TakenBack():
            _take_back(game, event)
        case Ended():
            _end(game, event)


def _move(game: Game, event: Moved) -> None:
    if event.ply != game.ply + 1:
        raise ValueError(f"ply {game.ply + 1} is next")
    if len(event.path) < 2:
        raise ValueError("a path has two squares or more")
    game.push(_as_move(event))


def _as_move(event: Moved) -> Move:
    path = tuple(map(Square.parse, event.path))
    jumps = tuple(map(Square.parse, event.captured))
    return Move(path[0], path[-1], tuple(sorted(jumps)), path, jumps)


def _touch(game: Game, event: Touched) -> None:
    if not game.touch(Square.parse(event.square)):
        raise ValueError("that piece need not be played")


def _take_back(game: Game, event: TakenBack) -> None:
    if not 0 <= event.ply < game.ply:
        raise ValueError(f"{game.ply} plies have been played")
    while game.ply > event.ply:
        game.pop()


def _end(game: Game, event: Ended) -> None:
    if game.outcome() is None and event.reason in DECIDED_BY_PEOPLE:
        game.end(event.result, event.reason)
