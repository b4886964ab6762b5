"""The endgame tables that a device can ask: its own, and those on the web."""

from collections.abc import Sequence
from dataclasses import dataclass

from damaci.analysis.exact import exact, exact_of
from damaci.engine.analysis import Analysis
from damaci.game.game import Game
from damaci.pocket.run import run
from damaci.pocket.table_shelf import TableShelf
from damaci.services.known_endings import Knowledge, TablesElsewhere, TablesHere
from damaci.tablebase import RemoteTablebase, Terms
from damaci.tablebase.remote import RemoteTables


@dataclass(frozen=True)
class AllTables:
    """Asks its own tables first: they need no network."""

    shelf: TableShelf
    web: RemoteTablebase | None

    @property
    def known(self) -> Sequence[Knowledge]:
        """The sources for look-ups: the own tables, then those on the web."""
        here = TablesHere(self.shelf.ready, run)
        return [here, TablesElsewhere(self.web)] if self.web else [here]

    async def best(self, game: Game, count: int) -> Analysis | None:
        """The best `count` moves of a game; None unless the tables know all its moves."""
        terms = Terms.of(game.ruleset.name, game.endings)
        if found := exact(game, await self.shelf.ready(terms), count):
            return found

        async def look(tables: RemoteTables) -> Analysis | None:
            return await exact_of(game, tables, count)

        return await self.web.ask(terms, look) if self.web else None
