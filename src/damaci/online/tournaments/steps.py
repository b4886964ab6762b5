"""What the server does next in a tournament, by the clock: pure."""

from collections.abc import Sequence

from damaci.store.announced import TournamentPlan
from damaci.tournament import Tournament, commands
from damaci.tournament.events import AnyEvent, Entered, Event, Paired, Scored, Undone
from damaci.tournament.rounds import is_complete

ARENA_SECONDS = 2.0
"""Seconds between two pairings of an arena: those who come free meanwhile have more opponents to choose from."""
LATE_SYSTEMS = ("swiss", "arena")
"""Systems that take players after the first round has been paired."""


def takes_players(tournament: Tournament) -> bool:
    """Whether somebody can still be entered."""
    late = bool(tournament.rounds) and tournament.settings.system not in LATE_SYSTEMS
    return not (late or tournament.closed or (tournament.rounds and is_complete(tournament)))


def takes_part(tournament: Tournament, entrant: int | None) -> bool:
    """Whether somebody who has joined is still in. `entrant`: the player's number, None for who waits."""
    return entrant is None or not tournament.is_out(entrant)


def takes_now(tournament: Tournament, plan: TournamentPlan, happened: Sequence[AnyEvent]) -> bool:
    """Whether who waits is entered now, also while the arbiter goes on by hand."""
    return takes_players(tournament) and not (plan.held and _is_entry_undone(happened))


def _is_entry_undone(happened: Sequence[AnyEvent]) -> bool:
    """Whether an arbiter who takes steps back, and has done nothing else since, has taken an entry back: entered at
    once again, the players would be in the way of the steps before."""
    for event in reversed(happened):
        if not isinstance(event, Undone):
            return False
        if isinstance(happened[event.undone - 1], Entered):
            return True
    return False


def waited_since(tournament: Tournament, driven: float, now: float) -> float:
    """At the moment `now`, a first move is late if it has been waited for since this moment (epoch seconds) or longer.

    `driven`: since when this process has driven tournaments. An outage costs nobody a game: after it, the full time is
    waited again."""
    late = now - 60 * tournament.settings.minutes_late
    return late if driven <= late else 0.0


def next_command(
    tournament: Tournament, plan: TournamentPlan, happened: Sequence[AnyEvent], now: float
) -> commands.AnyCommand | None:
    """The command that is due at the moment `now` (epoch seconds), once everybody who waits has been entered."""
    if tournament.closed or plan.held or now < plan.starts:
        return None
    if tournament.settings.system == "arena":
        return _in_arena(tournament, plan, happened, now)
    if not tournament.rounds:
        return _first(tournament)
    if tournament.rounds[-1].started is None:
        return commands.Start(round=len(tournament.rounds))
    if tournament.pending:
        return None
    if is_complete(tournament):
        return commands.Close()
    if now < _last(happened, Scored, Paired) + plan.pause:
        return None
    return commands.Pair(round=len(tournament.rounds) + 1)


def _first(tournament: Tournament) -> commands.AnyCommand:
    if len(_here(tournament)) < 2:
        return commands.Close()
    return commands.Pair(round=1)


def _in_arena(
    tournament: Tournament, plan: TournamentPlan, happened: Sequence[AnyEvent], now: float
) -> commands.AnyCommand | None:
    if now >= plan.starts + plan.lasts:
        return commands.Close()
    if now < _last(happened, Paired) + ARENA_SECONDS:
        return None
    return commands.Pair(round=len(tournament.rounds) + 1)


def _here(tournament: Tournament) -> list[int]:
    return [id for id in tournament.entrants if not tournament.is_out(id)]


def _last(happened: Sequence[AnyEvent], *kinds: type[Event]) -> float:
    """When something of these kinds happened last (epoch seconds); 0 for never."""
    return next((event.at for event in reversed(happened) if isinstance(event, kinds)), 0.0)
