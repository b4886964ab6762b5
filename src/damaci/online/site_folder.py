"""Where `damaci serve` finds the site without a server, which its players analyse with."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import platformdirs

import damaci
from damaci.online.settings import OnlineSettings

NONE = "off"
"""The value of the setting by which no site is served."""


def with_site(settings: OnlineSettings, places: Iterator[Path] | None = None) -> OnlineSettings:
    """The settings with the folder of the site in them: the one that they name, else the first of `places` that is
    there. `site` is empty if no site is to be served or none is found."""
    if settings.site == NONE:
        return msgspec.structs.replace(settings, site="")
    if settings.site:
        return settings
    found = next((place for place in places or usual_places() if place.is_dir()), "")
    return msgspec.structs.replace(settings, site=str(found))


def usual_places() -> Iterator[Path]:
    """`site` in the user's data folder, and in a clone what `make site` makes there."""
    yield platformdirs.user_data_path("damaci", appauthor=False) / "site"
    clone = Path(damaci.__file__).parents[2]
    if (clone / "pyproject.toml").is_file():
        yield clone / "build" / "site"
