"""The rows of a list of games."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from damaci.engine.levels import level
from damaci.errors import UnknownLevel
from damaci.game.outcome import Reason
from damaci.play.events import Color, Seat
from damaci.rules.catalogue import RULESETS
from damaci.sentence import Translate
from damaci.site.guest_names import display_name
from damaci.site.language import Catalog
from damaci.stored import Summary


class Name(NamedTuple):
    """A player in a list. `account`: of the player's page; empty without one."""

    text: str
    account: str = ""


def row(words: Catalog, game: Summary, accounts: Mapping[Color, str] | None = None) -> dict[str, Any]:
    """The values that a list shows for a game. `accounts`: of its players, as far as they have pages."""
    text: Translate = words.translations.gettext
    return {
        "id": game.id,
        "title": _title(words, game),
        "names": _names(words, game, accounts or {}),
        "ruleset": _ruleset(text, game.ruleset),
        "when": datetime.fromtimestamp(game.updated, UTC),
        "plies": game.plies,
        "moves": (game.plies + 1) // 2,
        "result": _result(text, game),
    }


def _ruleset(text: Translate, name: str) -> str:
    if name in RULESETS:
        return text(RULESETS[name].title)
    return name  # stored by another version


def _title(words: Catalog, game: Summary) -> str:
    _: Translate = words.translations.gettext
    names = _names(words, game, {})
    if names:
        return " – ".join(words.isolated(name.text) for name in names)
    engine = _nameless(game)
    return _("Against the computer, {level}").format(level=_level(_, engine.level if engine else ""))


def _names(words: Catalog, game: Summary, accounts: Mapping[Color, str]) -> Sequence[Name]:
    """The players, White first; nobody in a game against the nameless computer whose players nobody has named."""
    _: Translate = words.translations.gettext
    if _nameless(game) and game.tags.keys().isdisjoint(("White", "Black")):
        return ()
    white = Name(_name(_, game.white) or _("White"), accounts.get("white", ""))
    black = Name(_name(_, game.black) or _("Black"), accounts.get("black", ""))
    return white, black


def _nameless(game: Summary) -> Seat | None:
    """The engine's seat, unless it is that of a computer that has a name."""
    return next((seat for seat in (game.white, game.black) if seat.kind == "engine" and not seat.name), None)


def _name(_: Translate, seat: Seat) -> str:
    if seat.kind != "engine":
        return display_name(seat.name, _)
    if seat.name:
        return _("{name} (computer)").format(name=seat.name)
    return _level(_, seat.level)


def _level(_: Translate, name: str) -> str:
    try:
        return " · ".join(map(_, level(name).titles))
    except UnknownLevel:  # stored by another version
        return name


def _result(_: Translate, game: Summary) -> str:
    if game.result == "*":
        return _("unfinished")
    if game.reason == Reason.ANNULLED:
        return _("annulled")
    if game.result == "1/2-1/2":
        return _("draw")
    winner, loser = (game.white, game.black) if game.result == "1-0" else (game.black, game.white)
    if winner.kind != loser.kind and _nameless(game):
        if winner.kind == "person":
            return _("won")
        return _("lost")
    if game.result == "1-0":
        return _("White won")
    return _("Black won")
