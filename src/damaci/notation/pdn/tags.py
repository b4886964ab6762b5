"""The tags that are derived from the game itself: the kind of game, its start and its result."""

import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

from damaci.board.position import Position
from damaci.errors import DamaciError, FenError, UnknownRuleset
from damaci.notation.pdn import settings
from damaci.notation.pdn.error import PdnError, PdnWarning
from damaci.notation.pdn.gametype import OTHER_GAMES, SquareNames, has_numbers, numbered, read_game_type, square_names
from damaci.notation.pdn.scanner import RawGame
from damaci.notation.pdn.tree import PdnGame, Result
from damaci.rules.catalogue import RULESETS
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.endings import Endings
from damaci.rules.options import Options
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

DERIVED = ("Result", "GameType", "Ruleset", "SetUp", "FEN", "Options", "Endings")

_NAME = re.compile(r"[A-Za-z]\w*")
_RESULTS: dict[str, Result] = {
    **{each: each for each in get_args(Result)},
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
    "1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "0-0": "*",
}
_UNKNOWN = ("", "?", "-")

_start = cache(Position.start)


def read_ruleset(game: RawGame, default: Ruleset) -> Ruleset:
    """The ruleset that the tags name; `default` if they name none. Raises PdnError."""
    family = _family(game)
    named = game.tags.get("Ruleset")
    if named is None:
        if default in family:
            return default
        return family[0]
    try:
        ruleset = find_ruleset(named)
    except UnknownRuleset as error:
        raise tag_error(game, "Ruleset", error.reason) from None
    if ruleset not in family:
        types = {"name": named, "type": ruleset.game_type, "found": game.tags["GameType"]}
        raise tag_error(game, "Ruleset", Sentence("the ruleset {name} has the GameType {type}, not {found}", types))
    return ruleset


def _family(game: RawGame) -> tuple[Ruleset, ...]:
    """The rulesets with the number in the tag GameType; the first is the usual one."""
    text = game.tags.get("GameType")
    if text is None:
        return tuple(RULESETS.values())
    game_type = read_game_type(text)
    if game_type is None or game_type.names == "S":
        raise _unknown_game_type(game, Sentence("unknown GameType {text}", {"text": repr(text)}))
    if game_type.number in OTHER_GAMES:
        other = {"number": game_type.number, "game": OTHER_GAMES[game_type.number]}
        raise _unknown_game_type(game, Sentence("GameType {number} is {game}", other))
    family = _numbered(game_type.number)
    if not family or game_type.size != (8, 8):
        raise _unknown_game_type(game, Sentence("unknown GameType {text}", {"text": repr(text)}))
    return family


@cache
def _numbered(number: str) -> tuple[Ruleset, ...]:
    """The rulesets whose GameType has this number."""
    return tuple(each for each in RULESETS.values() if each.game_type.partition(",")[0] == number)


def _unknown_game_type(game: RawGame, problem: Sentence) -> PdnError:
    known = "; ".join(dict.fromkeys(each.game_type for each in RULESETS.values()))
    return tag_error(
        game,
        "GameType",
        Sentence("{problem}: expected one of {known}", {"problem": problem, "known": known}),
    )


def read_names(game: RawGame, ruleset: Ruleset) -> SquareNames | None:
    """The names of squares by the tags; None for the usual names."""
    game_type = read_game_type(game.tags.get("GameType", ""))
    if game_type:
        return square_names(game_type, ruleset.movement)
    return None


def tag_warnings(game: RawGame, ruleset: Ruleset) -> Iterator[PdnWarning]:
    """Warnings about mistakes in tags that can be understood or ignored."""
    if fen_names(game, ruleset) and not read_names(game, ruleset):
        yield tag_warning(game, "FEN", Sentence("numbers for squares without a GameType that says so: counted from a1"))
    game_type = read_game_type(game.tags.get("GameType", ""))
    if game_type is None:
        return
    if game_type.white_begins is not (ruleset.first_mover == "white"):
        problem = Sentence("GameType lets the wrong side begin: this is ignored")
        yield tag_warning(game, "GameType", problem)
    if game_type.inverted:
        problem = Sentence("GameType says that the corner is no playing square: this is ignored")
        yield tag_warning(game, "GameType", problem)


