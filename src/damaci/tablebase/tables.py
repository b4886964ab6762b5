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
    """How a position ends when both sides play their best."""

    result: int
    """1 when the side to move wins, 0 for a draw, -1 when it loses."""
    plies: int | None
    """Until the win or loss is there; None for a draw."""

    @property
    def worth(self) -> int:
        """The greater the better for the side to move: quick wins, slow wins, draws, slow losses, quick losses."""
        return self.result * (1000 - (self.plies or 0))


class Tables:
    """All tables in a folder that were made under these rules."""

    def __init__(self, folder: Path | str, terms: Terms, *, whole: bool = False) -> None:
        """`whole`: whether large files are read to their end as well, to see whether they are damaged.

        Tables that an earlier version made are left out. Raises TablebaseError, naming the file, when one is damaged
        or foreign; BadArgument."""
        self.terms = expect_kind("terms", terms, Terms)
        self.kernel = _kernel.Tables(terms.ruleset, terms.one_each.value)
        self.materials: dict[Material, _kernel.Counts] = {}
        """How many positions of each material end in which way."""
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
        """Up to how many pieces every table is there; 0 when there is none."""
        complete = 0
        for count in range(2, LARGEST + 1):
            if any(side not in self.materials for pair in pairs(count) for side in (pair, pair.flipped)):
                break
            complete = count
        return complete

    def probe(self, position: Position) -> Probe | None:
        """How a position ends; None when its table is missing, or when a man stands on a square that men cannot reach.

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
        """How each legal move ends, seen from the side that makes it; best first. Empty unless all are known.

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
    """What the kernel's number says: 0 for a draw, else one more than the plies."""
    if outcome == 0:
        return Probe(0, None)
    return Probe(-1 if outcome % 2 else 1, outcome - 1)


def seen_before(probe: Probe) -> Probe:
    """The same for the side that makes the move before."""
    return Probe(-probe.result, None if probe.plies is None else probe.plies + 1)


def best_first(after: Mapping[Move, Probe | None]) -> dict[Move, Probe]:
    """Moves and what they are worth to the side that makes them, by what is known of the positions after them. Empty
    unless all are known."""
    known = {move: seen_before(probe) for move, probe in after.items() if probe}
    if len(known) < len(after):
        return {}
    return dict(sorted(known.items(), key=lambda item: -item[1].worth))
