"""The games of a round: who sits where, and on which terms."""

from collections.abc import Sequence

from damaci.host.first_events import opening
from damaci.host.ids import new_id
from damaci.online.tournaments.wish import terms
from damaci.play.events import AnyEvent, Seat
from damaci.play.events import Settings as GameSettings
from damaci.store.announced import JoinedPlayer
from damaci.store.tournament_steps import NewBoardGame
from damaci.tournament import Settings, Tournament
from damaci.tournament.events import Paired, Pairing


def game_settings(settings: Settings, *, rated: bool) -> GameSettings:
    """What is agreed for every game of a tournament."""
    return terms(settings.ruleset, settings.minutes, settings.increment, rated=rated).settings()


def new_games(
    tournament: Tournament, paired: Paired, members: Sequence[JoinedPlayer], rated: bool, at: float
) -> list[NewBoardGame]:
    """The games of a round that have to be played, at the moment `at` (epoch seconds). A board with a deleted player
    has none. Games between people contain nothing random, so that all begin with the same events."""
    players = {each.entrant: each.player for each in members if each.entrant}
    opened = opening(game_settings(tournament.settings, rated=rated), Seat("person"), Seat("person"), at)
    return [
        _game(paired.round, board, pair, players, opened)
        for board, pair in enumerate(paired.pairs, 1)
        if pair.result is None and pair.white in players and pair.black in players
    ]


def to_play(paired: Paired) -> set[int]:
    """The numbers of those who have a game to play in a round."""
    return {id for pair in paired.pairs if pair.result is None for id in (pair.white, pair.black)}


def _game(round: int, board: int, pair: Pairing, players: dict[int, str], opened: Sequence[AnyEvent]) -> NewBoardGame:
    return NewBoardGame(round, board, new_id(), opened, {"white": players[pair.white], "black": players[pair.black]})
