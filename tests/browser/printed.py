"""Reads the text of each page of a PDF that Chromium has printed. It reads no other PDFs, and nothing but text."""

import re
import zlib
from collections.abc import Iterator

_OBJECT = re.compile(rb"\n(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_STREAM = re.compile(rb"stream\n(.*)\nendstream", re.DOTALL)
_PAGE = re.compile(rb"/Type /Page\b")
_CONTENTS = re.compile(rb"/Contents (\d+) 0 R")
_FONT = re.compile(rb"/(F\d+) (\d+) 0 R")
_UNICODE = re.compile(rb"/ToUnicode (\d+) 0 R")
_LETTER = re.compile(rb"^<(\w+)> <(\w+)>$", re.MULTILINE)
_LETTERS = re.compile(rb"^<(\w+)> <(\w+)> <(\w+)>$", re.MULTILINE)
_SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|<(\w+)> Tj|BT")


class Printed:
    """A PDF file."""

    def __init__(self, pdf: bytes) -> None:
        self._objects = {int(number): body for number, body in _OBJECT.findall(pdf)}

    def pages(self) -> list[str]:
        """The text of each page."""
        return ["".join(self._text(page)) for page in self._objects.values() if _PAGE.search(page)]

    def _text(self, page: bytes) -> Iterator[str]:
        fonts = {name: self._letters(int(number)) for name, number in _FONT.findall(page)}
        font: dict[int, str] = {}
        for name, shown in _SHOWN.findall(self._stream(_number(_CONTENTS, page))):
            if name:
                font = fonts[name]
            elif shown:
                yield from (font.get(int(shown[at : at + 4], 16), "") for at in range(0, len(shown), 4))
            else:
                yield "\n"

    def _letters(self, font: int) -> dict[int, str]:
        """The characters of a font's glyphs."""
        table = self._stream(_number(_UNICODE, self._objects[font]))
        found = {int(glyph, 16): _decoded(letter) for glyph, letter in _LETTER.findall(table)}
        for first, last, letter in _LETTERS.findall(table):
            start = int(letter, 16)
            found |= {glyph: chr(start + glyph - int(first, 16)) for glyph in range(int(first, 16), int(last, 16) + 1)}
        return found

    def _stream(self, number: int) -> bytes:
        found = _STREAM.search(self._objects[number])
        assert found
        return zlib.decompressobj().decompress(found[1])


def _number(pattern: re.Pattern[bytes], body: bytes) -> int:
    found = pattern.search(body)
    assert found
    return int(found[1])


def _decoded(hexadecimal: bytes) -> str:
    return bytes.fromhex(hexadecimal.decode()).decode("utf-16-be")
