"""The board and the moves as a terminal shows them: on wood where it has the colours, in plain letters where not."""

from collections.abc import Collection, Container, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.board.square import Square
from damaci.cli.show import WOOD, cell
from damaci.game.game import Game

LAST_MOVE = "on #b8c46a"
MUST_CAPTURE = "on #e07a5f"
MOVES_SHOWN = 8
FILES = range(8)


class Screen:
    """Draws games for one terminal. `flipped`: Black is below."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.flipped = False
        in_colour = console.color_system in ("256", "truecolor") and not console.no_color
        self._wooden = in_colour and console.encoding.startswith("utf")

    def say(self, text: str, style: str = "") -> None:
        """A line of text, as it is."""
        self.console.print(Text(text, style), soft_wrap=True)

    def show(self, game: Game) -> None:
        """The board, and beside it the last moves."""
        grid = Table.grid(padding=(0, 4))
        grid.add_row(self._board(game), "\n".join(_move_rows(game)[-MOVES_SHOWN:]))
        self.console.print()
        self.console.print(grid)

    def _board(self, game: Game) -> Text:
        position = game.position
        last = {square for move in game.moves[-1:] for square in move.path}
        must = {move.origin for move in game.legal_moves if move.is_capture}
        files = FILES
        if self.flipped:
            files = FILES[::-1]
        drawn = Text()
        for rank in reversed(files):
            drawn.append(f"{rank + 1} ", "dim")
            for file in files:
                drawn.append(*self._cell(position, Square(8 * rank + file), last, must))
            drawn.append("\n")
        return drawn.append("  " + "".join(f" {'abcdefgh'[file]} " for file in files), "dim")

    def _cell(
        self, position: Position, square: Square, last: Collection[Square], must: Collection[Square]
    ) -> tuple[str, str]:
        piece = position.piece_at(square)
        if self._wooden:
            return cell(piece, _wood(square, last, must))
        return _plain(str(piece or _empty(position, square)), square, last, must), ""


def _wood(square: Square, last: Container[Square], must: Container[Square]) -> str:
    if square in must:
        return MUST_CAPTURE
    if square in last:
        return LAST_MOVE
    return WOOD[(square.rank + square.file) % 2]


def _empty(position: Position, square: Square) -> str:
    if position.ruleset.movement.playable(square):
        return "."
    return " "


def _plain(mark: str, square: Square, last: Container[Square], must: Container[Square]) -> str:
    if square in must:
        return f"({mark})"
    if square in last:
        return f"[{mark}]"
    return f" {mark} "


def _move_rows(game: Game) -> Sequence[str]:
    """A numbered row for each move of White and Black's answer."""
    texts = list(game.texts)
    if game.start.turn is Color.BLACK:
        texts = ["...", *texts]
    return [f"{1 + first // 2}. {' '.join(texts[first : first + 2])}" for first in range(0, len(texts), 2)]
