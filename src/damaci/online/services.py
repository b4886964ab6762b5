"""The services that the handlers use, created once for the lifetime of the server."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from damaci.board.position import Position
from damaci.host.fair_queue import Asker
from damaci.host.lifetime import Lifetime
from damaci.online.fair_play.own_games import Read
from damaci.online.game_limits import limits_of
from damaci.online.identity import IdentityServices, Visitor
from damaci.online.parts.accounts import AccountServices, open_accounts
from damaci.online.parts.club import ClubServices, open_club
from damaci.online.parts.games import GameServices, open_games
from damaci.online.parts.learning import LearningServices, open_learning
from damaci.online.parts.meeting import MeetingServices, open_meeting
from damaci.online.parts.operating import Gates, OperatingServices, open_operating
from damaci.online.parts.pages import PageParts, page_parts
from damaci.online.people import People
from damaci.online.settings import OnlineSettings
from damaci.services.mistakes import Left, Mistakes
from damaci.site.announcement import Announcement
from damaci.site.assets import Assets
from damaci.site.connection import Connection
from damaci.site.installing import InstallableServices
from damaci.site.rejection import Rejected
from damaci.site.services import (
    BoardServices,
    EndingServices,
    LessonServices,
    MistakeServices,
    PictureServices,
    PuzzleServices,
)
from damaci.site.visitors import VisitorServices
from damaci.store import Store


@dataclass(frozen=True)
class OnlineServices(
    IdentityServices,
    VisitorServices,
    LessonServices,
    EndingServices,
    PictureServices,
    PuzzleServices,
    MistakeServices,
    InstallableServices,
    BoardServices,
    PageParts,
    GameServices,
    ClubServices,
    OperatingServices,
    AccountServices,
    MeetingServices,
    LearningServices,
):
    """What the kit's pages need, and the parts of this server."""

    @property
    def announcement(self) -> Announcement:
        """What the operator announces."""
        return self.orders.announcement

    async def expect_no_help(self, connection: Connection, position: Position) -> None:
        """Raises Rejected if an answer about this position would help the visitor in a rated game, StoreError."""
        if await self.own_games.lead_there(await Visitor.of(connection).known(), position):
            raise Rejected(409, "your-rated-game")

    async def expect_no_help_in(self, connection: Connection, read: Read) -> None:
        """Raises Rejected if an engine beside a record would help the visitor in a rated game, StoreError."""
        if await self.own_games.are_in(await Visitor.of(connection).known(), read):
            raise Rejected(409, "your-rated-game")

    def asker(self, connection: Connection) -> Asker:
        """Stands for everybody at the visitor's network address."""
        return Asker(address=Visitor.of(connection).address)

    async def solver(self, connection: Connection) -> str:
        """The id of the visitor's player; empty for an unknown visitor."""
        player = await Visitor.of(connection).known()
        return player.id if player else ""

    @property
    def with_people(self) -> bool:
        """True: it is known who played."""
        return True

    async def mistakes_left(self, connection: Connection) -> Left | None:
        """The number for players with an account."""
        player = await Visitor.of(connection).known()
        if player is None or player.account is None:
            return None
        return await (await self.mistakes_of(connection)).left()

    async def mistakes_of(self, connection: Connection) -> Mistakes:
        """The mistakes of a player with an account. Raises Rejected for everybody else."""
        visitor = Visitor.of(connection)
        player = await visitor.somebody()
        if player.account is None:
            raise Rejected(403, "no-account")
        return self.own_mistakes.of(player, await visitor.payer())

    async def new_solver(self, connection: Connection) -> str:
        """The visitor's player, a new guest if there is none."""
        return (await Visitor.of(connection).player()).id


@asynccontextmanager
async def open_services(
    settings: OnlineSettings, assets: Assets, gates: Gates, end: Callable[[], None], *, study: bool
) -> AsyncIterator[OnlineServices]:
    """Opens all services; at the end, stores games, stops engines and closes connections. `end` is called when an
    operator drains this process; `study`: whether visitors can analyse games in their browsers. Raises StoreError."""
    async with Store(settings.place, gates.metrics.appended, limits_of(settings)) as store, Lifetime() as life:
        people = People(store)
        games = await open_games(settings, store, life)
        club = open_club(store, people, games.rooms, life)
        operating = await open_operating(settings, store, gates, games, club.club, end, life)
        accounts = await open_accounts(settings, store, people, games, life)
        meeting = await open_meeting(settings, store, people, games, operating.orders, life)
        learning = open_learning(settings, store, games.engines, gates.limits, life)
        yield OnlineServices(
            settings=settings,
            store=store,
            **vars(page_parts(assets, study=study)),
            **vars(games),
            **vars(club),
            **vars(operating),
            **vars(accounts),
            **vars(meeting),
            **vars(learning),
        )
