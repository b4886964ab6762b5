"""Remarks on moves in PDN: reads and writes comments and NAGs (numeric annotation glyphs)."""

import re
from collections.abc import Iterable, Sequence

from damaci.arguments import bad, expect_number, expect_whole

LARGEST_NAG = 255
LONGEST_CLOCK = 1000 * 3600 - 1
"""Seconds: three digits of hours, and tenths."""

MARK = r"[GRYB][a-h][1-8](?:[a-h][1-8])?"
"""A drawn mark: its colour (green, red, yellow, blue), and a square with a circle or the two ends of an arrow."""

_STRENGTHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_CLOCK = re.compile(
    r"\[%(?:clk|clock)\s+(?P<hours>\d{1,3}):(?P<minutes>[0-5]?\d):(?P<seconds>[0-5]?\d(?:\.\d+)?)\]\s*", re.ASCII
)

_MARKS = re.compile(rf"\[%(?:csl|cal)\s+(?P<marks>{MARK}(?:\s*,\s*{MARK})*)\s*\]\s*", re.ASCII)


def plain(comment: str) -> str:
    """The text of a comment, without its braces or semicolon. A line break becomes a space, because programs that write
    PDN break lines anywhere."""
    if comment[0] == ";":
        return " ".join(comment[1:].split())
    return " ".join(comment[1:-1].split())


def number(nag: str) -> int:
    """The number of a NAG, `$14` or `!?`; LARGEST_NAG + 1 for any number of more than 19 digits, because Python refuses
    to read numbers with thousands of digits."""
    if nag[0] != "$":
        return strength(nag)
    digits = nag[1:].lstrip("0")
    if len(digits) >= 20:
        return LARGEST_NAG + 1
    return int(digits or "0")


def expect_nag(nag: int) -> int:
    """The number of a NAG. Raises BadArgument when it is not from 0 to LARGEST_NAG."""
    if isinstance(nag, bool):
        raise bad("a NAG", nag, "a whole number")
    return expect_whole("a NAG", nag, 0, LARGEST_NAG)


def strength(signs: str) -> int:
    """The number for any combination of `!` and `?`. If it is not known, the first and the last sign count."""
    return _STRENGTHS.get(signs) or _STRENGTHS[signs[0] + signs[-1]]


def read_clock(comments: Iterable[str]) -> float | None:
    """The seconds of the first `[%clk h:mm:ss]` in comments."""
    for comment in comments:
        if found := _CLOCK.search(comment):
            return int(found["hours"]) * 3600 + int(found["minutes"]) * 60 + float(found["seconds"])
    return None


def without_clock(comment: str) -> str:
    """The comment without that command."""
    return _CLOCK.sub("", comment)


def write_clock(seconds: float) -> str:
    """The command for a time, rounded to tenths of a second. Raises BadArgument unless `read_clock` reads it again.

    >>> write_clock(598.04), write_clock(3.5)
    ('[%clk 0:09:58]', '[%clk 0:00:03.5]')
    """
    tenths = max(0, round(expect_number("a clock", seconds, -LONGEST_CLOCK, LONGEST_CLOCK) * 10))
    minutes, tenths = divmod(tenths, 600)
    fraction = f".{tenths % 10}" if tenths % 10 else ""
    return f"[%clk {minutes // 60}:{minutes % 60:02}:{tenths // 10:02}{fraction}]"


def read_marks(comments: Iterable[str]) -> list[str]:
    """The marks of the commands `[%csl ...]` (circles) and `[%cal ...]` (arrows) in comments, each once, in order.

    >>> read_marks(["[%csl Gd4,Re5] [%cal Gd3d4] Here!"])
    ['Gd4', 'Re5', 'Gd3d4']
    """
    commands = (each["marks"] for comment in comments for each in _MARKS.finditer(comment))
    return list(dict.fromkeys(mark.strip() for marks in commands for mark in marks.split(",")))


def without_marks(comment: str) -> str:
    """The comment without those commands. A command that has anything but marks is kept.

    >>> without_marks("[%csl Gd4] Here! [%cal Gd9]")
    'Here! [%cal Gd9]'
    """
    return _MARKS.sub("", comment).strip()


def write_marks(marks: Sequence[str]) -> str:
    """The commands for these marks, circles first; empty without marks.

    >>> write_marks(["Gd3d4", "Gd4"])
    '[%csl Gd4] [%cal Gd3d4]'
    """
    circles = [mark for mark in marks if len(mark) == len("Gd4")]
    arrows = [mark for mark in marks if len(mark) != len("Gd4")]
    return " ".join(f"[%{name} {','.join(some)}]" for name, some in (("csl", circles), ("cal", arrows)) if some)
