"""What each command leads to in a tournament: an event, or a refusal. Nothing here changes the tournament."""

from collections.abc import Callable, Container, Sequence
from math import inf

import msgspec
from msgspec import UNSET

from damaci.arguments import bad, expect_kind, expect_number
from damaci.titles import is_readable
from damaci.tournament import commands, events
from damaci.tournament.crosstable import MOST_PLAYERS, TournamentError
from damaci.tournament.events import AnyEvent, Result
from damaci.tournament.knockout import unsettled
from damaci.tournament.refusal import Refusal, TournamentCode
from damaci.tournament.rounds import by_hand, next_round, total_rounds
from damaci.tournament.standings import WITH_TIEBREAKS, expect_tiebreaks, usual
from damaci.tournament.tournament import Tournament

LONGEST_NAME = 60
MOST_APART = 1000
"""Pairs that are kept apart."""
HIGHEST_RATING = 9999
FORFEITS: dict[str, Result] = {"white": "-/+", "black": "+/-", "both": "-/-"}
Decision = list[AnyEvent] | Refusal


def decide(tournament: Tournament, command: commands.AnyCommand, at: float) -> Decision:
    """What a command leads to at the moment `at` (epoch seconds): one event; none if it changes nothing; or why it is
    not carried out. Raises BadArgument.

    >>> club = Tournament(Tournament.open(events.Settings("Club", rounds=1), at=0))
    >>> players = [events.Entrant("Ayşe", 1800), events.Entrant("Can", 1900)]
    >>> [entered] = decide(club, commands.Enter(players=players), at=0)
    >>> club.apply(entered)
    >>> [paired] = decide(club, commands.Pair(round=1), at=1)
    >>> paired.pairs
    [Pairing(white=2, black=1, result=None)]
    >>> decide(club, commands.Pair(round=2), at=1).code
    <TournamentCode.WRONG_ROUND: 'wrong-round'>
    """
    expect_kind("tournament", tournament, Tournament)
    decision = _DECISIONS.get(type(command))
    if decision is None:
        raise bad("command", command, "a command of a tournament")
    return decision(tournament, command, expect_number("at", at, -inf, inf))


# ---- players ---------------------------------------------------------------------------------------------------------


def _enter(tournament: Tournament, command: commands.Enter, at: float) -> Decision:
    if not command.players:
        return []
    late = bool(tournament.rounds) and tournament.settings.system in ("round-robin", "knockout")
    if late or tournament.closed or _all_paired(tournament):
        return Refusal(TournamentCode.ENTRIES_CLOSED, "nobody can be entered any more")
    if len(tournament.entrants) + len(command.players) > MOST_PLAYERS:
        return Refusal(TournamentCode.FULL, f"a tournament takes {MOST_PLAYERS} players")
    known = {_folded(entrant.name) for entrant in tournament.entrants.values()}
    for entrant in command.players:
        if refusal := _misfit(entrant.name, entrant.rating, known):
            return refusal
        known.add(_folded(entrant.name))
    return [events.Entered(at=at, players=command.players)]


def _all_paired(tournament: Tournament) -> bool:
    total = total_rounds(tournament)
    return bool(tournament.rounds) and total is not None and len(tournament.rounds) >= total


def _folded(name: str) -> str:
    return name.strip().casefold()


def _misfit(name: str, rating: int, others: Container[str]) -> Refusal | None:
    """Why somebody cannot be called or rated so. `others`: the folded names of the others."""
    if len(name) > LONGEST_NAME or not is_readable(name):
        return Refusal(TournamentCode.BAD_NAME, f"{name[:LONGEST_NAME]!r} is no name of 1 to {LONGEST_NAME} letters")
    if _folded(name) in others:
        return Refusal(TournamentCode.SAME_NAME, f"{name!r} is entered already")
    if not 0 <= rating <= HIGHEST_RATING:
        return Refusal(TournamentCode.BAD_RATING, f"{rating} is no rating from 0 to {HIGHEST_RATING}")
    return None


def _amend(tournament: Tournament, command: commands.Amend, at: float) -> Decision:
    known = tournament.entrants.get(command.player)
    if known is None:
        return _unknown(command.player)
    others = {_folded(entrant.name) for id, entrant in tournament.entrants.items() if id != command.player}
    if refusal := _misfit(command.name, command.rating, others):
        return refusal
    if command.rating != known.rating and tournament.rounds:
        return Refusal(TournamentCode.HAS_BEGUN, "ratings give the numbers, which stay once a round is paired")
    if (command.name, command.rating) == (known.name, known.rating):
        return []
    return [events.Amended(at=at, player=command.player, name=command.name, rating=command.rating)]


def _ask_bye(tournament: Tournament, command: commands.AskBye, at: float) -> Decision:
    if command.player not in tournament.entrants:
        return _unknown(command.player)
    if refusal := byes_refused(tournament, command.round):
        return refusal
    if tournament.asked.get((command.player, command.round)) == command.mark:
        return []
    if command.mark == "H" and not half_byes_left(tournament, command.player, command.round):
        return Refusal(TournamentCode.TOO_MANY_BYES, f"{tournament.settings.half_byes} half-point byes are allowed")
    return [events.ByeAsked(at=at, player=command.player, round=command.round, mark=command.mark)]


