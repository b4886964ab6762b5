"""Checks of arguments. A wrong value raises BadArgument, which names the argument, its value and what was expected."""

import os
from collections.abc import Iterable
from enum import StrEnum
from math import inf
from operator import index
from pathlib import Path
from typing import Any, TypeVar

from damaci import machine
from damaci.errors import BadArgument

T = TypeVar("T")
Many = TypeVar("Many", bound=Iterable[Any])
Word = TypeVar("Word", bound=StrEnum)
MOST_THREADS = 256
MOST_MEGABYTES = 2**18
"""The largest table of positions that the kernel can address."""
LONGEST_SHOWN = 40
"""The most characters of a value in a message."""


def expect_whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """The value as an int; it can be an integer of NumPy. Raises BadArgument when it is not a whole number in this
    range; True and False are not whole numbers."""
    try:
        number = least - 1 if isinstance(value, bool) else index(value)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        raise bad(name, value, f"a whole number {_range(str(least), None if most is None else str(most))}")
    return number


def expect_positive(name: str, value: Any, most: float = inf) -> float:
    """The value as a float. Raises BadArgument when it is not a number above 0 and up to `most`."""
    number = _float(value)
    if number is None or not 0 < number <= most:
        bound = "" if most == inf else f", {most:g} at most"
        raise bad(name, value, f"a number greater than 0{bound}")
    return number


def expect_number(name: str, value: Any, least: float, most: float) -> float:
    """The value as a float. Raises BadArgument when it is not a number in this range."""
    number = _float(value)
    if number is None or not least <= number <= most:
        raise bad(name, value, f"a number {_range(f'{least:g}', f'{most:g}')}")
    return number


def expect_threads(value: Any) -> int:
    """A number of threads. Raises BadArgument when it is not from 1 to MOST_THREADS."""
    return expect_whole("threads", value, 1, MOST_THREADS)


def expect_megabytes(value: Any, least: int = 1) -> int:
    """The size of a table of positions. Raises BadArgument when it is more than this machine's memory."""
    return expect_whole("hash_megabytes", value, least, min(MOST_MEGABYTES, machine.megabytes()))


def expect_kind(name: str, value: Any, kind: type[T]) -> T:
    """The value. Raises BadArgument when it is of another class."""
    if not isinstance(value, kind):
        raise bad(name, value, _kind(kind))
    return value


def expect_optional(name: str, value: Any, kind: type[T]) -> T | None:
    """The value, which may be None. Raises BadArgument when it is of another class."""
    return None if value is None else expect_kind(name, value, kind)


def expect_function(name: str, value: Any) -> None:
    """Raises BadArgument for a value that cannot be called."""
    if not callable(value):
        raise bad(name, value, "a function")


def expect_path(name: str, value: Any) -> Path:
    """The value as a path, which need not exist. Raises BadArgument when it cannot be a path on any system."""
    if not isinstance(value, str | os.PathLike) or not _can_be_named(value):
        raise bad(name, value, "a path")
    return Path(value)


def _can_be_named(path: str | os.PathLike[str]) -> bool:
    try:
        return b"\0" not in os.fsencode(path)
    except (TypeError, ValueError):
        return False


def expect_each(name: str, values: Many) -> Many:
    """The values. Raises BadArgument when they are not iterable, and for a text, which counts as a single value."""
    if not isinstance(values, Iterable) or isinstance(values, str | bytes):
        raise bad(name, values, "a list, or another iterable")
    return values


def expect_word(name: str, value: Any, known: type[Word]) -> Word:
    """The member of an enumeration that a word names. Raises BadArgument when it names none."""
    try:
        return known(value)
    except ValueError:
        raise bad(name, value, f"one of {', '.join(known)}") from None


def bad(name: str, value: Any, expected: str) -> BadArgument:
    """The error to raise for an argument."""
    return BadArgument(f"{name} is {shown(value)}: expected {expected}")


def shown(value: Any) -> str:
    """The value for a message: its repr, cut off when it is long."""
    text = repr(value)
    if len(text) <= LONGEST_SHOWN:
        return text
    return f"{text[:LONGEST_SHOWN]}…"


def _kind(kind: type[Any]) -> str:
    if kind.__module__ == "builtins":
        return f"a {kind.__name__}"
    return f"an object of {kind.__module__}.{kind.__qualname__}"


def _float(value: Any) -> float | None:
    if isinstance(value, str | bytes):
        return None
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _range(least: str, most: str | None) -> str:
    if most is None:
        return f"from {least} on"
    return f"from {least} to {most}"
