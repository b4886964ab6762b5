"""The JSON API of a player's holidays in games by the day."""

from datetime import date

import msgspec
from litestar import delete, get, put
from litestar.params import JSONBody

from damaci.online.holiday_allowance import DAYS_A_YEAR, day_of, last_day, left
from damaci.online.identity import Visitor
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.costs import COST

CHANGE = {COST: 20.0}
"""Every game by the day of the player notes it."""


class WantedHoliday(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A holiday from now to the end of the day `last`, by UTC; without it, as long as the player has days."""

    last: date | None = None


class HolidayStanding(msgspec.Struct, frozen=True):
    """`until`: when the player's holiday ends (epoch seconds); None: the player is on none. `left`: days that are left
    of `days` in the year `year`, the planned ones of a holiday that goes on included. `longest`: the last day of the
    longest holiday that can begin now; None if none can."""

    until: float | None
    year: int
    left: int
    longest: date | None
    days: int = DAYS_A_YEAR


async def holiday_of(services: OnlineServices, player: str) -> HolidayStanding:
    """The state of a player's holidays. Raises StoreError."""
    at = services.rooms.now()
    taken = await services.store.holidays.of(player)
    until = next((each.until for each in taken if each.until > at), None)
    longest = last_day(taken, at) if until is None else None
    return HolidayStanding(until, day_of(at).year, left(taken, at), longest)


@get("/api/v1/holiday", responses=FAILURES)
async def read(request: AnyRequest) -> HolidayStanding:
    """The player's holiday, and how many days are left. Raises Rejected."""
    player = await Visitor.of(request).somebody()
    return await holiday_of(OnlineServices.of(request), player.id)


@put("/api/v1/holiday", responses=FAILURES, opt=CHANGE)
async def begin(request: AnyRequest, data: JSONBody[WantedHoliday]) -> HolidayStanding:
    """Begins a holiday: in games by the day the player's clock stands still until it ends; not for a guest of a server
    that has accounts. Raises Rejected."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).somebody()
    await Visitor.of(request).expect_more_than_a_guest()
    services.notifier.away(await services.holidays.begin(player.id, data.last))
    return await holiday_of(services, player.id)


@delete("/api/v1/holiday", status_code=200, responses=FAILURES, opt=CHANGE)
async def end(request: AnyRequest) -> HolidayStanding:
    """Ends the player's holiday, if there is one. Raises Rejected."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).somebody()
    await services.holidays.end(player.id)
    return await holiday_of(services, player.id)


ROUTES = (read, begin, end)
