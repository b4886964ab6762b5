"""The formats that `damaci convert` reads and writes."""

from collections.abc import Iterable
from itertools import islice
from typing import IO, BinaryIO

from damaci.board import svg
from damaci.board.position import Position
from damaci.cli.json_games import OnError, read_json, read_json_lines, write_json, write_json_lines
from damaci.cli.positions import read_line
from damaci.errors import DamaciError
from damaci.notation import pdn

READ = ("pdn", "fen", "json", "jsonl")
WRITTEN = ("pdn", "fen", "json", "jsonl", "svg")

Games = Iterable[pdn.PdnGame]


def read(stream: BinaryIO, format: str, ruleset: str, on_error: OnError | None, *, strict: bool) -> Games:
    """The games in a format one by one; `ruleset` is for games that do not name theirs. Raises DamaciError, or calls
    `on_error` with it. `strict` refuses PDN that would have warnings."""
    if format == "pdn":
        return pdn.read(stream, ruleset, on_error=on_error, strict=strict)
    if format == "json":
        return read_json(stream, ruleset, on_error)
    if format == "jsonl":
        return read_json_lines(stream, ruleset, on_error)
    return read_fens(stream, ruleset, on_error)


def read_fens(stream: BinaryIO, ruleset: str, on_error: OnError | None) -> Games:
    """A game without moves for each line, `FEN` or `RULESET<TAB>FEN`."""
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        try:
            yield pdn.PdnGame(read_line(line, ruleset))
        except DamaciError as error:
            placed = DamaciError(f"line {number}: {error}")
            if on_error is None:
                raise placed from None
            on_error(placed)


def write(games: Games, out: IO[str], format: str, ruleset: str, ply: int | None) -> None:
    """Writes all the games in a format."""
    if format == "pdn":
        pdn.write(games, out)
    elif format == "json":
        write_json(games, out)
    elif format == "jsonl":
        write_json_lines(games, out)
    elif format == "fen":
        write_fens(games, out, ruleset, ply)
    else:
        write_svg(games, out, ply)


def write_fens(games: Games, out: IO[str], ruleset: str, ply: int | None) -> None:
    """A line for each game; it names its ruleset when that is not the one that reading it would assume."""
    for game in games:
        position = reached(game, ply)[-1]
        if position.ruleset.name != ruleset:
            out.write(f"{position.ruleset.name}\t")
        out.write(f"{position.fen}\n")


def reached(game: pdn.PdnGame, ply: int | None) -> list[Position]:
    """The positions of a game up to a ply, or all."""
    if ply is not None and ply > len(game.moves):
        raise DamaciError(f"there is no ply {ply}: a game has {len(game.moves)}")
    return list(islice(game.positions(), None if ply is None else ply + 1))


def write_svg(games: Games, out: IO[str], ply: int | None) -> None:
    """One position with the move that led to it."""
    found = list(islice(games, 2))
    if not found:
        raise DamaciError("there is no game to draw")
    if len(found) > 1:
        raise DamaciError("SVG shows one position: choose a game with --game")
    positions = reached(found[0], ply)
    last_move = None
    if len(positions) > 1:
        last_move = found[0].moves[len(positions) - 2]
    out.write(svg.board(positions[-1], size=800, last_move=last_move) + "\n")
