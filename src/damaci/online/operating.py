"""The operator's page: the state of the process that answers, and the acts of `damaci admin`."""

from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody

from damaci.online.fair_play.neighbours import compare_neighbours
from damaci.online.health import check_operator, operator_name, state
from damaci.online.moderation import LONGEST_TEXT, BadOrder, Moderation
from damaci.online.moments import iso, moment
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.play.events import Said
from damaci.site.connection import AnyRequest
from damaci.site.pages import page
from damaci.site.rejection import Rejected
from damaci.store.audit import Ordering
from damaci.store.reports import ListedReport

Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
LISTED = 30
"""Acts, players and closed reports on the page."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act of the operator on somebody or something. `text` is the new name, what is shown, the verdict, or a ruleset
    and a speed; without `hours` a ban has no end."""

    act: Ordering | Literal["compare-near"]
    who: Text = ""
    text: Text = ""
    why: Text = ""
    hours: Annotated[float, msgspec.Meta(gt=0, le=100_000)] | None = None


class Ordered(msgspec.Struct, frozen=True):
    """What was done; `link`: the address of a sign-in link, shown once."""

    link: str = ""


class Case(msgspec.Struct, frozen=True):
    """A report, and what was said in its game before."""

    listed: ListedReport
    said: list[Said]


@get("/operator")
async def operator(request: AnyRequest, find: FromQuery[str] = "") -> Response[str]:
    """The page. `find`: lists the players with that id or that part in their name."""
    check_operator(request)
    services = OnlineServices.of(request)
    operator = _moderation(request)
    shown = {
        "status": msgspec.to_builtins(await state(services)),
        "find": find,
        "players": await operator.find(find[:100], LISTED) if find else [],
        "bans": await operator.named_bans(),
        "open_reports": [case(each) for each in await operator.reports(closed=False)],
        "closed_reports": [case(each) for each in await operator.reports(closed=True, limit=LISTED)],
        "notices": await operator.notices(),
        "processes": await operator.processes(),
        "done": await operator.audit(limit=LISTED),
        "iso": iso,
        "moment": moment,
    }
    return page(request, "operator/operator.html", {}, shown=shown)


@post("/operator/acts", status_code=200, responses=FAILURES)
async def carry_out(request: AnyRequest, data: JSONBody[Order]) -> Ordered:
    """Carries out an order. Raises Rejected, and BadName for a new name."""
    check_operator(request)
    try:
        if data.act == "compare-near":
            return await _compare_near(request, data)
        return await _carry_out(_moderation(request), data)
    except BadOrder as error:
        raise Rejected(400, f"order-{error.refusal}") from error


async def _compare_near(request: AnyRequest, data: Order) -> Ordered:
    store = OnlineServices.of(request).store
    await compare_neighbours(store, _moderation(request), data.who, _rating(data.text), data.why)
    return Ordered()


async def _carry_out(operator: Moderation, data: Order) -> Ordered:
    seconds = None
    if data.hours is not None:
        seconds = 3600 * data.hours
    match data.act:
        case "rename":
            await operator.rename(data.who, data.text, data.why)
        case "ban":
            await operator.ban(data.who, data.why, data.text, seconds)
        case "unban":
            await operator.unban(data.who, data.why)
        case "close":
            await operator.close(data.who, data.why)
        case "reopen":
            await operator.reopen(data.who, data.why)
        case "link":
            made = await operator.link(data.who, seconds or 24 * 3600, data.why)
            return Ordered(link=f"/sign-in#{made.secret}")
        case "announce":
            await operator.announce(data.text, seconds or 3600, data.why)
        case "unannounce":
            await operator.stop_announcing(data.why)
        case "maintain":
            await operator.maintain(data.text, seconds or 600, data.why)
        case "resume":
            await operator.resume(data.why)
        case "drain":
            await operator.drain(data.who, data.why)
        case "close-report":
            await operator.close_report(data.who, data.text)
        case "reopen-report":
            await operator.reopen_report(data.who, data.why)
        case "remove-broadcast":
            await operator.remove_broadcast(data.who, data.why)
        case "remove-tournament":
            await operator.remove_tournament(data.who, data.why)
        case "compare":
            await operator.compare(data.who, *_rating(data.text), why=data.why)
    return Ordered()


def _rating(text: str) -> tuple[str, str]:
    """The rating that is to be compared: a ruleset and a speed, with a space between them; both empty for the rating
    with most games."""
    ruleset, _, speed = text.partition(" ")
    return ruleset, speed


def case(listed: ListedReport) -> Case:
    """A report as the operator's pages show it."""
    return Case(listed, msgspec.json.decode(listed.report.phrases, type=list[Said]))


def _moderation(request: AnyRequest) -> Moderation:
    return Moderation(OnlineServices.of(request).store, f"page:{operator_name(request)}")


ROUTES = (operator, carry_out)
