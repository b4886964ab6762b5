"""Where an app has what its pages lead to and ask for: the pages know it by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Door(NamedTuple):
    """A page that every other one leads to: its name in the templates, and its address."""

    name: str
    address: str


@dataclass(frozen=True)
class Addresses:
    """What an app gives its pages. Placeholders in an address are filled from the request's data."""

    requests: Mapping[str, str]
    """By the name of a request, the method and the address that answer it: `games.pdn`, `GET /api/games/{game}/pdn`."""
    channels: Mapping[str, str]
    """By the name of a channel, the address of its WebSocket."""
    doors: tuple[Door, ...] = ()
    """For the navigation."""
    tools: tuple[Door, ...] = ()
    """For the right end of the header: links with icons."""

    @property
    def pages(self) -> Mapping[str, str]:
        """The addresses of doors and tools by their names."""
        return dict((*self.doors, *self.tools))
