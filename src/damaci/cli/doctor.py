"""`damaci doctor`: what this installation has and lacks, and how to get what it lacks."""

import os
import platform
import sqlite3
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import click

from damaci.cli.folder import default_data_dir
from damaci.cli.options import json_option
from damaci.cli.positions import print_json


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked. `remedy` says how to get what is missing."""

    name: str
    ok: bool
    found: str
    remedy: str = ""


@click.command()
@click.option(
    "--data-dir",
    type=click.Path(path_type=Path),
    help="Look at this folder of games, not the usual one.",
)
@json_option
def doctor(data_dir: Path | None, as_json: bool) -> None:
    """Say what this installation has and lacks."""
    findings = list(examine((data_dir or default_data_dir()).absolute()))
    if as_json:
        print_json({"version": version("damaci"), "findings": list(map(asdict, findings))})
    else:
        show(findings)


def examine(folder: Path) -> Iterator[Finding]:
    """Every finding, in the order in which they matter."""
    yield python()
    yield kernel()
    yield data_folder(folder)
    yield database(folder)
    yield endgame_tables(folder)
    yield browser()
    yield bluetooth()


def python() -> Finding:
    """The Python that runs this."""
    return Finding(
        "Python", True, f"{platform.python_version()} on {platform.system()} {platform.machine()}, {sys.executable}"
    )


def kernel() -> Finding:
    """Which build of the compiled kernel runs; importing this command has loaded it already."""
    from damaci._kernel import BUILD

    return Finding("kernel", True, {"baseline": "portable build", "x86-64-v3": "build for x86-64-v3 processors"}[BUILD])


def data_folder(folder: Path) -> Finding:
    """Whether games can be kept."""
    nearest = next(each for each in (folder, *folder.parents) if each.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
        return Finding("data folder", True, str(folder) + ("" if nearest == folder else " (made at the first start)"))
    return Finding("data folder", False, f"{folder} cannot be written", "choose another: damaci --data-dir FOLDER")


def database(folder: Path) -> Finding:
    """Whether the games that are kept can be read."""
    from damaci.store.store import FILE

    file = folder / FILE
    name = f"SQLite {sqlite3.sqlite_version}"
    if not file.exists():
        return Finding("database", True, f"{name}, no games yet")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            [state] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        state = str(error)
    if state == "ok":
        return Finding("database", True, f"{name}, {file} is sound")
    return Finding("database", False, f"{file}: {state}", "move that file away: the app then begins a new one")


def endgame_tables(folder: Path) -> Finding:
    """How far the tables of the federation's game go; reads all of them."""
    from damaci.errors import TablebaseError
    from damaci.tablebase import Tables, Terms

    where = folder / "tables"
    try:
        pieces = Tables(where, Terms.of("turkish"), whole=True).pieces
    except TablebaseError as error:
        return Finding("endgame tables", False, str(error), "delete that file: it is made again")
    if pieces:
        return Finding("endgame tables", True, f"of up to {pieces} pieces, in {where}")
    return Finding(
        "endgame tables",
        False,
        "none made yet",
        f"the app makes them while it runs, or now: damaci tablebase build --dir {where}",
    )


def browser() -> Finding:
    """Whether `damaci` can open a browser by itself."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return Finding(
            "browser",
            False,
            "none found to open",
            "start with: damaci --no-browser, and open the address it prints anywhere",
        )
    return Finding("browser", True, str(getattr(found, "name", "the system's own")))


def bluetooth() -> Finding:
    """Whether a game with another device can go over Bluetooth."""
    import asyncio

    from damaci.explanations import BLUETOOTH
    from damaci.links.bluetooth import REMEDIES
    from damaci.links.transports import system_bluetooth

    if missing := asyncio.run(system_bluetooth().missing()):
        return Finding("Bluetooth", False, str(BLUETOOTH[f"bluetooth-{missing}"].headline), REMEDIES[missing])
    return Finding("Bluetooth", True, "ready to play with another device")


def show(findings: list[Finding]) -> None:
    """For people."""
    click.echo(f"damaci {version('damaci')}")
    for each in findings:
        click.echo(f"{'ok' if each.ok else 'missing':8}{each.name}: {each.found}")
        if each.remedy:
            click.echo(f"{'':8}-> {each.remedy}")
