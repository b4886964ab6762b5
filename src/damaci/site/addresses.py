"""The addresses of an app's pages, requests and channels, by the names that pages use."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Addresses:
    """The addresses of an app. Placeholders in an address are filled from the request's data."""

    requests: Mapping[str, str]
    """Method and address by the name of a request, such as `games.pdn`: `GET /api/games/{game}/pdn`."""
    channels: Mapping[str, str]
    """The address of the WebSocket by the name of a channel."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """The address by the name of a page, such as `game`: `/game/{game}`."""
    doors: tuple[str, ...] = ()
    """The names of the pages in the navigation."""
    tools: tuple[str, ...] = ()
    """The names of the pages that have an icon at the right end of the header."""

    def page(self, name: str, **values: object) -> str:
        """The address of a page. Raises KeyError for a page that the app does not have."""
        return self.pages[name].format(**values)

    def request(self, name: str, **values: object) -> str:
        """The address of a request without its method, for links. Raises KeyError if the app does not answer it."""
        return self.requests[name].partition(" ")[2].format(**values)
