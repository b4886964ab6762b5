"""The store of a browser."""

from damaci.pocket.contents import Contents
from damaci.pocket.explorer import Explorer
from damaci.pocket.games import Games
from damaci.pocket.heartbeats import Heartbeats
from damaci.pocket.log import EventLog
from damaci.pocket.records import Records
from damaci.pocket.reviews import Reviews
from damaci.pocket.settings import Settings
from damaci.pocket.studies import Studies
from damaci.pocket.tournaments import Tournaments


class PocketStore:
    """See damaci.stored.Store. Several tabs may use the same records."""

    def __init__(self, records: Records) -> None:
        self.log = EventLog(records)
        self.pairings = self.log
        self.games = Games(records)
        self.settings = Settings(records)
        self.contents = Contents(records)
        self.reviews = Reviews(records)
        self.explorer = Explorer(records)
        self.heartbeats = Heartbeats(records)
        self.tournaments = Tournaments(records)
        self.studies = Studies(records)
