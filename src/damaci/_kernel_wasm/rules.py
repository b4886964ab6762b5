"""The rulesets of the module."""

import json
from typing import Any

from damaci._kernel_wasm.module import Function


def _tuples(described: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in described.items()}


_MOVEMENTS = [_tuples(each) for each in json.loads(bytes(Function("rulesets")()))]
_NUMBERS = {each["name"]: number for number, each in enumerate(_MOVEMENTS)}
ONE_EACH = {"never": 0, "at-once": 1, "unless-capture": 2}
"""The numbers that the module uses for the values of one-each."""


def rulesets() -> list[str]:
    """The names of all rulesets."""
    return list(_NUMBERS)


def movement(ruleset: str) -> dict[str, Any]:
    """Raises ValueError for a name not in rulesets()."""
    return dict(_MOVEMENTS[ruleset_number(ruleset)])


def ruleset_number(name: str) -> int:
    """The number that the module uses for a ruleset. Raises ValueError."""
    try:
        return _NUMBERS[name]
    except KeyError:
        raise ValueError(f"unknown ruleset '{name}'; expected one of {', '.join(_NUMBERS)}") from None


def one_each_number(word: str) -> int:
    """Raises ValueError for an unknown word."""
    try:
        return ONE_EACH[word]
    except KeyError:
        raise ValueError(f"one_each is '{word}'; expected never, at-once or unless-capture") from None
