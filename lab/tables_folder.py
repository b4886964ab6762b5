"""The folder with the endgame tables that a job may use. It is a text, which can be sent to another process."""

from pathlib import Path

from damaci.tablebase import Tablebase


def place_of(folder: Path | None) -> str | None:
    """The full path of the folder, so that the working folder of the process that uses it does not matter."""
    if folder is None:
        return None
    return str(folder.resolve())


def tables_in(place: str | None) -> Tablebase | None:
    """The tables in the folder, or None without a folder."""
    if place is None:
        return None
    return Tablebase(Path(place))
