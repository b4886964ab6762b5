"""The rows of a list of games."""

from datetime import UTC, datetime
from typing import Any

from damaci.engine.levels import level
from damaci.errors import UnknownLevel
from damaci.play.events import Seat
from damaci.rules.catalogue import RULESETS
from damaci.sentence import Translate
from damaci.site.guest_names import readable
from damaci.site.language import Catalog
from damaci.stored import Summary


def row(words: Catalog, game: Summary) -> dict[str, Any]:
    """The values that a list shows for a game."""
    text: Translate = words.translations.gettext
    return {
        "id": game.id,
        "title": _title(words, game),
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
    engine = _nameless(game)
    if engine is None or not game.tags.keys().isdisjoint(("White", "Black")):
        white = _name(_, game.white) or _("White")
        black = _name(_, game.black) or _("Black")
        return f"{words.isolated(white)} – {words.isolated(black)}"
    return _("Against the computer, {level}").format(level=_level(_, engine.level))


def _nameless(game: Summary) -> Seat | None:
    """The engine's seat, unless it is that of a computer that has a name."""
    return next((seat for seat in (game.white, game.black) if seat.kind == "engine" and not seat.name), None)


def _name(_: Translate, seat: Seat) -> str:
    if seat.kind != "engine":
        return readable(seat.name, _)
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