def read_start(game: RawGame, ruleset: Ruleset) -> Position:
    """The position from which the game starts. Raises PdnError."""
    fen = game.tags.get("FEN")
    setup = game.tags.get("SetUp")
    if setup not in (None, "0", "1"):
        raise tag_error(game, "SetUp", Sentence("{text}: expected 1, with a FEN, or 0", {"text": repr(setup)}))
    if setup == "1" and fen is None:
        raise tag_error(game, "SetUp", Sentence("1 without a FEN: expected 1 with a tag FEN, or neither"))
    if setup == "0" and fen is not None:
        raise tag_error(game, "SetUp", Sentence("0 with a FEN: expected 1 with a tag FEN, or neither"))
    if fen is None:
        return _start(ruleset.name)
    names = read_names(game, ruleset) or fen_names(game, ruleset)
    usual = names.usual(fen) if names else fen
    try:
        return Position.from_fen(usual, ruleset)
    except FenError as error:
        column = error.column if usual == fen else 1
        raise tag_error(game, "FEN", error.problem, column - 1) from None


def fen_names(game: RawGame, ruleset: Ruleset) -> SquareNames | None:
    """The names of squares in a FEN with numbers, whatever the tag GameType says."""
    if has_numbers(game.tags.get("FEN", "")):
        return numbered(ruleset.movement)
    return None


def read_options(game: RawGame, ruleset: Ruleset) -> Options:
    """The options in the tags, or the ruleset's own. Raises PdnError."""
    text = game.tags.get("Options")
    try:
        if text is None:
            return ruleset.options
        return settings.read_options(text)
    except DamaciError as error:
        raise tag_error(game, "Options", error.reason) from None


def read_endings(game: RawGame, ruleset: Ruleset) -> Endings:
    """The draw rules in the tags, or the ruleset's own. Raises PdnError."""
    text = game.tags.get("Endings")
    try:
        if text is None:
            return ruleset.endings
        return settings.read_endings(text)
    except DamaciError as error:
        raise tag_error(game, "Endings", error.reason) from None


def read_result(text: str) -> Result | None:
    """The result that a text means, in either way of counting points."""
    return _RESULTS.get(text)


def settled(tagged: Result, told: str) -> Result | None:
    """The result of a game with this tag and with this result after its moves; None if they contradict each other."""
    result = read_result(told) or "*"
    if result == "*":
        return tagged
    if tagged in ("*", result):
        return result
    return None


def tagged_result(game: RawGame) -> Result:
    """The result in the tags, `*` if there is none. Raises PdnError."""
    text = game.tags.get("Result", "*")
    result = "*" if text in _UNKNOWN else read_result(text)
    if result is None:
        known = {"text": repr(text), "known": ", ".join(_RESULTS)}
        raise tag_error(game, "Result", Sentence("{text} is not a result: expected one of {known}", known))
    return result


def tag_error(game: RawGame, name: str, problem: Sentence, skipped: int = 0) -> PdnError:
    """An error in a tag's value, `skipped` characters into it."""
    return game.error(problem, _value_at(game, name) + skipped)


def tag_warning(game: RawGame, name: str, problem: Sentence) -> PdnWarning:
    """A warning about a tag's value."""
    return game.warning(problem, _value_at(game, name))


def _value_at(game: RawGame, name: str) -> int:
    """The offset of a tag's value; of the first one if the tag is given twice."""
    return next(token for token in game.tokens() if token["name"] == name).start("value")


def expect_name(name: str) -> str:
    """The name, if a tag of PDN can have it. Raises DamaciError for any other name."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        shown = {"name": repr(name)}
        raise DamaciError(
            Sentence("{name} cannot be a tag's name: expected a letter a-z or A-Z, then letters, digits and _", shown)
        )
    return name


def derived_tags(game: PdnGame) -> dict[str, str]:
    """The tags that are derived from a game. Ruleset, Options and Endings are included only if they are not the usual
    ones."""
    ruleset = game.ruleset
    tags = {"Result": game.result, "GameType": ruleset.game_type}
    if ruleset is not _usual(ruleset.game_type):
        tags["Ruleset"] = ruleset.name
    if game.start != _start(ruleset.name):
        tags |= {"SetUp": "1", "FEN": game.start.fen}
    if game.options != ruleset.options:
        tags["Options"] = settings.write_options(game.options)
    if game.endings != ruleset.endings:
        tags["Endings"] = settings.write_endings(game.endings)
    return tags


@cache
def _usual(game_type: str) -> Ruleset:
    """The ruleset that a GameType means without the tag Ruleset."""
    return next(each for each in RULESETS.values() if each.game_type == game_type)
