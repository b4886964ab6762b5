"""Endgame tables at an address, for a command that looks positions up one after another."""

import asyncio
from collections.abc import Mapping

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.tablebase import Probe, Terms
from damaci.tablebase.pages import Pages
from damaci.tablebase.remote import RemoteTables
from damaci.tablebase.web_source import WebSource


class TablesAt:
    """Looks positions up like damaci.tablebase.Tables, without local files. Raises TablebaseError when the address does
    not answer range requests."""

    def __init__(self, address: str, terms: Terms) -> None:
        """Raises TablebaseError for an invalid address."""
        self._tables = RemoteTables(Pages(WebSource(address)), terms)

    def probe(self, position: Position) -> Probe | None:
        """See Tables."""
        return asyncio.run(self._tables.probe(position))

    def moves(self, position: Position) -> Mapping[Move, Probe]:
        """See Tables."""
        return asyncio.run(self._tables.moves(position))
