"""The forms of the answers that the worker gives a page."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

JSON = "application/json"
SVG = "image/svg+xml"
PDN = "application/vnd.pdn"
LINES = "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """A text that is not JSON. If it has a name, the page saves it as a file."""

    body: str
    media: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class PartsAnswer:
    """A text that is made part by part."""

    parts: AsyncIterator[bytes] | AsyncIterator[str]
    media: str
    name: str = ""
