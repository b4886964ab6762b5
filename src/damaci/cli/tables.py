"""Where the commands find endgame tables, and the small ones, which are made at their first use."""

import contextlib
from pathlib import Path

import click

from damaci.cli.folder import Folder, default_data_dir
from damaci.errors import TablebaseError
from damaci.machine import cores
from damaci.tablebase import Plan, Tablebase, Terms, build

MADE_AT_ONCE = 3
"""The small tables: of up to this many pieces, made in about a second."""

tables_option = click.option(
    "--tables",
    type=Folder(exists=True),
    help="Endgame tables in this folder are used; this user's own unless given.",
)


def default_folder() -> Path:
    """The folder of the tables, beside the games."""
    return default_data_dir() / "tables"


def make_small(folder: Path, terms: Terms) -> None:
    """Makes the small tables that are missing. Raises OSError where nothing can be written, TablebaseError for a
    damaged one."""
    small = Plan.up_to(MADE_AT_ONCE, terms)
    if small.missing(folder):
        for _ in build(folder, small, cores()):
            pass


def tables_for(folder: Path | None, ruleset: str) -> Tablebase:
    """The tables for an engine. Without a given folder, missing small ones are made if that is possible."""
    if folder is None:
        with contextlib.suppress(OSError, TablebaseError):
            make_small(default_folder(), Terms.of(ruleset))
    return Tablebase(folder or default_folder())