def byes_refused(tournament: Tournament, round: int) -> Refusal | None:
    """Why nobody can have a bye in a round."""
    if tournament.settings.system != "swiss":
        return Refusal(TournamentCode.NO_BYES, "only a Swiss tournament has byes to ask for")
    if tournament.closed:
        return _closed()
    if not len(tournament.rounds) < round <= tournament.settings.rounds:
        return _wrong_round(tournament, round)
    return None


def half_byes_left(tournament: Tournament, player: int, but: int = 0) -> int:
    """How many more half-point byes a player may ask for, late entry included; `but`: a round that does not count."""
    had = sum(entry.mark == "H" for entry in tournament.crosstable.entries(player))
    coming = sum(mark == "H" for (id, round), mark in tournament.asked.items() if id == player and round != but)
    return max(0, tournament.settings.half_byes - had - coming)


def _drop_bye(tournament: Tournament, command: commands.DropBye, at: float) -> Decision:
    if (command.player, command.round) not in tournament.asked:
        return Refusal(TournamentCode.NOT_ASKED, f"player {command.player} has no bye to come in round {command.round}")
    return [events.ByeDropped(at=at, player=command.player, round=command.round)]


def _withdraw(tournament: Tournament, command: commands.Withdraw, at: float) -> Decision:
    if command.player not in tournament.entrants:
        return _unknown(command.player)
    if tournament.is_out(command.player):
        return Refusal(TournamentCode.OUT, f"player {command.player} is out already")
    return [events.Withdrawn(at=at, player=command.player)]


def _return(tournament: Tournament, command: commands.Return, at: float) -> Decision:
    if command.player not in tournament.entrants:
        return _unknown(command.player)
    if not tournament.is_out(command.player):
        return Refusal(TournamentCode.NOT_OUT, f"player {command.player} is not out")
    if tournament.settings.system == "knockout" and tournament.rounds:
        return Refusal(TournamentCode.FIXED, "who has left a knock-out has lost the match")
    return [events.Returned(at=at, player=command.player)]


# ---- rounds ----------------------------------------------------------------------------------------------------------


def _pair(tournament: Tournament, command: commands.Pair, at: float) -> Decision:
    if tournament.closed:
        return _closed()
    if command.round != len(tournament.rounds) + 1:
        return _wrong_round(tournament, command.round)
    return _with_ballot(next_round(tournament, at), command.ballot)


def _pair_by_hand(tournament: Tournament, command: commands.PairByHand, at: float) -> Decision:
    if tournament.closed:
        return _closed()
    if command.round != len(tournament.rounds) + 1:
        return _wrong_round(tournament, command.round)
    if not command.pairs:
        return Refusal(TournamentCode.TOO_FEW, "a round has one pair at least")
    return _with_ballot(by_hand(tournament, command.pairs, command.bye, at), command.ballot)


def _with_ballot(found: events.Paired | Refusal, ballot: str) -> Decision:
    if isinstance(found, Refusal):
        return found
    return [msgspec.structs.replace(found, ballot=ballot)]


def _start(tournament: Tournament, command: commands.Start, at: float) -> Decision:
    if command.round != len(tournament.rounds) or not command.round:
        return _wrong_round(tournament, command.round)
    if tournament.rounds[-1].started is not None:
        return []
    return [events.Started(at=at, round=command.round)]


def _score(tournament: Tournament, command: commands.Score, at: float) -> Decision:
    game = tournament.game(command.round, command.board)
    if game is None:
        return _no_game(command.round, command.board)
    if command.seen is not UNSET and tournament.seated_at(command.round) > command.seen:
        return Refusal(TournamentCode.OTHER_PAIR, f"round {command.round} was paired again")
    quick = command.plies is not None and command.plies < tournament.settings.quick_draw_plies
    quick = quick and command.result == "1/2-1/2"
    if (command.result, quick) == (game.result, game.quick):
        return []
    if _is_other(tournament, command, game.result):
        return Refusal(TournamentCode.OTHER_RESULT, f"board {command.board} has the result {game.result or 'none'}")
    scored = events.Scored(at=at, round=command.round, board=command.board, result=command.result, quick=quick)
    return _unsettling(tournament, [*_taken(tournament), scored], command.round) or [scored]


def _taken(tournament: Tournament, but: int = 0) -> list[events.Step]:
    """The steps that hold, without the one of a number."""
    return [step for number, step in tournament.steps if number != but]


def _unsettling(tournament: Tournament, steps: Sequence[events.Step], round: int) -> Refusal | None:
    """Why a result of a round cannot become what it is after these steps: others were paired upon it."""
    if tournament.settings.system != "knockout":
        return None
    later = unsettled(tournament, steps, round)
    if not later:
        return None
    message = f"round {later} was paired upon this result; undo its pairing first"
    return Refusal(TournamentCode.PAIRED_UPON, message, later)


