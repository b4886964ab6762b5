"""What the pages of tournaments ask for, by name: the names and answers are those of damaci.site.tournaments."""

import msgspec

from damaci.pocket.answers import TextAnswer
from damaci.pocket.requests import PageRequest, Requests
from damaci.services.tournaments import NewTournament
from damaci.site import tournament_data
from damaci.site.tournament_data import View
from damaci.tournament.commands import AnyCommand
from damaci.tournament.events import Bye

HTML = "text/html"
TRF = "text/plain"


class OfTournament(msgspec.Struct):
    """A tournament."""

    tournament: str = ""


class OfView(msgspec.Struct):
    """A page of a tournament; round 0 is the last one."""

    tournament: str = ""
    view: View = "round"
    round: int = 0


class TournamentCommand(msgspec.Struct):
    """A command, and which arbiter gives it."""

    tournament: str
    command: AnyCommand
    by: str = ""


class NewEntrants(msgspec.Struct):
    """Players to enter, as text, and what late ones get."""

    tournament: str
    text: str
    missed: Bye = "Z"
    by: str = ""


async def create(asked: PageRequest, wish: NewTournament) -> dict[str, str]:
    """Opens a tournament."""
    return {"id": await asked.services.tournaments.open(wish)}


async def enter(asked: PageRequest, entry: NewEntrants) -> dict[str, int]:
    """Enters players."""
    count = await asked.services.tournaments.enter(entry.tournament, entry.text, entry.missed, entry.by)
    return {"entered": count}


async def do(asked: PageRequest, step: TournamentCommand) -> dict[str, int]:
    """Carries a command out."""
    return {"version": await asked.services.tournaments.do(step.tournament, step.command, step.by)}


async def main(asked: PageRequest, of: OfView) -> TextAnswer:
    """The main part of a page of a tournament, as it is now."""
    services = asked.services
    shown = await tournament_data.tournament(services.tournaments, of.tournament, of.view, of.round, asked.words)
    return TextAnswer(services.fragments.main("tournaments/tournament.html", asked.words.language, shown), HTML)


async def version(asked: PageRequest, of: OfTournament) -> dict[str, int]:
    """How many steps there are."""
    return {"version": await asked.services.tournaments.version(of.tournament)}


async def report(asked: PageRequest, of: OfTournament) -> TextAnswer:
    """The tournament as FIDE's report file."""
    return TextAnswer(await asked.services.tournaments.report(of.tournament), TRF, f"damaci-{of.tournament}.trf")


async def remove(asked: PageRequest, of: OfTournament) -> None:
    """Deletes a tournament."""
    await asked.services.tournaments.delete(of.tournament)


REQUESTS: Requests = {
    "tournaments.create": (NewTournament, create),
    "tournaments.enter": (NewEntrants, enter),
    "tournaments.do": (TournamentCommand, do),
    "tournaments.main": (OfView, main),
    "tournaments.version": (OfTournament, version),
    "tournaments.report": (OfTournament, report),
    "tournaments.delete": (OfTournament, remove),
}
