"""The lifetime of services: they are started one after another, and closed in the opposite order at the end of the
server."""

from contextlib import AsyncExitStack
from typing import Protocol


class Service(Protocol):
    """Works beside the requests: often a `Repeating` that is the `background` of what the requests use."""

    def start(self) -> None:
        """Needs a running event loop."""

    async def close(self) -> None:
        """Stops."""


class Lifetime(AsyncExitStack):
    """Closes what it was given, in reverse order."""

    def start(self, *services: Service | None) -> None:
        """Starts services, and closes them at the end. None stands for one that these settings do not need."""
        for each in filter(None, services):
            each.start()
            self.push_async_callback(each.close)
