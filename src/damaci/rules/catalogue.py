"""Every ruleset. kernel/rules.hpp has their movement and the sources [EN] to [AM]; everything else is here."""

from collections.abc import Mapping
from types import MappingProxyType

from damaci.rules.endings import Endings, OneEach
from damaci.rules.movement import Movement, unknown_ruleset
from damaci.rules.ruleset import Reading, Ruleset

_TURKISH_DRAUGHTS = "30,W,8,8,A0,0"
"""The game with PDN's number 30. Related rulesets share the number and differ by the Ruleset tag."""
_BULGARIAN_DRAUGHTS = "99,W,8,8,A0,0"
"""PDN has no number for this game. We use one far from those, with the board and squares of its diagonal relatives."""

_FEDERATION = ("Turkish Draughts Rules 4.0, A. Zeybek", "Türk Daması Kuralları, A. Zeybek")
_FEDERATION_READINGS = (Reading.ONE_EACH_EVEN_IF_CAPTURE, Reading.ORIGIN_COUNTS_AS_EMPTY)
_FEDERATION_ENDINGS = Endings(
    one_each=OneEach.AT_ONCE,  # [EN] The Draw; [TR] Beraberlik
    repetitions=3,  # [EN] The Draw; [TR] Beraberlik
)

_ALL = (
    Ruleset(
        name="turkish",
        title="Türk Daması (federation rules)",
        movement=Movement.of("turkish"),
        endings=_FEDERATION_ENDINGS,
        game_type=_TURKISH_DRAUGHTS,
        readings=_FEDERATION_READINGS,
        sources=_FEDERATION,
    ),
    Ruleset(
        name="hgware",
        title="HGware Dama",
        movement=Movement.of("hgware"),
        endings=Endings(kings_only_moves=3),  # [HG] Draw rules
        game_type=_TURKISH_DRAUGHTS,
        readings=(Reading.KINGS_ONLY_COUNTS_BOTH, Reading.STRAIGHT_ON_IS_ALLOWED, Reading.ORIGIN_COUNTS_AS_EMPTY),
        sources=("HGware Dama, help pages",),
    ),
    Ruleset(
        name="world",
        title="Turkish checkers, “Around the World”",
        movement=Movement.of("world"),
        endings=Endings(no_progress_moves=25),  # [AW] Game Win or Draw 3
        game_type=_TURKISH_DRAUGHTS,
        readings=(
            Reading.NO_PROGRESS_BY_EACH,
            Reading.MAN_CAPTURES_ON_THROUGH_LAST_RANK,
            Reading.ORIGIN_COUNTS_AS_EMPTY,
        ),
        sources=("Checkers Around the World: Turkish Checkers",),
    ),
    Ruleset(
        name="bulgarian",
        title="Дама (12 pieces)",
        movement=Movement.of("bulgarian"),
        endings=Endings(repetitions=3, no_progress_moves=15),  # [BG] Край на играта
        game_type=_BULGARIAN_DRAUGHTS,
        readings=(Reading.NO_PROGRESS_BY_EACH, Reading.ORIGIN_COUNTS_AS_EMPTY),
        sources=("Дама, игра за 2-ма играчи",),
    ),
    Ruleset(
        name="armenian",
        title="Tama (Armenian draughts)",
        movement=Movement.of("armenian"),
        endings=_FEDERATION_ENDINGS,
        game_type=_TURKISH_DRAUGHTS,
        readings=_FEDERATION_READINGS,
        sources=(*_FEDERATION, "with quiet moves also diagonally: Wikipedia, Armenian draughts"),
    ),
    Ruleset(
        name="kenyan",
        title="Kenyan Turkish draughts",
        movement=Movement.of("kenyan"),
        endings=_FEDERATION_ENDINGS,
        game_type=_TURKISH_DRAUGHTS,
        readings=_FEDERATION_READINGS,
        sources=(*_FEDERATION, "with the king before the man among equal captures"),
    ),
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType({each.name: each for each in _ALL})
"""Every ruleset by its name."""


def ruleset(name: str | Ruleset) -> Ruleset:
    """The ruleset of that name; a Ruleset is returned as it is. Raises UnknownRuleset, which lists the known names.

    >>> ruleset("hgware").title
    'HGware Dama'
    """
    if isinstance(name, Ruleset):
        return name
    found = RULESETS.get(name) if isinstance(name, str) else None
    if found is None:
        raise unknown_ruleset(name)
    return found
