"""Stored rated games for comparisons, with random moves."""

from random import Random

from damaci.game.game import Game
from damaci.play.events import AnyEvent, ClockTimes, Ended, Moved, Opened, Seat, Settings
from damaci.store import Store
from damaci.store.players import Player

BLITZ = Settings(clock=ClockTimes(180, 2), rated=True)
PLIES = 24


def log(seed: int, at: float) -> list[AnyEvent]:
    """The events of a finished game of random moves."""
    random = Random(seed)
    game = Game()
    events: list[AnyEvent] = [Opened(at=at, settings=BLITZ, white=Seat("person"), black=Seat("person"))]
    while game.ply < PLIES and not game.outcome():
        move = game.push(random.choice(game.legal_moves))
        path = [str(square) for square in move.path]
        captured = [str(square) for square in move.captured]
        events.append(Moved(at=at, ply=game.ply, path=path, captured=captured, id=f"m{game.ply}"))
    return [*events, Ended(at=at, result="1-0", reason="resignation")]


async def fill(store: Store, games: int) -> None:
    """Stores the players Ada (`a`) and Bora (`b`) with this many rated games between them, whose ratings are counted,
    and Can (`c`) without any."""
    for player, name in (("a", "Ada"), ("b", "Bora"), ("c", "Can")):
        await store.players.add(Player(player, name, 1.0, account=name.lower(), passphrase="x"))
    for number in range(games):
        first, *rest = log(number, 10.0 + number)
        await store.pairings.begin(f"g{number}", [first], {"white": "a", "black": "b"})
        await store.log.append(f"g{number}", 1, rest)
    await store.ratings.count()
