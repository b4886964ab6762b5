"""A board drawn as SVG, for pages, papers and notebooks. The same position and options give the same text."""

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from math import hypot
from typing import Any, NamedTuple

from damaci.arguments import bad, expect_each, expect_kind, expect_whole
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.movetext import read_attempt
from damaci.board.piece import Piece
from damaci.board.placement import Placement
from damaci.board.square import SQUARES, Square

LARGEST = 100_000
"""Pixels."""
SIDE = 100
"""A square's side in the drawing's own units."""
ACCENT = "#12707c"

_FRAME = "#5b3a22"
_INLAY = "#c9a06a"
_FIELD = "#dcb27a"
_UNUSED = "#ecd3a8"
_LINE = "#7c5530"
_LAST_MOVE = "#12707c33"
_HIGHLIGHT = "#12707c66"
# The colours of a disc: its top, its edge, and the ring on its top.
_WOOD = {Color.WHITE: ("#f7ead2", "#cbb28a", "#b08f5d"), Color.BLACK: ("#3a2a20", "#1d130d", "#a37c5c")}
_COLOR = re.compile(r"[#\w(),./% -]+")
_STAR = "M0-18 5-5 18 0 5 5 0 18-5 5-18 0-5-5Z"


class Arrow(NamedTuple):
    """An arrow between the middles of two squares; a ring when they are the same."""

    origin: Square | str
    target: Square | str
    color: str = ACCENT


def board(
    position: Placement,
    *,
    size: int | None = None,
    flipped: bool = False,
    coordinates: bool = True,
    last_move: Move | str | None = None,
    highlights: Mapping[Square | str, str] | Iterable[Square | str] = (),
    arrows: Iterable[Arrow | tuple[Square | str, Square | str]] = (),
) -> str:
    """The position as an SVG document.

    size: width and height in pixels; without it the drawing fills its container. flipped: seen from Black's side.
    last_move: a move or its text. highlights: squares, or a mapping from squares to colours. Raises BadArgument for a
    size out of range and for a value that is not a square, a colour or an arrow; MoveTextError.

    >>> from damaci.board.position import Position
    >>> drawing = board(Position.start(), size=400, arrows=[("d3", "d4")])
    """
    expect_kind("position", position, Placement)
    if size is not None:
        expect_whole("size", size, 1, LARGEST)
    view = _View(flipped, margin=40 if coordinates else 16)
    parts = chain(
        _draw_wood(position, view),
        _draw_shades(view, last_move, highlights),
        _draw_lines(view),
        _draw_coordinates(view) if coordinates else (),
        (_draw_piece(piece, *view.middle(square)) for square, piece in position.pieces().items()),
        (_draw_arrow(view, _read_arrow(arrow)) for arrow in expect_each("arrows", arrows)),
    )
    width = view.width
    pixels = "" if size is None else f' width="{size}" height="{size}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}"{pixels} role="img">'
    return "\n".join([head, f"<title>{position.fen}</title>", *parts, "</svg>"])


class _View(NamedTuple):
    """A view of the board: the side from which it is seen, and the width of its frame."""

    flipped: bool
    margin: int

    @property
    def width(self) -> int:
        return 8 * SIDE + 2 * self.margin

    def corner(self, square: Square | str) -> tuple[int, int]:
        """The upper left corner of a square."""
        on = Square.of(square)
        column, row = (7 - on.file, on.rank) if self.flipped else (on.file, 7 - on.rank)
        return self.margin + column * SIDE, self.margin + row * SIDE

    def middle(self, square: Square | str) -> tuple[int, int]:
        x, y = self.corner(square)
        return x + SIDE // 2, y + SIDE // 2


def _draw_wood(position: Placement, view: _View) -> Iterable[str]:
    margin = view.margin
    width = view.width
    yield f'<rect width="{width}" height="{width}" rx="18" fill="{_FRAME}"/>'
    yield _rectangle(margin, margin, 8 * SIDE, _FIELD, f' stroke="{_INLAY}" stroke-width="6"')
    for square in SQUARES:
        if not position.ruleset.movement.playable(square):
            yield _rectangle(*view.corner(square), SIDE, _UNUSED)


