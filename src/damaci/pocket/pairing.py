"""Pairs a round in the worker: it has one thread, so whatever is asked meanwhile waits."""

from collections.abc import Sequence

from damaci.pocket.run import run
from damaci.tournament import Tournament, decide
from damaci.tournament.commands import AnyCommand
from damaci.tournament.decide import Decision
from damaci.tournament.events import AnyEvent


async def pair(happened: Sequence[AnyEvent], command: AnyCommand, at: float) -> Decision:
    """See damaci.services.tournaments.Pairer."""
    return await run(lambda: decide(Tournament.fold(happened), command, at))
