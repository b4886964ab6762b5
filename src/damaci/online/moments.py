"""Moments as operators read them, on the operators' page and in their commands."""

from datetime import UTC, datetime


def moment(at: float | None) -> str:
    """A moment in epoch seconds, to the second, as logs have it; None is for ever."""
    if at is None:
        return "for ever"
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S} UTC"


def iso(at: float) -> str:
    """A moment in epoch seconds for browsers, which show it in the time and the style of their region."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