def _is_other(tournament: Tournament, command: commands.Score, result: Result | None) -> bool:
    """Whether the board has another result than who asks has seen."""
    if command.was is not UNSET and command.was != result:
        return True
    return command.seen is not UNSET and tournament.scored_at(command.round, command.board) > command.seen


def _forfeit(tournament: Tournament, command: commands.Forfeit, at: float) -> Decision:
    game = tournament.game(command.round, command.board)
    if game is None:
        return _no_game(command.round, command.board)
    if game.result is not None:
        return Refusal(TournamentCode.HAS_RESULT, f"board {command.board} has the result {game.result}")
    started = tournament.rounds[command.round - 1].started
    if started is None:
        return Refusal(TournamentCode.NOT_STARTED, f"the clocks of round {command.round} have not been started")
    if at < started + 60 * tournament.settings.minutes_late:
        return Refusal(TournamentCode.TOO_EARLY, f"players may be {tournament.settings.minutes_late:g} minutes late")
    scored = events.Scored(at=at, round=command.round, board=command.board, result=FORFEITS[command.absent])
    return _unsettling(tournament, [*_taken(tournament), scored], command.round) or [scored]


def _order_tiebreaks(tournament: Tournament, command: commands.OrderTiebreaks, at: float) -> Decision:
    settings = tournament.settings
    if settings.system not in WITH_TIEBREAKS:
        return Refusal(TournamentCode.NO_TIEBREAKS, "only a Swiss tournament and a round robin have tie-breaks")
    chosen = tuple(command.tiebreaks) or usual(settings.system)
    try:
        expect_tiebreaks(chosen)
    except TournamentError as error:
        return Refusal(TournamentCode.BAD_TIEBREAKS, str(error))
    if chosen == settings.tiebreaks:
        return []
    return [events.TiebreaksOrdered(at=at, tiebreaks=chosen)]


def _keep_apart(tournament: Tournament, command: commands.KeepApart, at: float) -> Decision:
    if tournament.settings.system != "swiss":
        return Refusal(TournamentCode.NO_APART, "only a Swiss tournament keeps players apart")
    if tournament.closed:
        return _closed()
    if len(command.pairs) > MOST_APART:
        return Refusal(TournamentCode.BAD_APART, f"{len(command.pairs)} pairs: expected at most {MOST_APART}")
    for one, two in command.pairs:
        if one == two:
            return Refusal(TournamentCode.BAD_APART, f"player {one} cannot be kept apart from himself")
        for id in (one, two):
            if id not in tournament.entrants:
                return _unknown(id)
    pairs = tuple(sorted({(min(pair), max(pair)) for pair in command.pairs}))
    if pairs == tournament.apart:
        return []
    return [events.KeptApart(at=at, pairs=pairs)]


def _close(tournament: Tournament, command: commands.Close, at: float) -> Decision:
    if tournament.closed:
        return []
    return [events.Closed(at=at)]


def _undo(tournament: Tournament, command: commands.Undo, at: float) -> Decision:
    if not tournament.last_step:
        return Refusal(TournamentCode.NOTHING_TO_UNDO, "nothing has happened yet")
    if not tournament.may_undo(command.event, command.with_games):
        return Refusal(TournamentCode.NOT_THE_LAST, f"the last step is event {tournament.last_step}")
    undone = dict(tournament.steps)[command.event]
    if isinstance(undone, events.Scored):
        steps = _taken(tournament, command.event)
        if refusal := _unsettling(tournament, steps, undone.round):
            return refusal
    return [events.Undone(at=at, undone=command.event, with_games=command.with_games)]


# ---- refusals --------------------------------------------------------------------------------------------------------


def _unknown(player: int) -> Refusal:
    return Refusal(TournamentCode.UNKNOWN_PLAYER, f"there is no player {player}")


def _no_game(round: int, board: int) -> Refusal:
    return Refusal(TournamentCode.UNKNOWN_GAME, f"round {round} has no board {board}")


def _wrong_round(tournament: Tournament, round: int) -> Refusal:
    return Refusal(
        TournamentCode.WRONG_ROUND, f"round {round} was meant, and {len(tournament.rounds)} have been paired"
    )


def _closed() -> Refusal:
    return Refusal(TournamentCode.CLOSED, "the tournament has been closed")


_DECISIONS: dict[type[commands.Command], Callable[..., Decision]] = {
    commands.Enter: _enter,
    commands.Amend: _amend,
    commands.AskBye: _ask_bye,
    commands.DropBye: _drop_bye,
    commands.Withdraw: _withdraw,
    commands.Return: _return,
    commands.Pair: _pair,
    commands.PairByHand: _pair_by_hand,
    commands.Start: _start,
    commands.Score: _score,
    commands.Forfeit: _forfeit,
    commands.OrderTiebreaks: _order_tiebreaks,
    commands.KeepApart: _keep_apart,
    commands.Close: _close,
    commands.Undo: _undo,
}
