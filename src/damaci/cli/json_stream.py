"""JSON values one by one, in memory that does not grow with their number: the members of an array, or JSON Lines."""

import codecs
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from damaci.errors import DamaciError

BLOCK = 1 << 20
"""Bytes read at a time."""
LONGEST = 1 << 24
"""Characters that one value may have: more would fill the memory."""

_WHITESPACE = " \t\n\r"
_DECODER = json.JSONDecoder()


def read_array(stream: BinaryIO) -> Iterator[Any]:
    """The members of the array that a stream holds. Raises DamaciError."""
    text = _Text(stream)
    if text.peek() != "[":
        text.value()
        raise DamaciError("expected an array of games")
    text.skip()
    closing = text.peek() == "]"
    while not closing:
        yield text.value()
        if text.peek() not in (",", "]"):
            raise text.error("Expecting ',' delimiter")
        closing = text.peek() == "]"
        if not closing:
            text.skip()
    text.skip()
    if text.peek():
        raise text.error("Extra data")


def read_line(line: bytes) -> Any:
    """The value on one line of JSON Lines. Raises DamaciError."""
    if len(line) > LONGEST:
        raise DamaciError(f"more than {LONGEST:,} bytes on one line")
    try:
        return json.loads(line.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise DamaciError(f"column {error.colno}: not JSON: {error.msg}") from None
    except UnicodeDecodeError as error:
        raise DamaciError(f"not UTF-8 text: {error.reason} at byte {error.start + 1}") from None
    except (RecursionError, ValueError) as error:  # brackets too deep, or a number of too many digits
        raise DamaciError(f"JSON beyond measure: {error}") from None


class _Text:
    """The text of a stream, of which only the part from the present place on is kept."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._complete = False
        """Whether the stream has been read to its end."""
        self._bytes = 0
        """Read before the last block."""
        self._line = 1
        self._column = 1
        """Where the kept text begins."""

    def peek(self) -> str:
        """The next character that is not whitespace; empty at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in _WHITESPACE:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if self._complete:
                return ""
            self._read(BLOCK)

    def skip(self) -> None:
        """Steps over one character."""
        self._at += 1

    def value(self) -> Any:
        """The value that begins here."""
        self.peek()
        while True:
            found = self._try_value()
            if found is not None:
                value, self._at = found
                return value
            self._read(max(BLOCK, len(self._text)))

    def _try_value(self) -> tuple[Any, int] | None:
        """The value and where it ends; None where more text is needed."""
        try:
            value, end = _DECODER.raw_decode(self._text, self._at)
        except json.JSONDecodeError as error:
            if self._complete:
                raise self.error(error.msg, error.pos) from None
            if len(self._text) - self._at > LONGEST:
                raise self.error(f"{error.msg}, or a value of more than {LONGEST:,} characters", error.pos) from None
            return None
        except (RecursionError, ValueError) as error:  # brackets too deep, or a number of too many digits
            raise DamaciError(f"JSON beyond measure: {error}") from None
        # A number may go on in the next block.
        if self._complete or end < len(self._text):
            return (value, end)
        return None

    def error(self, message: str, offset: int | None = None) -> DamaciError:
        """An error at an offset of the kept text, or at the present place."""
        before = self._text[: self._at if offset is None else offset]
        line, column = _advance(self._line, self._column, before)
        return DamaciError(f"line {line}, column {column}: not JSON: {message}")

    def _read(self, size: int) -> None:
        """Appends about so many bytes, and drops the text before the present place."""
        block = self._stream.read(size)
        self._complete = not block
        self._line, self._column = _advance(self._line, self._column, self._text[: self._at])
        try:
            self._text = self._text[self._at :] + self._decoder.decode(block, final=self._complete)
        except UnicodeDecodeError as error:
            at = self._bytes - (len(error.object) - len(block)) + error.start + 1
            raise DamaciError(f"not UTF-8 text: {error.reason} at byte {at}") from None
        self._at = 0
        self._bytes += len(block)


def _advance(line: int, column: int, text: str) -> tuple[int, int]:
    """The place after a text that begins at this one."""
    breaks = text.count("\n")
    if not breaks:
        return line, column + len(text)
    return line + breaks, len(text) - text.rfind("\n")
