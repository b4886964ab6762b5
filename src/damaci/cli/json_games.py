"""Games as JSON or JSON Lines: what `damaci convert` writes, and reads again."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import IO, Any, BinaryIO, get_args

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.cli.json_stream import LONGEST, read_array, read_line
from damaci.cli.moves import described
from damaci.errors import DamaciError
from damaci.notation import pdn
from damaci.notation.pdn.reader import DEEPEST
from damaci.notation.pdn.remarks import LARGEST_NAG, read_clock
from damaci.notation.pdn.settings import read_endings, read_options
from damaci.notation.pdn.tags import DERIVED, derived_tags, expect_name
from damaci.notation.pdn.transcript import Passage, Remarks, assemble, spelled
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.options import Options

SETTINGS = ("Options", "Endings")
"""The tags that are keys of a game in JSON, in lower case, if they differ from the ruleset's own."""
OnError = Callable[[DamaciError], None]
"""What to do about a game that cannot be read, before going on to the next one."""
_KINDS: dict[type, str] = {str: "a text", list: "an array", dict: "an object"}


def write_json(games: Iterable[pdn.PdnGame], out: IO[str]) -> None:
    """One array, a game on each line."""
    between = "[\n"
    end = "[]\n"
    for game in games:
        out.write(between + as_json(game))
        between = ",\n"
        end = "\n]\n"
    out.write(end)


def write_json_lines(games: Iterable[pdn.PdnGame], out: IO[str]) -> None:
    """A game on each line, and nothing around them."""
    for game in games:
        out.write(as_json(game) + "\n")


def as_json(game: pdn.PdnGame) -> str:
    """A game with everything in it."""
    head = {"ruleset": game.ruleset.name, "tags": game.tags, "start": game.start.fen, "result": game.result}
    unusual = {name.lower(): value for name, value in derived_tags(game).items() if name in SETTINGS}
    return f"{_dump(head | unusual)[:-1]}, {_passage(_transcript(game))}}}"


def _transcript(game: pdn.PdnGame) -> Passage:
    """The game's moves as JSON. The kernel writes them if they have not been read in Python yet."""
    if game.unread and (found := game.unread.transcript()):
        return assemble(*found)
    return spelled(game.line, game.start, game.options, _spell)


def _passage(passage: Passage) -> str:
    """Moves and comments as members of an object."""
    moves = passage.moves.copy()
    for index, remarks in passage.remarks.items():
        moves[index] += _remarks(remarks)
    objects = "}, ".join(moves)
    if moves:
        objects += "}"
    said = f'"moves": [{objects}]'
    if passage.comments:
        said += f', "comments": {_texts(passage.comments)}'
    return said


def _remarks(remarks: Remarks) -> str:
    """What is said about a move, as further members of its object."""
    members = ""
    if remarks.nags:
        members += f', "nags": {remarks.nags}'
    if remarks.comments:
        clock = read_clock(remarks.comments)
        if clock is not None:
            members += f', "clock": {clock}'
        members += f', "comments": {_texts(remarks.comments)}'
    if remarks.variations:
        variations = ", ".join(f"{{{_passage(variation)}}}" for variation in remarks.variations)
        members += f', "variations": [{variations}]'
    return members


def _texts(texts: list[str]) -> str:
    return f"[{', '.join(map(_dump, texts))}]"


def _spell(before: Position, move: Move, after: Position) -> str:
    """A move and the FEN after it, without the closing brace: remarks may follow."""
    return _dump(described(before, move) | {"fen": after.fen})[:-1]


_dump = json.JSONEncoder(ensure_ascii=False).encode


def read_json(stream: BinaryIO, ruleset: str, on_error: OnError | None) -> Iterator[pdn.PdnGame]:
    """The games of an array; moves are known by their text. Raises DamaciError, or calls `on_error` and goes on to the
    next game."""
    for number, entry in enumerate(read_array(stream), 1):
        yield from _read(f"game {number}", on_error, partial(_game, entry, ruleset))