def _draw_shades(
    view: _View, last_move: Move | str | None, highlights: Mapping[Square | str, str] | Iterable[Square | str]
) -> Iterable[str]:
    shades = [(square, _LAST_MOVE) for square in dict.fromkeys(_squares(last_move))]
    listed = expect_each("highlights", highlights)
    if isinstance(listed, Mapping):
        colors = listed
    else:
        colors = {Square.of(square): _HIGHLIGHT for square in listed}
    for square, color in chain(shades, colors.items()):
        yield _rectangle(*view.corner(square), SIDE, _checked(color))


def _squares(move: Move | str | None) -> tuple[Square, ...]:
    if move is None:
        return ()
    if isinstance(move, str):
        return read_attempt(move).squares
    return expect_kind("last_move", move, Move).path


def _read_arrow(arrow: Any) -> Arrow:
    if not isinstance(arrow, tuple) or len(arrow) not in (2, 3):
        raise bad("an arrow", arrow, "(from, to), or (from, to, colour)")
    return Arrow(*arrow)


def _rectangle(x: int, y: int, side: int, color: str, more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{color}"{more}/>'


def _draw_lines(view: _View) -> Iterable[str]:
    ends = f"{view.margin}", f"{8 * SIDE}"
    steps = [view.margin + step * SIDE for step in range(9)]
    path = "".join(f"M{step} {ends[0]}v{ends[1]}M{ends[0]} {step}h{ends[1]}" for step in steps)
    yield f'<path d="{path}" stroke="{_LINE}" stroke-width="2" fill="none"/>'


def _draw_coordinates(view: _View) -> Iterable[str]:
    yield f'<g font-family="sans-serif" font-size="22" font-weight="600" text-anchor="middle" fill="{_INLAY}">'
    near = view.margin // 2
    for step in range(8):
        diagonal = SQUARES[9 * step]
        x, y = view.middle(diagonal)
        yield f'<text x="{x}" y="{view.width - near + 7}">{str(diagonal)[0]}</text>'
        yield f'<text x="{near}" y="{y + 7}">{str(diagonal)[1]}</text>'
    yield "</g>"


def _draw_piece(piece: Piece, x: int, y: int) -> str:
    """A man is a disc; a dama is two, one on the other, with a star."""
    _, edge, ring = _WOOD[piece.color]
    discs = _draw_disc(piece.color, 0)
    if piece.king:
        star = f'<path d="{_STAR}"/><path d="{_STAR}" transform="rotate(45)"/>'
        crowned = f'<g transform="translate(0 -12)" fill="{edge}" stroke="{ring}" stroke-width="2">{star}</g>'
        discs = _draw_disc(piece.color, 8) + _draw_disc(piece.color, -12) + crowned
    kind = "king" if piece.king else "man"
    return f'<g class="{piece.color} {kind}" transform="translate({x} {y})">{discs}</g>'


def _draw_disc(color: Color, y: int) -> str:
    top, edge, ring = _WOOD[color]
    side = f'<circle cy="{y + 5}" r="36" fill="{edge}"/>'
    face = f'<circle cy="{y}" r="36" fill="{top}" stroke="{edge}"/>'
    return f'{side}{face}<circle cy="{y}" r="27" fill="none" stroke="{ring}" stroke-width="3"/>'


def _checked(color: str) -> str:
    """The colour, if it has no character that could end the attribute into which it is written."""
    if not isinstance(color, str) or not _COLOR.fullmatch(color):
        raise bad("a colour", color, "such as #12707c, rgb(18 112 124) or teal")
    return color


def _draw_arrow(view: _View, arrow: Arrow) -> str:
    color = _checked(arrow.color)
    x, y = view.middle(arrow.origin)
    to_x, to_y = view.middle(arrow.target)
    length = hypot(to_x - x, to_y - y)
    if not length:
        return f'<circle class="arrow" cx="{x}" cy="{y}" r="44" fill="none" stroke="{color}" stroke-width="8"/>'
    # (ux, uy) is the direction of the arrow.
    ux = (to_x - x) / length
    uy = (to_y - y) / length
    neck_x = to_x - 36 * ux
    neck_y = to_y - 36 * uy
    head = [(to_x, to_y), (neck_x - 22 * uy, neck_y + 22 * ux), (neck_x + 22 * uy, neck_y - 22 * ux)]
    corners = " ".join(f"{px:.1f},{py:.1f}" for px, py in head)
    shaft = f'<path d="M{x} {y}L{neck_x:.1f} {neck_y:.1f}" stroke="{color}" stroke-width="14" stroke-linecap="round"/>'
    return f'<g class="arrow" opacity="0.85">{shaft}<polygon points="{corners}" fill="{color}"/></g>'
