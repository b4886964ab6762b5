"""The encodings of text files: UTF-8 or UTF-16 with or without a byte order mark; what is neither is Turkish Windows
(1254)."""

import codecs
import io
from typing import IO


def utf_16(first: bytes) -> str | None:
    """The kind of UTF-16 of a text that begins with these bytes; None if it is not UTF-16. Without a byte order mark,
    the zero beside the first character shows it."""
    if first.startswith(codecs.BOM_UTF16_LE) or first[1:2] == b"\0":
        return "utf-16-le"
    if first.startswith((codecs.BOM_UTF16_BE, b"\0")):
        return "utf-16-be"
    return None


def decoded(data: bytes) -> str:
    """The text of a file, without a byte order mark."""
    if encoding := utf_16(data):
        return data.decode(encoding, errors="replace").removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1254", errors="replace")


def in_utf_8(file: IO[bytes]) -> IO[bytes]:
    """The file, or a copy of it in UTF-8, in memory, if it is UTF-16."""
    file.seek(0)
    encoding = utf_16(file.read(2))
    file.seek(0)
    return io.BytesIO(decoded(file.read()).encode()) if encoding else file
