"""How the commands draw for people: a board, a table, things side by side under a heading."""

from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from damaci.board.color import Color
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.square import Square

WOOD = ("on #d9b382", "on #cfa570")
INK = {Color.WHITE: "bold #ffffff", Color.BLACK: "bold #2b1a0e"}

console = Console(highlight=False)


def count(number: int, noun: str) -> str:
    """`1 move`, `2 moves`."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}s"


def say(heading: str, *beside: RenderableType) -> None:
    """Prints a heading, and under it things side by side."""
    console.print(Text(heading, "bold"), soft_wrap=True)
    console.print()
    grid = Table.grid(padding=(0, 4))
    grid.add_row(*beside)
    console.print(grid)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Rows under their headings."""
    made = Table(*columns, box=None, pad_edge=False, header_style="dim")
    for row in rows:
        made.add_row(*row)
    return made


def board(position: Position) -> Text:
    """The board seen by White; on wood where the terminal has the colours for it."""
    if console.color_system not in ("256", "truecolor"):
        return Text(str(position))
    drawn = Text()
    pieces = position.pieces()
    for rank in reversed(range(8)):
        drawn.append(f"{rank + 1} ", "dim")
        for file in range(8):
            square = Square(8 * rank + file)
            drawn.append(*cell(pieces.get(square), WOOD[(rank + file) % 2]))
        drawn.append("\n")
    return drawn.append("   a  b  c  d  e  f  g  h", "dim")


def cell(piece: Piece | None, wood: str) -> tuple[str, str]:
    """A square's three characters and their style. A king wears a ring."""
    if piece is None:
        return "   ", wood
    shown = " ● "
    if piece.king:
        shown = "(●)"
    return shown, f"{INK[piece.color]} {wood}"
