"""Writes PDN."""

import os
import re
from collections.abc import Iterable, Iterator
from typing import IO, get_args

from damaci.arguments import bad, expect_each, expect_kind, expect_path
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.errors import BadArgument
from damaci.notation.pdn.remarks import expect_nag
from damaci.notation.pdn.tags import DERIVED, derived_tags, expect_name
from damaci.notation.pdn.transcript import Passage, Remarks, spelled
from damaci.notation.pdn.tree import PdnGame, Result
from damaci.notation.target import complete

WIDTH = 79
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that are written first, in PDN's order."""

_SPECIAL = re.compile(r"[\r\n\\\"]")
_LINE_BREAK = re.compile(r"[\r\n]+")
_SPACE = "\x1f"
"""A space at which a line must not be broken. Python treats the character as whitespace, so no comment has one."""
_LINE = re.compile(rf"([^\n]{{1,{WIDTH}}}|[^ \n]+)(?: |\n|\Z)")
# No break before % or [: other programs would read a line that begins with these as a remark or a tag. No break within
# a command such as [%clk 0:10:00].
_MAY_BREAK = re.compile(r" (?![%\[])(?![^\[\]]{0,79}\])")


def write(games: Iterable[PdnGame], target: str | os.PathLike[str] | IO[str]) -> int:
    """Writes games one after another to a file (as UTF-8) or an open text stream. Returns their number.

    A file is replaced only when the new one is complete, so it can be the file from which the games are read. Raises
    OSError, and the errors of `write_game`."""
    if isinstance(target, (str, os.PathLike)):
        with complete(expect_path("target", target)) as stream:
            return write(games, stream)
    if not hasattr(target, "write"):
        raise bad("target", target, "a path, or an open text stream")
    count = 0
    for count, game in enumerate(expect_each("games", games), 1):
        target.write(("\n" if count > 1 else "") + write_game(game))
    return count


def write_game(game: PdnGame) -> str:
    """The PDN of one game, in lines of at most 79 characters where they can be broken.

    Raises IllegalMove when a move is not legal, DamaciError when a tag, result, NAG or comment cannot be written.

    >>> start = Position.start()
    >>> print(write_game(PdnGame.of(start, [start.parse_move("d3-d4")], tags={"White": "Ada"})))
    [White "Ada"]
    [Result "*"]
    [GameType "30,W,8,8,A0,0"]
    <BLANKLINE>
    1. d3-d4 *
    <BLANKLINE>
    """
    _expect_result(expect_kind("game", game, PdnGame).result)
    tags = "".join(_write_tag(name, value) for name, value in _ordered_tags(game).items())
    text = f"{tags}\n{_fill(_words(game))}"
    _expect_unicode(text)
    return text


def _expect_result(result: str) -> None:
    """Raises BadArgument for a value that is not a result."""
    if not isinstance(result, str) or result not in get_args(Result):
        raise bad("result", result, f"one of {', '.join(get_args(Result))}")


def _expect_unicode(text: str) -> None:
    """Raises BadArgument for half a character (a surrogate), which a str can have but a file cannot."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadArgument(f"a game with {text[error.start]!r}: expected Unicode text") from None


def _ordered_tags(game: PdnGame) -> dict[str, str]:
    derived = derived_tags(game)
    given = {name: value for name, value in game.tags.items() if name not in DERIVED} | {
        "Result": derived.pop("Result")
    }
    first = {name: given[name] for name in ROSTER if name in given}
    return first | given | derived


def _write_tag(name: str, value: str) -> str:
    expect_name(name)
    if not isinstance(value, str):
        raise bad(f"the tag {name}", value, "a text")
    if _SPECIAL.search(value):
        value = _LINE_BREAK.sub(" ", value).replace("\\", r"\\").replace('"', r"\"")
    return f'[{name} "{value}"]\n'


def _first_ply(start: Position) -> int:
    """Plies are numbered so that White's are even."""
    if start.turn is Color.WHITE:
        return 0
    return 1


def _words(game: PdnGame) -> str:
    """The words of a game's moves and its result, separated by spaces."""
    quick = game.unread.words() if game.unread else None
    if quick is not None:
        return f"{quick} {game.result}"
    passage = spelled(game.line, game.start, game.options, _spell)
    return " ".join([*_write_passage(passage, _first_ply(game.start)), game.result])


def _spell(before: Position, move: Move, after: Position) -> str:
    return before.text(move)


def _write_passage(passage: Passage, ply: int) -> Iterator[str]:
    """The words of moves from a ply on."""
    for comment in passage.comments:
        yield from _write_comment(comment)
    number_due = True
    for index, move in enumerate(passage.moves):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}.{_SPACE}{move}"
        elif number_due:
            yield f"{ply // 2 + 1}...{_SPACE}{move}"
        else:
            yield move
        remarks = passage.remarks.get(index)
        number_due = False
        if remarks:
            yield from _write_remarks(remarks, ply)
            number_due = bool(remarks.comments or remarks.variations)
        ply += 1


def _write_remarks(remarks: Remarks, ply: int) -> Iterator[str]:
    for nag in remarks.nags:
        yield f"${expect_nag(nag)}"
    for comment in remarks.comments:
        yield from _write_comment(comment)
    for variation in remarks.variations:
        words = [*_write_passage(variation, ply)]
        words[0] = f"({words[0]}"
        words[-1] = f"{words[-1]})"
        yield from words


def _write_comment(comment: str) -> Iterator[str]:
    """The parts of a comment between which a line may be broken. Only a comment that goes to the end of the line can
    have a closing brace."""
    if "}" in comment:
        yield f"; {comment}".replace(" ", _SPACE) + "\n"
        return
    for part in _MAY_BREAK.split(f"{{{comment}}}"):
        yield part.replace(" ", _SPACE)


def _fill(words: str) -> str:
    """The words in lines; a word with a line break at its end is the last of its line."""
    text = words.replace("\n ", "\n")
    return "\n".join(_LINE.findall(text)).replace(_SPACE, " ") + "\n"
