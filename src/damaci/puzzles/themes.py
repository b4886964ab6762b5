"""The themes of a puzzle, which are derived exactly from its solution."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType

from damaci.errors import DamaciError
from damaci.puzzles.reading import SolutionReading

FEW = 4
"""The most pieces of each side in an ending."""


class UnknownTheme(DamaciError):
    """There is no theme of that name."""


class Theme(StrEnum):
    """A theme, as a stable word."""

    GIVE_FOR_MORE = "give-for-more"
    """Sacrificing men to capture more: the first kind of açmaz."""
    GIVE_FOR_DAMA = "give-for-dama"
    """Sacrificing men to get a king (dama): the second kind."""
    GIVE_FOR_ALL = "give-for-all"
    """Sacrificing men to capture everything: the third kind."""
    GIVE_ONE = "give-1"
    GIVE_TWO = "give-2"
    GIVE_THREE = "give-3"
    TAKE_THREE = "take-3"
    TAKE_FOUR = "take-4"
    TAKE_FIVE = "take-5"
    LAST_ROW = "last-row"
    CATCH_DAMA = "catch-dama"
    BREAKTHROUGH = "breakthrough"
    BLOCK = "block"
    ASK = "ask"
    KING_ENDING = "king-ending"
    MEN_ENDING = "men-ending"
    QUIET_KEY = "quiet-key"
    CHOOSE_CAPTURE = "choose-capture"
    """Beginning with one of several captures."""
    SAVE_DRAW = "save-draw"


TITLES: Mapping[Theme, str] = MappingProxyType(
    {
        Theme.GIVE_FOR_MORE: "Give to take more",
        Theme.GIVE_FOR_DAMA: "Give to reach dama",
        Theme.GIVE_FOR_ALL: "Give and sweep the board",
        Theme.GIVE_ONE: "Give one",
        Theme.GIVE_TWO: "Give two",
        Theme.GIVE_THREE: "Give three or more",
        Theme.TAKE_THREE: "Take three at once",
        Theme.TAKE_FOUR: "Take four at once",
        Theme.TAKE_FIVE: "Take five or more at once",
        Theme.LAST_ROW: "Chain through the last row",
        Theme.CATCH_DAMA: "Catch the dama",
        Theme.BREAKTHROUGH: "Breakthrough",
        Theme.BLOCK: "Blockade",
        Theme.ASK: "Asking for men",
        Theme.KING_ENDING: "Ending with damas",
        Theme.MEN_ENDING: "Ending with men",
        Theme.QUIET_KEY: "Quiet first move",
        Theme.CHOOSE_CAPTURE: "The right capture",
        Theme.SAVE_DRAW: "Save the draw",
    }
)
"""The titles for players, in English."""


def _reaches_dama(reading: SolutionReading) -> bool:
    return any(step.promotes for step in reading.own)


def _sweeps(reading: SolutionReading) -> bool:
    return reading.end.count(reading.solver.other) == 0


def _most_at_once(reading: SolutionReading) -> int:
    return max((len(step.move.captured) for step in reading.own), default=0)


def _is_ending(reading: SolutionReading, kings: bool) -> bool:
    start = reading.start
    few = max(start.count(color) for color in (start.turn, start.turn.other)) <= FEW
    return few and bool(start.kings(start.turn) | start.kings(start.turn.other)) is kings


def _blocks(reading: SolutionReading) -> bool:
    end = reading.end
    return end.turn is not reading.solver and end.count(end.turn) > 0 and not end.has_moves


def _is_quiet(reading: SolutionReading) -> bool:
    key = reading.own[0]
    return not (key.move.is_capture or key.gives or key.asks or key.promotes)


def _chooses_capture(reading: SolutionReading) -> bool:
    key = reading.own[0]
    return key.move.is_capture and len(key.before.legal_moves) > 1


_WINNING: Mapping[Theme, Callable[[SolutionReading], bool]] = MappingProxyType(
    {
        Theme.GIVE_FOR_MORE: lambda r: r.gives and r.taken > r.given and not _sweeps(r),
        Theme.GIVE_FOR_DAMA: lambda r: r.gives and r.promotes_after_loss,
        Theme.GIVE_FOR_ALL: lambda r: r.gives and _sweeps(r),
        Theme.BREAKTHROUGH: lambda r: _reaches_dama(r) and not r.gives,
        Theme.BLOCK: _blocks,
    }
)
"""Themes of solutions that win."""

_ALWAYS: Mapping[Theme, Callable[[SolutionReading], bool]] = MappingProxyType(
    {
        Theme.GIVE_ONE: lambda r: r.gives and r.given == 1,
        Theme.GIVE_TWO: lambda r: r.gives and r.given == 2,
        Theme.GIVE_THREE: lambda r: r.gives and r.given >= 3,
        Theme.TAKE_THREE: lambda r: _most_at_once(r) == 3,
        Theme.TAKE_FOUR: lambda r: _most_at_once(r) == 4,
        Theme.TAKE_FIVE: lambda r: _most_at_once(r) >= 5,
        Theme.LAST_ROW: lambda r: any(step.passes_last_rank for step in r.own),
        Theme.CATCH_DAMA: lambda r: any(step.takes_king for step in r.own),
        Theme.ASK: lambda r: any(step.asks for step in r.own),
        Theme.KING_ENDING: lambda r: _is_ending(r, kings=True),
        Theme.MEN_ENDING: lambda r: _is_ending(r, kings=False),
        Theme.QUIET_KEY: _is_quiet,
        Theme.CHOOSE_CAPTURE: _chooses_capture,
    }
)


def theme_of(name: str) -> Theme | None:
    """The theme of that name; None for an empty name. Raises UnknownTheme."""
    if name and name not in [*Theme]:
        raise UnknownTheme(f"no theme {name!r}")
    if name:
        return Theme(name)
    return None


def themes_of(reading: SolutionReading, wins: bool) -> tuple[Theme, ...]:
    """The themes of a solution with the moves after it; `wins`: whether it wins; otherwise it saves a draw."""
    tests = dict(_ALWAYS)
    if wins:
        tests |= _WINNING
    found = {theme for theme, applies in tests.items() if applies(reading)}
    if not wins:
        found.add(Theme.SAVE_DRAW)
    return tuple(theme for theme in Theme if theme in found)
