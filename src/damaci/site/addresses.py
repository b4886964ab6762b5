"""The addresses of an app's pages, requests and channels, by the names that pages use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Door(NamedTuple):
    """A page that every other page links to: its name in the templates, and its address."""

    name: str
    address: str


@dataclass(frozen=True)
class Addresses:
    """The addresses of an app. Placeholders in an address are filled from the request's data."""

    requests: Mapping[str, str]
    """Method and address by the name of a request, such as `games.pdn`: `GET /api/games/{game}/pdn`."""
    channels: Mapping[str, str]
    """The address of the WebSocket by the name of a channel."""
    doors: tuple[Door, ...] = ()
    """The links of the navigation."""
    tools: tuple[Door, ...] = ()
    """The links with icons at the right end of the header."""

    @property
    def pages(self) -> Mapping[str, str]:
        """The addresses of doors and tools by their names."""
        return dict((*self.doors, *self.tools))
