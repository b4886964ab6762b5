"""The games that are kept, in and out of this app."""

import asyncio
from dataclasses import dataclass

from damaci.home.parts.games import GameServices
from damaci.host.lifetime import Lifetime
from damaci.links.bonds import KEY as BONDS_KEY
from damaci.links.helpers import KEY as HELPERS_KEY
from damaci.services.archive import Archive
from damaci.services.device_games import device_games
from damaci.services.device_speed import KEY as SPEED_KEY
from damaci.services.everything import Everything
from damaci.services.explorer import OpeningExplorer
from damaci.services.game_counter import GameCounter
from damaci.services.importing import Importer
from damaci.services.opening_names import OpeningNames
from damaci.services.own_results import OwnResults
from damaci.services.pictures import Pictures
from damaci.services.tags import TagEditor
from damaci.store import Store

SECRET = {BONDS_KEY, SPEED_KEY, HELPERS_KEY}
"""Settings that are about this device, and are not taken along to others."""


@dataclass(frozen=True)
class ArchiveServices:
    """The games that are kept, and what goes with them."""

    archive: Archive
    everything: Everything
    importer: Importer
    pictures: Pictures
    tags: TagEditor
    explorer: OpeningExplorer
    results: OwnResults


def open_archive(store: Store, games: GameServices, life: Lifetime) -> ArchiveServices:
    """Opens them."""
    explorer = OpeningExplorer(store, asyncio.to_thread)
    everything = Everything(store, asyncio.to_thread, secret=SECRET)
    names = OpeningNames(store.log, asyncio.to_thread)
    life.start(GameCounter(explorer).background)
    return ArchiveServices(
        archive=Archive(store, games.rooms, explorer, asyncio.to_thread, games.desk.leave),
        everything=everything,
        importer=Importer(store, everything, asyncio.to_thread),
        pictures=Pictures(store.log, asyncio.to_thread),
        tags=TagEditor(store, asyncio.to_thread),
        explorer=explorer,
        results=OwnResults(device_games(store), names, asyncio.to_thread),
    )
