"""The draw rules of a game in the form that the module takes."""

from collections.abc import Mapping
from typing import Any

from damaci._kernel_wasm.rules import one_each_number

_COUNTS = ("kings_only_moves", "repetitions", "no_progress_moves")


def terms_fields(endings: Mapping[str, Any], last_three_kings: bool) -> tuple[int | bool, ...]:
    """The fields of `forms.TERMS`. Raises ValueError for an unknown ending, or an unknown word."""
    for name in endings:
        if name not in ("one_each", *_COUNTS):
            raise ValueError(f"'{name}' is not one of the endings")
    counts = [endings.get(name, 0) for name in _COUNTS]
    return one_each_number(endings.get("one_each", "never")), last_three_kings, *counts
