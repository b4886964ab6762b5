"""Games as JSON: what `damaci convert` writes, and reads again."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, BinaryIO, get_args

from damaci.board.position import Position
from damaci.cli.moves import described
from damaci.cli.positions import Answer
from damaci.errors import DamaciError
from damaci.notation import pdn
from damaci.notation.pdn.reader import DEEPEST, LARGEST_NAG
from damaci.notation.pdn.settings import read_endings, read_options
from damaci.notation.pdn.tags import DERIVED, derived_tags
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.options import Options

SETTINGS = ("Options", "Endings")
"""The tags that JSON has as keys of a game, in lower case, where they are not the ruleset's own."""
_KINDS: dict[type, str] = {str: "a text", list: "an array", dict: "an object"}


def write_json(games: Iterable[pdn.PdnGame], out: IO[str]) -> None:
    """One array, a game on each line."""
    before = "[\n"
    for game in games:
        out.write(before + json.dumps(as_json(game), ensure_ascii=False))
        before = ",\n"
    out.write("[]\n" if before == "[\n" else "\n]\n")


def as_json(game: pdn.PdnGame) -> Answer:
    """A game with everything in it."""
    head = {"ruleset": game.ruleset.name, "tags": game.tags, "start": game.start.fen, "result": game.result}
    unusual = {name.lower(): value for name, value in derived_tags(game).items() if name in SETTINGS}
    return head | unusual | line_as_json(game.line, game.start, game.options)


def line_as_json(line: pdn.Line, position: Position, options: Options) -> Answer:
    """Moves from a position, each with the FEN after it."""
    moves = []
    for node in line.nodes:
        after = position.play(node.move).under(options)
        moves.append(described(position, node.move) | {"fen": after.fen} | remarks(node, position, options))
        position = after
    return {"moves": moves} | ({"comments": line.comments} if line.comments else {})


def remarks(node: pdn.Node, before: Position, options: Options) -> Answer:
    """What is said about a move, if anything."""
    variations = [line_as_json(line, before, options) for line in node.variations]
    all_remarks = {"nags": node.nags, "clock": node.clock, "comments": node.comments, "variations": variations}
    return {name: value for name, value in all_remarks.items() if value not in (None, [])}


def read_json(stream: BinaryIO, ruleset: str, on_error: Callable[[DamaciError], None] | None) -> Iterator[pdn.PdnGame]:
    """The games of an array; moves are known by their text. Raises DamaciError, or calls `on_error` and goes on to the
    next game."""
    for number, entry in enumerate(_load(stream), 1):
        try:
            yield _game(entry, ruleset)
        except ValueError as error:
            placed = DamaciError(f"game {number}: {error}")
            if on_error is None:
                raise placed from None
            on_error(placed)


def _load(stream: BinaryIO) -> list[Any]:
    try:
        games = json.loads(stream.read().decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise DamaciError(f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except UnicodeDecodeError as error:
        raise DamaciError(f"not UTF-8 text: {error.reason} at byte {error.start + 1}") from None
    except (RecursionError, ValueError) as error:  # brackets too deep, or a number of too many digits
        raise DamaciError(f"JSON beyond measure: {error}") from None
    if not isinstance(games, list):
        raise DamaciError("expected an array of games")
    return games


def _game(entry: Any, default: str) -> pdn.PdnGame:
    if not isinstance(entry, dict):
        raise DamaciError("expected an object")
    rules = find_ruleset(_get(entry, "ruleset", str, default))
    start = Position.from_fen(entry["start"], rules) if _get(entry, "start", str) else Position.start(rules)
    result = _get(entry, "result", str, "*")
    if result not in get_args(pdn.Result):
        raise DamaciError(f"result: expected one of {', '.join(get_args(pdn.Result))}, found {result!r}")
    tags = {_text(name): _text(value) for name, value in _get(entry, "tags", dict, {}).items() if name not in DERIVED}
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
