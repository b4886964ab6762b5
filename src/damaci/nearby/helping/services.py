"""The services that the helper's handlers use, kept few so that helpers can reach little."""

from dataclasses import dataclass, field

from damaci.links.helpers import Helpers, Helping
from damaci.nearby.tries import Tries
from damaci.services.tournaments import Tournaments
from damaci.site.connection import Connection
from damaci.site.fragments import Fragments
from damaci.site.rejection import Rejected
from damaci.site.visitors import VisitorServices
from damaci.wire.allowance import Allowance

COOKIE = "damaci-helper"
RESULTS = 20
RESULTS_PER_SECOND = 2.0
"""Results from one helper: so many at once, and so many a second on average."""


@dataclass(frozen=True)
class HelperServices(VisitorServices):
    """The tournaments, their helpers, and how many results each helper may still enter."""

    tournaments: Tournaments
    helpers: Helpers
    fragments: Fragments
    tries: Tries = field(default_factory=Tries)
    allowances: dict[str, Allowance] = field(default_factory=dict)

    def helping(self, connection: Connection, tournament: str) -> Helping:
        """The helper who sends the request. Raises Rejected unless it is one of this tournament."""
        helping = self.helper(connection)
        if helping is None or helping.tournament != tournament:
            raise Rejected(403, "tournament-not-helping")
        return helping

    def helper(self, connection: Connection) -> Helping | None:
        """The helper who sends the request; None for anybody else."""
        secret = connection.cookies.get(COOKIE, "")
        if secret:
            return self.helpers.find(secret)
        return None

    def count_result(self, helper: str) -> None:
        """Counts a result. Raises Rejected when there were too many."""
        allowance = self.allowances.setdefault(helper, Allowance(RESULTS_PER_SECOND, RESULTS))
        if not allowance.take():
            raise Rejected(429, "too-many")
