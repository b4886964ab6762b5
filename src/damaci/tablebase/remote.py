"""Tables that are not on this device: a look-up reads only the blocks that it needs.

A table's file begins with its header and codes, followed by the offsets of its blocks of 512 outcomes. So the first
look-up in a table takes three requests one after another, and further look-ups near it take none.
"""

import asyncio
from dataclasses import dataclass

from damaci import _kernel
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.errors import TablebaseError
from damaci.rules.endings import OneEach
from damaci.tablebase import file
from damaci.tablebase.material import LARGEST, Material
from damaci.tablebase.pages import Pages
from damaci.tablebase.tables import Probe, best_first, probe_of, seen_before
from damaci.tablebase.terms import Terms

BLOCK = 512
"""Outcomes that are packed together (kernel/tablebase/packed.hpp)."""
CODES = 256
"""Bytes of the codes."""
OFFSET = 4
"""The bytes of the offset of a block."""
LONGEST_BLOCK = 2 * BLOCK * 12 // 8
"""The most bytes of a block: as many runs as outcomes, two codes each."""


@dataclass(frozen=True, slots=True)
class RemoteTable:
    """A remote table of which the first bytes have been read."""

    path: str
    counts: _kernel.Counts
    """The numbers of positions by outcome."""
    start: int
    """The offset of the packed outcomes in the file."""
    codes: bytes
    size: int
    """The number of its outcomes."""


class RemoteTables:
    """The tables of one set of rules, in a folder that `pages` read."""

    def __init__(self, pages: Pages, terms: Terms) -> None:
        self.terms = terms
        self._pages = pages
        self._places = _kernel.Places(terms.ruleset)
        self._tables: dict[Material, RemoteTable | None] = {}

    async def probe(self, position: Position) -> Probe | None:
        """The outcome of a position; None when its table is missing. Raises TablebaseError for a damaged table, and
        Unreachable."""
        if not position.count(position.turn):
            return Probe(-1, 0)
        if len(position.pieces()) > LARGEST:
            return None
        if self.terms.one_each is OneEach.AT_ONCE and len(position.pieces()) == 2:
            return Probe(0, None)
        if position.must_capture:
            return await self._probe_captures(position)
        place = self._places.find(position.kernel)
        if place is None:
            return None
        counts, number = place
        table = await self._table(Material(*counts))
        if table is None:
            return None
        return probe_of(await self._outcome(table, number))

    async def moves(self, position: Position) -> dict[Move, Probe]:
        """The outcome of each legal move for the side that makes it, best first. Empty unless all are known. Raises the
        same errors as `probe`."""
        if len(position.pieces()) > LARGEST:
            return {}
        legal = position.legal_moves
        after = await asyncio.gather(*(self.probe(position.play(move)) for move in legal))
        return best_first(dict(zip(legal, after, strict=True)))

    async def line(self, position: Position, most: int) -> list[Move]:
        """The best play of both sides: up to `most` plies, as far as all moves are known. Raises the same errors as
        `probe`."""
        line: list[Move] = []
        while len(line) < most and (move := next(iter(await self.moves(position)), None)):
            line.append(move)
            position = position.play(move)
        return line

    async def counts(self, material: Material) -> _kernel.Counts | None:
        """The numbers of a material's positions by outcome; None when its table is missing. Raises TablebaseError."""
        table = await self._table(material)
        return table.counts if table else None

    async def _probe_captures(self, position: Position) -> Probe | None:
        """The outcome of a position with a capture, from its moves: such outcomes are not stored."""
        moves = position.legal_moves
        after = await asyncio.gather(*(self.probe(position.play(move)) for move in moves))
        known = [seen_before(probe) for probe in after if probe]
        return max(known, key=lambda probe: probe.worth) if len(known) == len(moves) else None

    async def _table(self, material: Material) -> RemoteTable | None:
        if material not in self._tables:
            self._tables[material] = await self._open(material)
        return self._tables[material]

    async def _open(self, material: Material) -> RemoteTable | None:
        path = f"{self.terms.folder}/{material}.table"
        head = await self._pages.read(path, 0, file.LONGEST_HEADER + CODES)
        if head is None:
            return None
        try:
            start, counts = file.read_head(path, head, self.terms, material)
        except file.OutdatedTable:
            return None
        codes = head[start : start + CODES]
        return RemoteTable(path, counts, start, codes, _kernel.Solver.size(self.terms.ruleset, material.counts))

    async def _outcome(self, table: RemoteTable, number: int) -> int:
        block = number // BLOCK
        offsets = await self._read(table, CODES + OFFSET * block, 2 * OFFSET)
        begin, end = (int.from_bytes(each, "little") for each in (offsets[:OFFSET], offsets[OFFSET:]))
        if not 0 < end - begin <= LONGEST_BLOCK:
            raise _damaged(table)
        packed = await self._read(table, begin, end - begin)
        size = min(BLOCK, table.size - block * BLOCK)
        try:
            return _kernel.unpack_block(table.codes, packed, size)[number % BLOCK]
        except ValueError:
            raise _damaged(table) from None

    async def _read(self, table: RemoteTable, start: int, length: int) -> bytes:
        part = await self._pages.read(table.path, table.start + start, length)
        if part is None or len(part) < length:
            raise _damaged(table)
        return part


def _damaged(table: RemoteTable) -> TablebaseError:
    return TablebaseError(f"{table.path} is damaged")
