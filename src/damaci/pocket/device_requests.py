"""Requests of pages about what this device keeps, and about its speed, by name, with the answers of damaci.home."""

from typing import Any

from damaci.pocket.answers import LINES, PartsAnswer
from damaci.pocket.requests import Nothing, PageRequest, Requests
from damaci.services.device_speed import SpeedState
from damaci.services.preferences import Preferences


async def read_data(asked: PageRequest, _: Nothing) -> PartsAnswer:
    """Everything that is kept, as one file, which an import reads."""
    return PartsAnswer(asked.services.everything.write(), LINES, "damaci.jsonl")


async def forget(asked: PageRequest, _: Nothing) -> None:
    """Deletes all that is kept."""
    await asked.services.archive.forget()
    await asked.services.read_again()


async def write_preferences(asked: PageRequest, changes: dict[str, Any]) -> Preferences:
    """Changes some of the preferences; the others stay as they are."""
    return await asked.services.shelf.change(changes)


async def show_speed(asked: PageRequest, _: Nothing) -> SpeedState:
    """How fast this device is, and how long levels think on it."""
    return asked.services.speed.state(asked.words.translations.gettext)


REQUESTS: Requests = {
    "data.read": (Nothing, read_data),
    "data.delete": (Nothing, forget),
    "preferences.write": (dict[str, Any], write_preferences),
    "device.speed": (Nothing, show_speed),
}
