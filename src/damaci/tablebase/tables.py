"""The finished tables of one set of rules."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from damaci import _kernel
from damaci.arguments import expect_kind, expect_path, expect_whole
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.errors import TablebaseError
from damaci.tablebase import file
from damaci.tablebase.material import LARGEST, Material, pairs
from damaci.tablebase.terms import Terms


@dataclass(frozen=True, slots=True, order=True)
class Probe:
    """The outcome of a position when both sides play their best moves."""

    result: int
    """1 when the side to move wins, 0 for a draw, -1 when it loses."""
    plies: int | None
    """Plies until the win or loss; None for a draw."""

    @property
    def worth(self) -> int:
        """A number that is greater for better outcomes: quick wins, slow wins, draws, slow losses, quick losses."""
        return self.result * (1000 - (self.plies or 0))


class Tables:
    """All tables in a folder that were made under these rules."""

    def __init__(self, folder: Path | str, terms: Terms, *, whole: bool = False) -> None:
        """`whole`: whether large files too are read to their end, to find out whether they are damaged.

        Tables that an earlier version made are ignored. Raises TablebaseError, which names the file, when a table is
        damaged or foreign; BadArgument."""
        self.terms = expect_kind("terms", terms, Terms)
        self.kernel = _kernel.Tables(terms.ruleset, terms.one_each.value)
        self.materials: dict[Material, _kernel.Counts] = {}
        """For each material, the numbers of positions by outcome."""
        for where in sorted((expect_path("folder", folder) / terms.folder).glob("*.table")):
            with contextlib.suppress(file.OutdatedTable):
                self._add(where, whole=whole)

    def _add(self, where: Path, *, whole: bool) -> None:
        material = Material.parse(where.stem)
        table = file.read(where, self.terms, material, whole=whole)
        try:
            self.kernel.add(material.counts, table.outcomes)
        except ValueError as error:
            raise TablebaseError(f"{where}: {error}") from None
        self.materials[material] = table.counts

    @property
    def pieces(self) -> int:
        """The greatest number of pieces up to which every table exists; 0 when there is no table."""
        complete = 0
        for count in range(2, LARGEST + 1):
            if any(side not in self.materials for pair in pairs(count) for side in (pair, pair.flipped)):
                break
            complete = count
        return complete

    def probe(self, position: Position) -> Probe | None:
        """The outcome of a position; None when its table is missing, or when a man is on a square that men cannot
        reach.

        Raises TablebaseError for a position of another ruleset.
        """
        here = expect_kind("position", position, Position)
        if here.ruleset.name != self.terms.ruleset:
            raise TablebaseError(
                f"{here.fen} is of another ruleset, {here.ruleset.name}: expected {self.terms.ruleset}"
            )
        outcome = self.kernel.probe(here.kernel)
        return None if outcome is None else probe_of(outcome)

    def moves(self, position: Position) -> dict[Move, Probe]:
        """The outcome of each legal move for the side that makes it, best first. Empty unless all are known.

        Raises TablebaseError as `probe` does, BadArgument."""
        here = expect_kind("position", position, Position)
        return best_first({move: self.probe(here.play(move)) for move in here.legal_moves})

    def line(self, position: Position, most: int) -> list[Move]:
        """The best play of both sides: up to `most` plies, as far as all moves are known. Raises TablebaseError,
        BadArgument."""
        expect_kind("position", position, Position)
        expect_whole("most", most, 0)
        line: list[Move] = []
        while len(line) < most and (move := next(iter(self.moves(position)), None)):
            line.append(move)
            position = position.play(move)
        return line


def probe_of(outcome: int) -> Probe:
    """The outcome that the kernel's number stands for: 0 is a draw, any other number is the plies plus one."""
    if outcome == 0:
        return Probe(0, None)
    return Probe(-1 if outcome % 2 else 1, outcome - 1)


def seen_before(probe: Probe) -> Probe:
    """The same outcome one ply earlier, for the side that makes that move."""
    return Probe(-probe.result, None if probe.plies is None else probe.plies + 1)


def best_first(after: Mapping[Move, Probe | None]) -> dict[Move, Probe]:
    """Moves with their outcomes for the side that makes them, best first, from the outcomes of the positions after
    them. Empty unless all are known."""
    known = {move: seen_before(probe) for move, probe in after.items() if probe}
    if len(known) < len(after):
        return {}
    return dict(sorted(known.items(), key=lambda item: -item[1].worth))
