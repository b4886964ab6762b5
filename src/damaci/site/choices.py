"""What pages offer to choose from: levels, speeds and rulesets, in the reader's language."""

from collections.abc import Mapping
from typing import Any

import msgspec

from damaci.engine.levels import LEVELS, level
from damaci.engine.style import STYLES
from damaci.rating.speed import Speed
from damaci.rules.catalogue import RULESETS
from damaci.site.language import Catalog


def levels_of(words: Catalog) -> list[dict[str, str]]:
    """Name, title and description of every level, the free one included."""
    text = words.translations.gettext
    free = level("free-5s")
    named = [{"name": each.name, "title": text(each.title), "about": text(each.about)} for each in LEVELS.values()]
    return [*named, {"name": "free", "title": text(free.title), "about": text(free.about)}]


def styles_of(words: Catalog) -> list[dict[str, str]]:
    """Name, title and description of every style."""
    text = words.translations.gettext
    return [{"name": each.name, "title": text(each.title), "about": text(each.about)} for each in STYLES.values()]


def choices(words: Catalog) -> dict[str, Any]:
    """What the page of a game knows of the ways to play: levels, styles and rulesets."""
    return {"levels": levels_of(words), "styles": styles_of(words), "rulesets": rulesets_of(words)}


def speed_titles(words: Catalog) -> Mapping[Speed, str]:
    """The names of the speeds."""
    _ = words.translations.gettext
    return {
        "bullet": _("Bullet"),
        "blitz": _("Blitz"),
        "rapid": _("Rapid"),
        "classical": _("Classical"),
        "correspondence": _("By the day"),
    }


def rulesets_of(words: Catalog) -> list[dict[str, Any]]:
    """The properties of every ruleset that the pages' scripts use."""
    text = words.translations.gettext
    return [
        {
            "name": ruleset.name,
            "title": text(ruleset.title),
            "chequered": ruleset.movement.dark_squares_only,
            "removal": ruleset.movement.removal,
            "endings": msgspec.to_builtins(ruleset.endings),
            "options": msgspec.to_builtins(ruleset.options),
        }
        for ruleset in RULESETS.values()
    ]
