"""What becomes of a setting that is here already when a file with everything brings it too: what has been learnt and
solved on both devices is kept."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from damaci.services.device_person import KEY as MISTAKES
from damaci.services.home_puzzles import PERSON as PUZZLES
from damaci.services.home_puzzles import RATINGS
from damaci.services.person import KnownMistake
from damaci.services.preferences import KEY as PREFERENCES
from damaci.services.progress import KEY as LESSONS
from damaci.services.puzzle_state import PuzzleRecord
from damaci.stored.solvers import Numbers


class _Merge(NamedTuple):
    kind: Any
    """What such a setting is read as."""
    of: Callable[[Any, Any], Any]
    """Makes one value of that here and that in the file."""


def check(setting: str, value: Any) -> None:
    """Raises msgspec.ValidationError for a value in a file that no version of Damacı can have written. Preferences are
    checked when they are read."""
    if setting == PREFERENCES:
        msgspec.convert(value, dict[str, Any])
    elif setting in _MERGES:
        msgspec.convert(value, _MERGES[setting].kind)


def merged(setting: str, here: Any, there: Any) -> Any:
    """Merges a setting's value `here` (None if there is none) with the checked value `there` of a file. A setting that
    can have only one value, such as the language, takes that of the file."""
    if here is None or setting not in _MERGES:
        return there
    merge = _MERGES[setting]
    try:
        known = msgspec.convert(here, merge.kind)
    except msgspec.ValidationError:
        return there
    made = msgspec.to_builtins(merge.of(known, msgspec.convert(there, merge.kind)))
    if isinstance(made, dict):  # What a newer version has added stays.
        return {**there, **here, **made}
    return made


def _lessons(here: list[str], there: list[str]) -> list[str]:
    return sorted({*here, *there})


def _puzzles(here: PuzzleRecord, there: PuzzleRecord) -> PuzzleRecord:
    """The attempts of both, and for each ruleset the rating that changed last."""
    latest = {each: _latest(each, here, there) for each in here.ratings | there.ratings}
    return PuzzleRecord(
        ratings={ruleset: person.ratings[ruleset] for ruleset, person in latest.items()},
        attempts=there.attempts | here.attempts,
        best={name: max(here.best.get(name, 0), there.best.get(name, 0)) for name in here.best | there.best},
        in_a_row=max(here, there, key=lambda person: max(person.rated.values(), default=0.0)).in_a_row,
        rows={ruleset: person.row(ruleset) for ruleset, person in latest.items()},
        rated={ruleset: person.rated[ruleset] for ruleset, person in latest.items() if ruleset in person.rated},
    )


def _latest(ruleset: str, *people: PuzzleRecord) -> PuzzleRecord:
    rated = [person for person in people if ruleset in person.ratings]
    return max(rated, key=lambda person: person.rated.get(ruleset, 0.0))


def _ratings(here: dict[str, Numbers], there: dict[str, Numbers]) -> dict[str, Numbers]:
    """The surer rating of each puzzle."""
    return {name: min((each[name] for each in (here, there) if name in each), key=_deviation) for name in here | there}


def _deviation(numbers: Numbers) -> float:
    return numbers[1]


def _mistakes(here: dict[str, KnownMistake], there: dict[str, KnownMistake]) -> dict[str, KnownMistake]:
    """What became known last of each mistake."""
    return {name: max((each[name] for each in (here, there) if name in each), key=_at) for name in here | there}


def _at(known: KnownMistake) -> float:
    return known.at


_MERGES: Mapping[str, _Merge] = {
    LESSONS: _Merge(list[str], _lessons),
    PUZZLES: _Merge(PuzzleRecord, _puzzles),
    RATINGS: _Merge(dict[str, Numbers], _ratings),
    MISTAKES: _Merge(dict[str, KnownMistake], _mistakes),
}
