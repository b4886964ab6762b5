"""Text from wherever PDN comes: a file, a stream, bytes."""

import codecs
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

Source = str | os.PathLike[str] | bytes | IO[str] | IO[bytes]
"""A file's path, or UTF-8 bytes, or an open stream of either kind. Text itself goes into an io.StringIO."""


_OLDER = "damaci-windows-1254"


def _read_older(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1254", "replace"), error.end


codecs.register_error(_OLDER, _read_older)


class Text:
    """Characters on demand: UTF-8 with or without a byte order mark, any line ending given as `\\n`.

    Bytes that are not UTF-8 become lone surrogates (Python's surrogateescape), so that the reader can say where they
    are."""

    def __init__(self, stream: IO[str] | IO[bytes]) -> None:
        self._stream = stream
        self._decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")(_OLDER), translate=True)
        self._newlines = io.IncrementalNewlineDecoder(None, translate=True)
        self._first = True

    def read(self, size: int) -> str:
        """About `size` characters; none only at the end."""
        while True:
            block = self._stream.read(size)
            text = self._decode(block)
            if self._first and text:
                text, self._first = text.removeprefix("\ufeff"), False
            if text or not block:
                return text

    def _decode(self, block: str | bytes) -> str:
        decoder = self._newlines if isinstance(block, str) else self._decoder
        return decoder.decode(block, final=not block)


@contextmanager
def opened(source: Source) -> Iterator[Text]:
    """The source's text; a file is closed at the end, a stream that was given stays open. Raises OSError."""
    if isinstance(source, bytes):
        yield Text(io.BytesIO(source))
    elif isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as stream:
            yield Text(stream)
    else:
        yield Text(source)
