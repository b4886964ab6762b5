"""Writes PDN."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.notation.pdn.tags import DERIVED, derived_tags
from damaci.notation.pdn.tree import Line, Node, PdnGame
from damaci.rules.options import Options
from damaci.sentence import Sentence

WIDTH = 79
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that come first, in PDN's order."""

_NAME = re.compile(r"[A-Za-z]\w*")
_LINE_BREAK = re.compile(r"[\r\n]+")
# Not before % or [, as other programs take a line that begins so for a remark or a tag; not within a command such as
# [%clk 0:10:00].
_MAY_BREAK = re.compile(r" (?![%\[])(?![^\[\]]{0,79}\])")


def write(games: Iterable[PdnGame], target: str | os.PathLike[str] | IO[str]) -> int:
    """Writes games one after another to a file (as UTF-8) or an open text stream, and says how many. Raises OSError."""
    if isinstance(target, (str, os.PathLike)):
        with Path(target).open("w", encoding="utf-8", newline="\n") as stream:
            return write(games, stream)
    count = 0
    for count, game in enumerate(games, 1):
        target.write(("\n" if count > 1 else "") + write_game(game))
    return count


def write_game(game: PdnGame) -> str:
    """The PDN of one game, lines of at most 79 characters where it can be broken.

    Raises IllegalMove when a move is not legal, DamaciError when a tag's name cannot be written.

    >>> start = Position.start()
    >>> print(write_game(PdnGame.of(start, [start.parse_move("d3-d4")], tags={"White": "Ada"})))
    [White "Ada"]
    [Result "*"]
    [GameType "30,W,8,8,A0,0"]
    <BLANKLINE>
    1. d3-d4 *
    <BLANKLINE>
    """
    tags = "".join(_write_tag(name, value) for name, value in _ordered_tags(game).items())
    words = [*_write_line(game.line, game.start, _first_ply(game.start), game.options), game.result]
    return f"{tags}\n{_fill(words)}\n"


def _ordered_tags(game: PdnGame) -> dict[str, str]:
    derived = derived_tags(game)
    given = {name: value for name, value in game.tags.items() if name not in DERIVED} | {
        "Result": derived.pop("Result")
    }
    first = {name: given[name] for name in ROSTER if name in given}
    return first | given | derived


def _write_tag(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        shown = {"name": repr(name)}
        raise DamaciError(
            Sentence("{name} cannot be a tag's name: expected a letter a-z or A-Z, then letters, digits and _", shown)
        )
    escaped = _LINE_BREAK.sub(" ", value).replace("\\", r"\\").replace('"', r"\"")
    return f'[{name} "{escaped}"]\n'


def _first_ply(start: Position) -> int:
    """Plies are numbered so that White's are even."""
    return 0 if start.turn is Color.WHITE else 1


def _write_line(line: Line, position: Position, ply: int, options: Options) -> Iterator[str]:
    """The words of a line from a position."""
    for comment in line.comments:
        yield from _write_comment(comment)
    number_due = True
    for node in line.nodes:
        number = f"{ply // 2 + 1}{'...' if ply % 2 else '.'} " if number_due or ply % 2 == 0 else ""
        yield number + position.text(node.move)
        yield from _write_remarks(node, position, ply, options)
        number_due = bool(node.comments or node.variations)
        position = position.play(node.move).under(options)
        ply += 1


def _write_remarks(node: Node, before: Position, ply: int, options: Options) -> Iterator[str]:
    for nag in node.nags:
        yield f"${nag}"
    for comment in node.comments:
        yield from _write_comment(comment)
    for variation in node.variations:
        words = [*_write_line(variation, before, ply, options)]
        words[0] = f"({words[0]}"
        words[-1] = f"{words[-1]})"
        yield from words


def _write_comment(comment: str) -> Iterator[str]:
    """The parts between which a line may be broken. A closing brace can stand only in a comment that goes to the end of
    the line."""
    plain = " ".join(comment.split())
    if not plain:
        return
    if "}" in plain:
        yield f"; {plain}\n"
    else:
        yield from _MAY_BREAK.split(f"{{{plain}}}")


def _fill(words: Iterable[str]) -> str:
    """The words in lines; a word that ends in a line break ends its line."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word.rstrip("\n")) > WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
        if line.endswith("\n"):
            lines.append(line.rstrip("\n"))
            line = ""
    return "\n".join([*lines, line])
