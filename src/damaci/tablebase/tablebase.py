"""A folder with tables of several sets of rules."""

import logging
import threading
from pathlib import Path

from damaci.arguments import expect_kind, expect_path
from damaci.board.position import Position
from damaci.errors import TablebaseError
from damaci.rules.endings import Endings
from damaci.tablebase.tables import Probe, Tables
from damaci.tablebase.terms import Terms

_logger = logging.getLogger(__name__)


class Tablebase:
    """Opens the tables of a set of rules when they are first used. Can be used from any thread."""

    def __init__(self, folder: Path | str) -> None:
        """The folder may be missing: then there are no tables. Raises BadArgument."""
        self.folder = expect_path("folder", folder)
        self._opened: dict[Terms, Tables] = {}
        self._refused: set[Terms] = set()
        self._lock = threading.Lock()

    def tables(self, terms: Terms) -> Tables:
        """The tables made under these rules. Raises TablebaseError when one is damaged or foreign, BadArgument."""
        expect_kind("terms", terms, Terms)
        with self._lock:
            if terms not in self._opened:
                self._opened[terms] = Tables(self.folder, terms)
            return self._opened[terms]

    def usable(self, terms: Terms) -> Tables | None:
        """The same tables; None when there are none, or when one is damaged or foreign, which is logged once."""
        if expect_kind("terms", terms, Terms) in self._refused:
            return None
        try:
            tables = self.tables(terms)
        except TablebaseError as error:
            _logger.warning("endgame tables are not used: %s", error)
            self._refused.add(terms)
            return None
        if tables.materials:
            return tables
        return None

    def probe(self, position: Position, endings: Endings | None = None) -> Probe | None:
        """The outcome of a position, under the ruleset's own draw rules unless others are given; None if not known."""
        here = expect_kind("position", position, Position)
        return self.tables(Terms.of(here.ruleset, endings)).probe(here)

    def reopen(self) -> None:
        """Forgets the opened tables, so that new files are found."""
        with self._lock:
            self._opened.clear()
            self._refused.clear()
