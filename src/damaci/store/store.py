"""The store: all durable data in one database."""

from pathlib import Path
from typing import Self

import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from damaci.store.announced import AnnouncedTournaments
from damaci.store.audit import Audit
from damaci.store.bans import Bans
from damaci.store.bots import Bots
from damaci.store.broadcasts import Broadcasts
from damaci.store.challenges import Challenges
from damaci.store.comparisons import Comparisons
from damaci.store.conditional import ConditionalMoves
from damaci.store.contents import Contents
from damaci.store.daily import DailyGames
from damaci.store.database import Database
from damaci.store.erasure import Erasure
from damaci.store.explorer import Explorer
from damaci.store.follows import Follows
from damaci.store.games import Games
from damaci.store.halves import Halves
from damaci.store.heartbeats import Heartbeats
from damaci.store.holidays import Holidays
from damaci.store.leases import Leases
from damaci.store.live_games import LiveGames
from damaci.store.log import EventLog, OnAppend
from damaci.store.mail_addresses import MailAddresses
from damaci.store.mail_queue import MailQueue
from damaci.store.mistakes import KnownMistakes
from damaci.store.notices import Notices
from damaci.store.outdated import Outdated
from damaci.store.pairings import UNLIMITED, GameLimits, Pairings
from damaci.store.played import PlayedGames
from damaci.store.player_settings import PlayerSettings
from damaci.store.players import Players
from damaci.store.processes import Processes
from damaci.store.push import PushBrowsers
from damaci.store.ratings import Ratings
from damaci.store.recount import Recount
from damaci.store.reports import Reports
from damaci.store.reviews import Reviews
from damaci.store.schema import PUSH_QUEUE
from damaci.store.seats import Seats
from damaci.store.seeks import Seeks
from damaci.store.settings import Settings
from damaci.store.shared_studies import SharedStudies
from damaci.store.sign_in_links import SignInLinks
from damaci.store.solvers import Solvers
from damaci.store.studies import Studies
from damaci.store.tournament_acts import TournamentActs
from damaci.store.tournaments import Tournaments
from damaci.store.upgrade import bring_up_to_date, expect_newest
from damaci.stored.errors import StoreError

FILE = "damaci.db"
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


class Store:
    """The event log, the list of games, the players and the settings, in a folder or in a database with a URL.

    Several processes may use one store at once: the log lets only one of them append each version of a game.
    """

    def __init__(
        self,
        where: str | Path | None = None,
        on_append: OnAppend = lambda seconds, error: None,
        limits: GameLimits = UNLIMITED,
    ) -> None:
        """`where`: a folder, a URL such as `postgresql://user:word@host/name`, or None for the user's data folder.
        `on_append` is called after each append to the log. `limits`: of the games that begin here.

        Raises StoreError for a URL that cannot be parsed or that has no installed driver.
        """
        if "://" in str(where):
            self.folder = None
        else:
            self.folder = Path(where or platformdirs.user_data_dir("damaci", appauthor=False))
        self._database = Database(
            _url(where) if self.folder is None else URL.create(_DRIVERS["sqlite"], database=str(self.folder / FILE))
        )
        self.log = EventLog(self._database, on_append)
        self.games = Games(self._database)
        self.settings = Settings(self._database)
        self.players = Players(self._database)
        self.erasure = Erasure(self._database)
        self.seats = Seats(self._database)
        self.seeks = Seeks(self._database)
        self.challenges = Challenges(self._database)
        self.player_settings = PlayerSettings(self._database)
        self.follows = Follows(self._database)
        self.pairings = Pairings(self._database, limits)
        self.live_games = LiveGames(self._database)
        self.daily = DailyGames(self._database)
        self.conditional = ConditionalMoves(self._database)
        self.holidays = Holidays(self._database)
        self.push = PushBrowsers(self._database)
        self.mail_addresses = MailAddresses(self._database)
        self.mistakes = KnownMistakes(self._database)
        self.mail_queue = MailQueue(self._database)
        self.push_queue = MailQueue(self._database, PUSH_QUEUE)
        self.halves = Halves(self._database)
        self.contents = Contents(self._database)
        self.reviews = Reviews(self._database)
        self.explorer = Explorer(self._database)
        self.audit = Audit(self._database)
        self.bans = Bans(self._database)
        self.sign_in_links = SignInLinks(self._database)
        self.notices = Notices(self._database)
        self.processes = Processes(self._database)
        self.reports = Reports(self._database)
        self.heartbeats = Heartbeats(self._database)
        self.outdated = Outdated(self._database)
        self.leases = Leases(self._database)
        self.solvers = Solvers(self._database)
        self.tournaments = Tournaments(self._database)
        self.announced = AnnouncedTournaments(self._database)
        self.bots = Bots(self._database)
        self.tournament_acts = TournamentActs(self._database)
        self.broadcasts = Broadcasts(self._database)
        self.studies = Studies(self._database)
        self.shared_studies = SharedStudies(self._database)
        self.ratings = Ratings(self._database)
        self.played = PlayedGames(self._database)
        self.recount = Recount(self._database)
        self.comparisons = Comparisons(self._database)

    async def open(self) -> Self:
        """Creates the folder, file and newest schema where missing. Raises StoreError without changes."""
        try:
            if self.folder is not None:
                self.folder.mkdir(parents=True, exist_ok=True)
            await bring_up_to_date(self._database)
        except OSError as error:
            raise StoreError(f"{self.folder}: cannot be used as a folder for the games: {error.strerror}") from error
        except BaseException:
            await self.close()
            raise
        return self

    async def open_existing(self) -> Self:
        """Opens a store that a server has made, without changing its schema. Raises StoreError."""
        try:
            if self.folder is not None and not (self.folder / FILE).is_file():
                raise StoreError(f"{self.folder}: no server has kept games here")
            await expect_newest(self._database)
        except BaseException:
            await self.close()
            raise
        return self

    async def check(self) -> None:
        """Raises StoreError if the database does not answer."""
        await self.games.get("")

    async def close(self) -> None:
        """Closes the database after the last append. No more may be requested."""
        await self.log.ended()
        await self._database.close()

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _url(where: object) -> URL:
    try:
        url = make_url(str(where))
    except ArgumentError as error:
        raise StoreError(f"{where}: not a database URL: {error}") from error
    return url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
