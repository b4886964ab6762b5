"""Durations as operators type them."""

import re

import click

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
LONGEST = 100 * 365 * 86400.0
"""Seconds; later moments could not be shown."""
_FORM = re.compile(r"(\d{1,6})([smhdw])")


def duration(text: str) -> float:
    """`90s`, `30m`, `2h`, `7d` or `2w`, in seconds: the type of an option."""
    found = _FORM.fullmatch(text)
    if not found or not int(found[1]):
        raise click.BadParameter(f"{text!r} is not a duration such as 90s, 30m, 2h, 7d or 2w")
    seconds = float(int(found[1]) * _SECONDS[found[2]])
    if seconds > LONGEST:
        raise click.BadParameter(f"{text!r} is longer than a hundred years")
    return seconds
