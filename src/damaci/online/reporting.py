"""Players report players: the opponent in a game, a name in the lobby, or what somebody has put into a study, a
broadcast or the name of a tournament."""

import time
from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from damaci.host.ids import new_id
from damaci.online.api import held
from damaci.online.costs import NEW_GAME, REPORTS
from damaci.online.identity import Visitor
from damaci.online.limits import Payer
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.play.events import Said, other
from damaci.site.connection import AnyRequest
from damaci.site.rejection import Rejected
from damaci.store.players import Player
from damaci.store.reports import PlayerReport, Reason

LONGEST_TEXT = 500
"""Characters."""
MOST_A_DAY = 10
"""Reports by one player."""
DAY_SECONDS = 24 * 3600.0
LONGEST_WORDS = 20_000
"""Characters of a chapter that are kept with a report."""
PHRASES = 20
"""The last phrases of a game that are kept with a report."""


class Reporting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report: its reason, and what happened."""

    reason: Reason
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""


class StudyReporting(Reporting, frozen=True, forbid_unknown_fields=True):
    """A report of a study: the chapter that is reported, the first unless given."""

    chapter: Annotated[str, msgspec.Meta(max_length=32)] = ""


@post("/api/v1/games/{game:str}/report", status_code=204, responses=FAILURES, opt=NEW_GAME)
async def report_opponent(request: AnyRequest, game: FromPath[str], data: JSONBody[Reporting]) -> None:
    """Reports the other player of a game to the operator. Raises Rejected."""
    store = OnlineServices.of(request).store
    by = await Visitor.of(request).somebody()
    mine = await held(request, game)
    if len(mine) != 1:
        raise Rejected(403, "not-your-seat")
    color = other(mine[0])
    about = (await store.seats.of_game(game)).get(color)
    if about is None:
        raise Rejected(404, "not-found")
    events = await store.log.read(game)
    phrases = [event for event in events if isinstance(event, Said)][-PHRASES:]
    report = _report(by, about, data)
    await _add(
        request,
        msgspec.structs.replace(
            report, game=game, color=color, version=len(events), phrases=msgspec.json.encode(phrases).decode()
        ),
    )


@post("/api/v1/seeks/{seek_id:str}/report", status_code=204, responses=FAILURES, opt=NEW_GAME)
async def report_seek(request: AnyRequest, seek_id: FromPath[str], data: JSONBody[Reporting]) -> None:
    """Reports whoever looks for a game in the lobby to the operator. Raises Rejected."""
    seek = await OnlineServices.of(request).store.seeks.get(seek_id)
    by = await Visitor.of(request).player()
    if seek is None or seek.player == by.id:
        raise Rejected(404, "not-found")
    await _add(request, _report(by, seek.player, data))


@post("/api/v1/studies/{study:str}/report", status_code=204, responses=FAILURES, opt=NEW_GAME)
async def report_study(request: AnyRequest, study: FromPath[str], data: JSONBody[StudyReporting]) -> None:
    """Reports the owner of a study to the operator, with the words of a chapter as they are now. Raises UnknownStudy,
    Rejected."""
    by = await Visitor.of(request).player()
    about, words = await OnlineServices.of(request).library.reported(by, study, data.chapter)
    if about == by.id:
        raise Rejected(404, "not-found")
    report = _report(by, about, data)
    await _add(request, msgspec.structs.replace(report, study=study, words=words[:LONGEST_WORDS]))


@post("/api/v1/broadcasts/{broadcast:str}/report", status_code=204, responses=FAILURES, opt=NEW_GAME)
async def report_broadcast(request: AnyRequest, broadcast: FromPath[str], data: JSONBody[Reporting]) -> None:
    """Reports the owner of a broadcast to the operator, with its words as they are now. Raises Rejected."""
    services = OnlineServices.of(request)
    found = await services.desk.find(broadcast)
    by = await Visitor.of(request).player()
    if found.owner == by.id:
        raise Rejected(404, "not-found")
    boards = await services.store.broadcasts.boards(broadcast)
    words = "\n".join([found.name, *(f"{each.game.white.name} – {each.game.black.name}" for each in boards)])
    report = _report(by, found.owner, data)
    await _add(request, msgspec.structs.replace(report, broadcast=broadcast, words=words[:LONGEST_WORDS]))


@post("/api/v1/tournaments/{tournament:str}/report", status_code=204, responses=FAILURES, opt=NEW_GAME)
async def report_tournament(request: AnyRequest, tournament: FromPath[str], data: JSONBody[Reporting]) -> None:
    """Reports who has announced a tournament to the operator, with its name as it is now. Raises UnknownTournament,
    Rejected."""
    found = await OnlineServices.of(request).club.listed(tournament)
    by = await Visitor.of(request).player()
    owner = found.plan.owner
    if owner is None or owner == by.id:
        raise Rejected(404, "not-found")
    report = _report(by, owner, data)
    await _add(request, msgspec.structs.replace(report, tournament=tournament, words=found.stored.name))


def _report(by: Player, about: str, data: Reporting) -> PlayerReport:
    text = " ".join(data.text.split())
    return PlayerReport(id=new_id(), created=time.time(), about=about, by=by.id, reason=data.reason, text=text)


async def _add(request: AnyRequest, report: PlayerReport) -> None:
    services = OnlineServices.of(request)
    assert report.by
    services.limits.take(REPORTS, Payer(Visitor.of(request).address, report.by))
    async with services.turns.of(report.by):
        if await services.store.reports.count(report.by, report.created - DAY_SECONDS) >= MOST_A_DAY:
            raise Rejected(429, "too-many")
        if await services.store.reports.is_open(report):
            raise Rejected(409, "reported-already")
        await services.store.reports.add(report)


ROUTES = (report_opponent, report_seek, report_study, report_broadcast, report_tournament)
