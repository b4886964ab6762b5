"""Folders that a command is given, and where games are kept unless `--data-dir` says otherwise."""

import os
from pathlib import Path

import click


class Folder(click.Path):
    """A folder that may be made yet; what is there already has to be one."""

    def __init__(self, exists: bool = False) -> None:
        super().__init__(exists=exists, path_type=Path)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Refuses files and devices, and what is below them."""
        folder = Path(os.fspath(value))
        nearest = next(each for each in (folder, *folder.absolute().parents) if each.exists() or each.is_symlink())
        if not nearest.is_dir():
            self.fail(f"{nearest} is not a folder", param, ctx)
        super().convert(value, param, ctx)
        return folder


def default_data_dir() -> Path:
    """This user's folder for Damacı's data, as the operating system has it."""
    from platformdirs import user_data_path

    return user_data_path("damaci", appauthor=False)
