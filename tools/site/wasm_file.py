"""Reads and writes the sections of a WebAssembly module, as far as the site changes Python's."""

from collections.abc import Iterator
from dataclasses import dataclass

from tools.site.errors import SiteError

HEAD = b"\0asm\1\0\0\0"
TYPES = 1
IMPORTS = 2
FUNCTIONS = 3
EXPORTS = 7
CODE = 10
TAGS = 13
"""The numbers of sections."""
FUNCTION = 0
TABLE = 1
MEMORY = 2
GLOBAL = 3
"""The kinds of imports and exports."""


class Reader:
    """Reads parts of a module one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def byte(self) -> int:
        """The next byte."""
        return self.take(1)[0]

    def take(self, size: int) -> bytes:
        """The next bytes. Raises SiteError at the end of the data."""
        taken = self.data[self.at : self.at + size]
        if len(taken) < size:
            raise unknown("its end")
        self.at += size
        return taken

    def number(self) -> int:
        """An unsigned number in LEB128."""
        value = shift = 0
        while (byte := self.byte()) > 0x7F:
            value |= (byte & 0x7F) << shift
            shift += 7
        return value | byte << shift

    def block(self) -> bytes:
        """Bytes after their number."""
        return self.take(self.number())


@dataclass(frozen=True)
class Named:
    """An import or an export."""

    name: str
    kind: int
    number: int = 0
    """Of an exported function among all functions, and so on."""


def sections(module: bytes) -> list[tuple[int, bytes]]:
    """The sections of a module: their numbers and contents. Raises SiteError."""
    reader = Reader(module)
    if reader.take(len(HEAD)) != HEAD:
        raise unknown("its head")
    found = []
    while reader.at < len(module):
        found.append((reader.byte(), reader.block()))
    return found


def joined(parts: list[tuple[int, bytes]]) -> bytes:
    """A module of these sections."""
    return HEAD + b"".join(bytes([number]) + sized(content) for number, content in parts)


def section(module: bytes, wanted: int) -> bytes:
    """The content of a section; that of an empty one if it is not there."""
    return dict(sections(module)).get(wanted, b"\0")


def replaced(module: bytes, wanted: int, content: bytes) -> bytes:
    """The module with another content of a section."""
    return joined([(number, content if number == wanted else before) for number, before in sections(module)])


def imports(module: bytes) -> Iterator[Named]:
    """What a module imports. Raises SiteError."""
    reader = Reader(section(module, IMPORTS))
    for _ in range(reader.number()):
        reader.block()  # The name of a module.
        imported = Named(reader.block().decode(), reader.byte())
        _skip_type(reader, imported.kind)
        yield imported


def _skip_type(reader: Reader, kind: int) -> None:
    if kind == FUNCTION:
        reader.number()
    elif kind == GLOBAL:
        reader.take(2)
    elif kind in (TABLE, MEMORY):
        reader.take(1 if kind == TABLE else 0)
        for _ in range(1 + (reader.byte() & 1)):
            reader.number()
    else:
        raise unknown("an import")


def exports(module: bytes) -> Iterator[Named]:
    """What a module exports."""
    reader = Reader(section(module, EXPORTS))
    for _ in range(reader.number()):
        yield Named(reader.block().decode(), reader.byte(), reader.number())


def encoded(number: int) -> bytes:
    """An unsigned number in LEB128."""
    low = number & 0x7F
    high = number >> 7
    if high:
        return bytes([low | 0x80]) + encoded(high)
    return bytes([low])


def sized(content: bytes) -> bytes:
    """Bytes after their number."""
    return encoded(len(content)) + content


def vector(items: list[bytes]) -> bytes:
    """Items after their number."""
    return encoded(len(items)) + b"".join(items)


def unknown(what: str) -> SiteError:
    """The error about a module that is of another version."""
    return SiteError(f"pyodide.asm.wasm is not the one that tools/site knows: {what}")
