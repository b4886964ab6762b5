"""Styles of playing: which of several about equally good moves a level prefers, by the positions they lead to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.engine.analysis import Line

ROW = 8
"""Squares of a row."""


@dataclass(frozen=True, slots=True)
class Style:
    """The preferences of a style, in centimen."""

    name: str
    """The stable word by which programs know it."""
    title: str
    about: str
    """One sentence for players."""
    advance: float = 0.0
    """For each row by which one of the side's men has moved forward."""
    support: float = 0.0
    """For each of the side's men with one of its pieces, or the edge, behind it."""
    pairs: float = 0.0
    """For each pair of a white and a black piece, of which an exchange removes one."""

    def bonus(self, position: Position, line: Line) -> float:
        """How much better than its score the line seems, in centimen; only comparable with the bonus of other lines of
        the same position."""
        side = position.turn
        end = _settled(position, line)
        return self.advance * _advance(end, side) + self.support * _supported(end, side) + self.pairs * _pairs(end)


STYLES: Mapping[str, Style] = MappingProxyType(
    {
        each.name: each
        for each in (
            Style("bold", "Bold", "Marches forward and looks for a fight.", advance=20, pairs=5),
            Style("careful", "Careful", "Keeps its men together and its house closed.", advance=-6, support=18),
            Style("trader", "Trader", "Loves to exchange: the fewer pieces, the better.", pairs=-60),
        )
    }
)
"""Every style by its name."""


def bonuses(style: Style | None, position: Position, lines: Sequence[Line]) -> list[float]:
    """The bonus of each line, in centimen; 0 without a style."""
    if style is None:
        return [0.0] * len(lines)
    return [style.bonus(position, line) for line in lines]


def _settled(start: Position, line: Line) -> Position:
    """The first position after a move of the line in which nothing can be captured; the last one if there is none."""
    position = start
    for move in line.pv:
        position = position.play(move)
        if not position.must_capture:
            break
    return position


def _advance(position: Position, side: Color) -> int:
    """The sum of the distances of the side's men from its own edge, in rows."""
    men = position.men(side)
    rows = [(men >> ROW * row & 0xFF).bit_count() * row for row in range(ROW)]
    forward = sum(rows)
    if side is Color.WHITE:
        return forward
    return (ROW - 1) * men.bit_count() - forward


def _supported(position: Position, side: Color) -> int:
    """How many of the side's men have one of its pieces, or the edge, right behind them."""
    own = position.men(side) | position.kings(side)
    if side is Color.WHITE:
        return (position.men(side) & (own << ROW | 0xFF)).bit_count()
    return (position.men(side) & (own >> ROW | 0xFF << 7 * ROW)).bit_count()


def _pairs(position: Position) -> int:
    return min((position.men(side) | position.kings(side)).bit_count() for side in Color)
