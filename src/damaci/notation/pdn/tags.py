"""The tags that follow from the game itself: what it is, from where it starts, how it ended."""

import re
from functools import cache, lru_cache
from typing import get_args

from damaci.board.position import Position
from damaci.errors import DamaciError, FenError, UnknownRuleset
from damaci.notation.pdn import settings
from damaci.notation.pdn.error import PdnError
from damaci.notation.pdn.scanner import RawGame
from damaci.notation.pdn.tree import PdnGame, Result
from damaci.rules.catalogue import RULESETS
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.endings import Endings
from damaci.rules.options import Options
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

DERIVED = ("Result", "GameType", "Ruleset", "SetUp", "FEN", "Options", "Endings")

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
# The colour and the corner where squares begin say nothing new: the squares' names are the same (old files have A1).
_GAME_TYPE = re.compile(r"\s*(?P<number>\d+)(?:\s*,\s*[WB]\s*,\s*8\s*,\s*8\s*,\s*A[0-3]\s*(?:,\s*[01]\s*)?)?\s*")


_start = cache(Position.start)


def read_ruleset(game: RawGame, default: Ruleset) -> Ruleset:
    """The ruleset that the tags tell; `default` where they leave it open. Raises PdnError."""
    text = game.tags.get("GameType")
    family = _family(text)
    if not family:
        known = {"text": repr(text), "known": "; ".join(dict.fromkeys(each.game_type for each in RULESETS.values()))}
        raise tag_error(game, "GameType", Sentence("unknown GameType {text}: expected one of {known}", known))
    named = game.tags.get("Ruleset")
    if named is None:
        return default if default in family else family[0]
    try:
        ruleset = find_ruleset(named)
    except UnknownRuleset as error:
        raise tag_error(game, "Ruleset", error.reason) from None
    if ruleset not in family:
        types = {"name": named, "type": ruleset.game_type, "found": game.tags["GameType"]}
        raise tag_error(game, "Ruleset", Sentence("the ruleset {name} has the GameType {type}, not {found}", types))
    return ruleset


@lru_cache(64)
def _family(game_type: str | None) -> tuple[Ruleset, ...]:
    """The rulesets that go with the tag GameType: those of its number, the first being the usual one."""
    if game_type is None:
        return tuple(RULESETS.values())
    found = _GAME_TYPE.fullmatch(game_type)
    return tuple(each for each in RULESETS.values() if found and _number(each) == found["number"])


def _number(ruleset: Ruleset) -> str:
    return ruleset.game_type.partition(",")[0]


def read_start(game: RawGame, ruleset: Ruleset) -> Position:
    """The position from which the game starts. Raises PdnError."""
    fen, setup = game.tags.get("FEN"), game.tags.get("SetUp")
    if setup not in (None, "0", "1"):
        raise tag_error(game, "SetUp", Sentence("{text}: expected 1, with a FEN, or 0", {"text": repr(setup)}))
    if setup == "1" and fen is None:
        raise tag_error(game, "SetUp", Sentence("1 without a FEN: expected 1 with a tag FEN, or neither"))
    if setup == "0" and fen is not None:
        raise tag_error(game, "SetUp", Sentence("0 with a FEN: expected 1 with a tag FEN, or neither"))
    if fen is None:
        return _start(ruleset.name)
    try:
        return Position.from_fen(fen, ruleset)
    except FenError as error:
        raise tag_error(game, "FEN", error.problem, error.column - 1) from None


def read_options(game: RawGame, ruleset: Ruleset) -> Options:
    """The options that the tags tell, or the ruleset's own. Raises PdnError."""
    text = game.tags.get("Options")
    try:
        return ruleset.options if text is None else settings.read_options(text)
    except DamaciError as error:
        raise tag_error(game, "Options", error.reason) from None


def read_endings(game: RawGame, ruleset: Ruleset) -> Endings:
    """The draw rules that the tags tell, or the ruleset's own. Raises PdnError."""
    text = game.tags.get("Endings")
    try:
        return ruleset.endings if text is None else settings.read_endings(text)
    except DamaciError as error:
        raise tag_error(game, "Endings", error.reason) from None


def read_result(text: str) -> Result | None:
    """The result that a text means, in either way of counting points."""
    return _RESULTS.get(text)


def settled(tagged: Result, told: str) -> Result | None:
    """The result when the tags tell one and the moves end with another, None where the two cannot both be true."""
    result = read_result(told) or "*"
    if result == "*":
        return tagged
    return result if tagged in ("*", result) else None


def tagged_result(game: RawGame) -> Result:
    """The result that the tags tell, `*` if they do not. Raises PdnError."""
    text = game.tags.get("Result", "*")
    result = "*" if text in _UNKNOWN else read_result(text)
    if result is None:
        known = {"text": repr(text), "known": ", ".join(_RESULTS)}
        raise tag_error(game, "Result", Sentence("{text} is not a result: expected one of {known}", known))
    return result


def tag_error(game: RawGame, name: str, problem: Sentence, skipped: int = 0) -> PdnError:
    """An error in a tag's value, `skipped` characters into it."""
    tag = next(token for token in game.tokens() if token["name"] == name)
    return game.error(problem, tag.start("value") + skipped)


def derived_tags(game: PdnGame) -> dict[str, str]:
    """The tags that follow from a game. Ruleset, Options and Endings are there where what is usual does not hold."""
    tags = {"Result": game.result, "GameType": game.ruleset.game_type}
    usual = next(each for each in RULESETS.values() if each.game_type == game.ruleset.game_type)
    if game.ruleset is not usual:
        tags["Ruleset"] = game.ruleset.name
    if game.start != Position.start(game.ruleset):
        tags |= {"SetUp": "1", "FEN": game.start.fen}
    if game.options != game.ruleset.options:
        tags["Options"] = settings.write_options(game.options)
    if game.endings != game.ruleset.endings:
        tags["Endings"] = settings.write_endings(game.endings)
    return tags
