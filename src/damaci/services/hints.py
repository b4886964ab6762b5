"""A hint: the move that the engine would play, for somebody who asks."""

from damaci.host import Rooms
from damaci.host.engine_pool import EnginePool
from damaci.host.fair_queue import Asker
from damaci.play.record import events_of
from damaci.play.table import Table
from damaci.services.engine_lines import Permit, permit_all
from damaci.services.importing import first_game
from damaci.wire import messages as m
from damaci.wire import view

USUAL = "turkish"
"""The ruleset of a game that names none."""
SECONDS = 0.7
"""How long the engine looks for a hint."""


class NotNow(Exception):
    """The game is over, or at another ply than the hint was asked for."""


class Hints:
    """Good moves in live games."""

    def __init__(self, rooms: Rooms, engines: EnginePool, permit: Permit = permit_all) -> None:
        self._rooms = rooms
        self._engines = engines
        self._permit = permit

    async def hint(self, game: str, ply: int) -> m.Legal:
        """A good move for the side to move after `ply` plies. Raises UnknownGame, NotNow, StoreError, and what
        `permit` raises."""
        return await self._best((await self._rooms.get(game)).table, ply, Asker(game=game))

    async def in_record(self, text: str, ply: int) -> m.Legal:
        """The same for a game that is played elsewhere, as PDN. Raises DamaciError, NotNow."""
        record, _ = first_game(text, USUAL)
        return await self._best(Table.fold(events_of(record, at=0.0)), ply, Asker())

    async def _best(self, table: Table, ply: int, asker: Asker) -> m.Legal:
        if table.ended or table.ply != ply:
            raise NotNow(f"the game is over or not at ply {ply}")
        subject = table.game.copy()
        await self._permit([subject])
        analysis = await self._engines.analyse(subject, SECONDS, asker=asker)
        best = analysis.lines[0].move
        return m.Legal(subject.position.text(best), [view.move_path(best)])
