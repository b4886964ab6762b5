"""The app of this machine with its doors for browsers nearby."""

from collections.abc import Callable, Mapping

from litestar import Litestar

from damaci.home.app import create_app
from damaci.home.settings import HomeSettings
from damaci.links.link import Transport
from damaci.links.transports import system_transports
from damaci.nearby.app import create_nearby_app
from damaci.nearby.door import Door
from damaci.nearby.helping.app import create_helping_app


def create_local_app(
    settings: HomeSettings, transports: Callable[[], Mapping[str, Transport]] = system_transports
) -> Litestar:
    """The app on one data folder, which other devices reach over `transports`, and browsers of guests and of helpers
    nearby through doors of their own. Starting it raises StoreError."""
    return create_app(
        settings,
        transports,
        lambda *parts: Door(create_nearby_app(*parts)),
        lambda *parts: Door(create_helping_app(*parts)),
    )
