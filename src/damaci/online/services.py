"""What the handlers work with: one of each for the life of the server."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import unquote

import msgspec

from damaci.engine import Engine
from damaci.host import Engines, Rooms
from damaci.online.lag import Accounts
from damaci.online.lobby import Lobby
from damaci.online.passphrases import Passphrases
from damaci.online.presence import Presence
from damaci.online.rates import Rates
from damaci.online.settings import OnlineSettings
from damaci.play.events import other
from damaci.store import Store
from damaci.web.assets import Assets
from damaci.web.preferences import Preferences
from damaci.web.rendering import Renderer
from damaci.web.services import PAUSE, Connection, PageServices

PREFERENCES_COOKIE = "prefs"
SIGN_INS_PER_MINUTE = 20
"""Tries from one address, and as many at one account."""


@dataclass(frozen=True)
class OnlineServices(PageServices):
    """The store, the live games, the engines, who is looking for a game, who follows one, and what makes pages."""

    settings: OnlineSettings
    store: Store
    rooms: Rooms
    engines: Engines
    lobby: Lobby
    presence: Presence
    passphrases: Passphrases
    sign_ins: Rates
    lags: Accounts

    def preferences(self, connection: Connection) -> Preferences:
        """Each browser keeps its own."""
        try:
            return Preferences.of(msgspec.json.decode(unquote(connection.cookies.get(PREFERENCES_COOKIE, "{}")), type=dict))
        except msgspec.DecodeError:
            return Preferences()

    def finished_lessons(self) -> frozenset[str]:
        """The server keeps no school records."""
        return frozenset()

    async def finish_lesson(self, lesson: str) -> None:
        """Nothing is kept of it."""


@asynccontextmanager
async def open_services(settings: OnlineSettings, assets: Assets) -> AsyncIterator[OnlineServices]:
    """Opens everything, and gives it back at the end, engines stopped and games stored. Raises StoreError."""
    engines = Engines(Engine)
    async with Store(settings.place) as store:

        async def seat_again(game: str, following: str) -> None:
            await store.seats.take(following, {other(color): player for color, player in (await store.seats.of_game(game)).items()})

        rooms = Rooms(store, engines, pause=lambda: random.uniform(*PAUSE), on_rematch=seat_again)
        lobby = Lobby(store)
        try:
            yield OnlineServices(
                Renderer(assets, online=True),
                settings,
                store,
                rooms,
                engines,
                lobby,
                Presence(),
                Passphrases(),
                Rates(SIGN_INS_PER_MINUTE),
                Accounts(),
            )
        finally:
            await lobby.close()
            await rooms.close()
            engines.close()
