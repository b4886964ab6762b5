"""The services that the handlers use, created once for the lifetime of the app."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from damaci.home.addresses import ADDRESSES
from damaci.home.parts.archive import ArchiveServices, open_archive
from damaci.home.parts.games import Doors, GameServices, open_games
from damaci.home.parts.learning import LearningServices, open_learning
from damaci.home.parts.person import PersonServices, open_person
from damaci.home.parts.thinking import open_thinking
from damaci.home.settings import HomeSettings
from damaci.host.lifetime import Lifetime
from damaci.services.device_speed import DeviceSpeed
from damaci.services.mistakes import Left, Mistakes
from damaci.services.preferences import Preferences
from damaci.site.connection import Connection
from damaci.site.fragments import Fragments
from damaci.site.installing import INSTALLABLE, Install, InstallableServices, Installer
from damaci.site.rendering import Renderer
from damaci.site.services import (
    BoardServices,
    EndingServices,
    LessonServices,
    MistakeServices,
    PictureServices,
    PuzzleServices,
    StudyServices,
    TournamentServices,
)
from damaci.store import Store

INSTALL = Install(
    "offline/program.html",
    {name: ADDRESSES.page(name) for name in ("puzzles", "analysis", "learn")},
    opens=ADDRESSES.page("games"),
)


@dataclass(frozen=True)
class HomeServices(
    LessonServices,
    EndingServices,
    PictureServices,
    PuzzleServices,
    MistakeServices,
    InstallableServices,
    TournamentServices,
    BoardServices,
    StudyServices,
    PersonServices,
    GameServices,
    ArchiveServices,
    LearningServices,
):
    """What the kit's pages need, and the parts of this app."""

    store: Store
    speed: DeviceSpeed

    def preferences(self, connection: Connection) -> Preferences:
        """The stored preferences, the same for every browser."""
        return self.shelf.current

    async def solver(self, connection: Connection) -> str:
        """One person uses this app."""
        return ""

    async def mistakes_left(self, connection: Connection) -> Left:
        """Never None: in games against the computer it is known which side is the person."""
        return await self.mistakes.left()

    async def mistakes_of(self, connection: Connection) -> Mistakes:
        """One person uses this app."""
        return self.mistakes


@asynccontextmanager
async def open_services(settings: HomeSettings, doors: Doors) -> AsyncIterator[HomeServices]:
    """Opens all services; at the end, stores games, stops engines and closes the store. Raises StoreError."""
    renderer = Renderer(doors.assets, ADDRESSES, INSTALLABLE)
    async with Store(settings.data_dir) as store, Lifetime() as life:
        thinking = await open_thinking(settings, store, life)
        person = await open_person(store)
        games = await open_games(store, thinking, person.shelf, doors, life)
        archive = open_archive(store, games, life)
        learning = open_learning(store, thinking, person.progress)
        yield HomeServices(
            renderer=renderer,
            installer=Installer(renderer, INSTALL),
            fragments=Fragments(ADDRESSES),
            store=store,
            speed=thinking.speed,
            **vars(person),
            **vars(games),
            **vars(archive),
            **vars(learning),
        )