def read_json_lines(stream: BinaryIO, ruleset: str, on_error: OnError | None) -> Iterator[pdn.PdnGame]:
    """The games of JSON Lines, one on each line that is not blank. Raises DamaciError, or calls `on_error` and goes on
    to the next line."""
    for number, line in enumerate(iter(partial(stream.readline, LONGEST + 1), b""), 1):
        if line.strip():
            yield from _read(f"line {number}", on_error, partial(_game_of_line, line, ruleset))


def _game_of_line(line: bytes, ruleset: str) -> pdn.PdnGame:
    return _game(read_line(line), ruleset)


def _read(place: str, on_error: OnError | None, read: Callable[[], pdn.PdnGame]) -> Iterator[pdn.PdnGame]:
    """The game, unless it cannot be read."""
    try:
        game = read()
    except ValueError as error:
        placed = DamaciError(f"{place}: {error}")
        if on_error is None:
            raise placed from None
        on_error(placed)
    else:
        yield game


def _game(entry: Any, default: str) -> pdn.PdnGame:
    if not isinstance(entry, dict):
        raise DamaciError("expected an object")
    rules = find_ruleset(_get(entry, "ruleset", str, default))
    if _get(entry, "start", str):
        start = Position.from_fen(entry["start"], rules)
    else:
        start = Position.start(rules)
    result = _get(entry, "result", str, "*")
    if result not in get_args(pdn.Result):
        raise DamaciError(f"result: expected one of {', '.join(get_args(pdn.Result))}, found {result!r}")
    given = _get(entry, "tags", dict, {}).items()
    tags = {expect_name(_text(name)): _text(value) for name, value in given if name not in DERIVED}
    options = read_options(entry["options"]) if _get(entry, "options", str) else rules.options
    endings = read_endings(entry["endings"]) if _get(entry, "endings", str) else rules.endings
    return pdn.PdnGame(start, tags, _line(entry, start, options), result, options, endings)


def _line(entry: Any, position: Position, options: Options, depth: int = 0) -> pdn.Line:
    if depth > DEEPEST:
        raise DamaciError(f"variations more than {DEEPEST} deep")
    line = pdn.Line(comments=_comments(entry))
    for ply, each in enumerate(_get(entry, "moves", list, []), 1):
        try:
            node = pdn.Node(position.parse_move(_get(each, "text", str, "")), _nags(each), _comments(each))
            node.variations = [
                _line(other, position, options, depth + 1) for other in _get(each, "variations", list, [])
            ]
        except DamaciError as error:
            raise DamaciError(str(error) if depth else f"move {ply}: {error}") from None
        line.nodes.append(node)
        position = position.play(node.move).under(options)
    if depth and not line.nodes:
        raise DamaciError("a variation without a move")
    return line


def _get(entry: Any, key: str, kind: type, default: Any = None) -> Any:
    """An object's value, if it is of the kind expected."""
    if not isinstance(entry, dict):
        raise DamaciError("expected an object")
    value = entry.get(key, default)
    if value is not default and not isinstance(value, kind):
        raise DamaciError(f"{key}: expected {_KINDS[kind]}")
    return value


def _nags(entry: Any) -> list[int]:
    nags = _get(entry, "nags", list, [])
    if not all(type(nag) is int and 0 <= nag <= LARGEST_NAG for nag in nags):
        raise DamaciError(f"nags: expected numbers from 0 to {LARGEST_NAG}")
    return list(nags)


def _comments(entry: Any) -> list[str]:
    comments = (" ".join(_text(comment).split()) for comment in _get(entry, "comments", list, []))
    return [comment for comment in comments if comment]


def _text(value: Any) -> str:
    if not isinstance(value, str) or any("\ud800" <= character <= "\udfff" for character in value):
        raise DamaciError(f"expected Unicode text, found {value!r}")
    return value
