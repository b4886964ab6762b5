"""Values that hardly any function accepts, and a check of how functions react to them."""

import re
from collections.abc import Callable, Iterator
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np

import damaci

HOSTILE: list[Any] = [
    None, nan, inf, -inf, -1, 0.5, 10**30, -(10**30), "", "\0", "d9", "x" * 10_000, b"", b"\xff", [], [None], {}, (),
    (1, 2, 3, 4), object(), ..., np.zeros(3), np.array([nan, 1.0]), int, Path("/dev/null"),
]  # fmt: skip

FROM_THE_INSIDE = re.compile("incompatible function arguments|has no attribute|subscriptable|object is not iterable")


def unanswered(call: Callable[[Any], object]) -> Iterator[str]:
    """The wrong reactions to these values. Right are a result, or a DamaciError that says what was expected."""
    for value in HOSTILE:
        try:
            call(value)
        except damaci.DamaciError as error:
            if FROM_THE_INSIDE.search(str(error)) or len(str(error)) > 600:
                yield f"{type(value).__name__}: {str(error)[:200]}"
        except Exception as error:
            yield f"{str(value)[:20]!r}: {type(error).__name__}: {str(error)[:200]}"
