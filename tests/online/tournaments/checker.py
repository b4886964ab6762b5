"""Checks that everything that is stored of a tournament is consistent."""

from sqlalchemy import select

from damaci.play.events import Ended
from damaci.store import Store
from damaci.store.schema import GAMES, SEATS, TOURNAMENT_GAMES, TOURNAMENT_PLAYERS
from damaci.tournament import Tournament
from damaci.tournament.events import Paired

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2"}
FORFEITS = {"+/-": "1-0", "-/+": "0-1", "-/-": "1/2-1/2"}


async def check(place: str, id: str) -> Tournament:
    """Checks that every pairing is complete, no game exists twice, and every result is that of its game."""
    async with Store(place) as store, store._database.reading() as connection:
        happened = await store.tournaments.read(id)
        found = Tournament.fold(happened)
        assert found.version == await store.tournaments.version(id) == len(happened)
        boards = {
            (row.round, row.board): row
            for row in await connection.execute(select(TOURNAMENT_GAMES).where(TOURNAMENT_GAMES.c.tournament == id))
        }
        games = {row.id: row for row in await connection.execute(select(GAMES))}
        seats: dict[str, dict[str, str]] = {}
        for row in await connection.execute(select(SEATS)):
            seats.setdefault(row.game, {})[row.color] = row.player
        players = {
            row.player: row.entrant
            for row in await connection.execute(select(TOURNAMENT_PLAYERS).where(TOURNAMENT_PLAYERS.c.tournament == id))
        }
        # Every round was paired once, and each of its boards has one game: no game is without a board.
        paired = [event.round for event in happened if isinstance(event, Paired)]
        assert paired == list(range(1, len(found.rounds) + 1))
        assert boards.keys() == {
            (number, board) for number, round in enumerate(found.rounds, 1) for board, _ in enumerate(round.games, 1)
        }
        assert len({row.game for row in boards.values()}) == len(boards) == len(games) == len(seats)
        for place_of_game, row in boards.items():
            game = found.game(*place_of_game)
            assert game is not None
            both = seats[row.game]
            assert (players[both["white"]], players[both["black"]]) == (game.white, game.black)
            log = await store.log.read(row.game)
            assert len(log) == games[row.game].version
            ended = [event for event in log if isinstance(event, Ended)]
            assert len(ended) <= 1
            assert row.entered == (game.result is not None)
            if game.result is not None:
                assert ended[0].result == (RESULTS | FORFEITS)[game.result]
    return found
