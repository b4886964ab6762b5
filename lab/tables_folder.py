"""The folder with the endgame tables that a job may use, as text, so that it can be sent to another process."""

from pathlib import Path

from damaci.tablebase import Tablebase


def place_of(folder: Path | None) -> str | None:
    """The folder, wherever the process that reads it begins."""
    if folder is None:
        return None
    return str(folder.resolve())


def tables_in(place: str | None) -> Tablebase | None:
    """Its tables."""
    if place is None:
        return None
    return Tablebase(Path(place))
