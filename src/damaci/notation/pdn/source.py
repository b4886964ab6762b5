"""The text of a source of PDN: a file, a stream or bytes."""

import codecs
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from damaci.arguments import bad, expect_path
from damaci.notation.encodings import utf_16

Source = str | os.PathLike[str] | bytes | IO[str] | IO[bytes]
"""A file's path, or UTF-8 or UTF-16 bytes, or an open stream of either kind. Text itself goes into an io.StringIO."""


_OLDER = "damaci-windows-1254"


def _read_older(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1254", "replace"), error.end


codecs.register_error(_OLDER, _read_older)


class Text:
    """Reads the text on demand: UTF-8 or UTF-16 with or without a byte order mark. All line endings become `\\n`.
    Bytes that are not UTF-8 are read as Windows-1254."""

    def __init__(self, stream: IO[str] | IO[bytes]) -> None:
        self._stream = stream
        self._decoder: io.IncrementalNewlineDecoder | None = None
        """The decoder for bytes; made when the first bytes show the encoding."""
        self._newlines = io.IncrementalNewlineDecoder(None, translate=True)
        self._first = True
        self.utf_16 = False
        """Whether the text is UTF-16; known after the first bytes."""

    def read(self, size: int) -> str:
        """About `size` characters; none only at the end."""
        while True:
            block = self._stream.read(size)
            text = self._decode(block)
            if self._first and text:
                text = text.removeprefix("\ufeff")
                self._first = False
            if text or not block:
                return text

    def _decode(self, block: str | bytes) -> str:
        if isinstance(block, str):
            return self._newlines.decode(block, final=not block)
        if self._decoder is None:
            self._decoder = io.IncrementalNewlineDecoder(self._bytes_decoder(block), translate=True)
        return self._decoder.decode(block, final=not block)

    def _bytes_decoder(self, first: bytes) -> codecs.IncrementalDecoder:
        """The decoder for a source that begins with these bytes."""
        encoding = utf_16(first)
        if encoding is None:
            return codecs.getincrementaldecoder("utf-8")(_OLDER)
        self.utf_16 = True
        return codecs.getincrementaldecoder(encoding)("replace")


@contextmanager
def opened(source: Source) -> Iterator[Text]:
    """The source's text; a file is closed at the end, an open stream stays open. Raises OSError,
    BadArgument."""
    if isinstance(source, bytes):
        yield Text(io.BytesIO(source))
    elif isinstance(source, (str, os.PathLike)):
        with expect_path("source", source).open("rb") as stream:
            yield Text(stream)
    elif hasattr(source, "read"):
        yield Text(source)
    else:
        raise bad("source", source, "a path, bytes or an open stream")
