"""The files that the app fetches only when they are needed: all puzzles and openings (damaci.pocket.whole), and the
kernel with several threads."""

from importlib.resources import files as data
from pathlib import Path

from damaci.pocket.whole import OPENINGS, PUZZLES
from damaci.puzzles.collection import SUFFIX
from damaci.rules.catalogue import RULESETS
from tools.site.tree import Tree, digest

FOLDER = "whole/"
"""The folder of these files, which the first visit does not fetch."""


def write_whole(tree: Tree, threaded: Path) -> str:
    """Writes the files into a folder that is named after their content. Returns its name, with a slash at the end."""
    found = files() | {threaded.name: threaded.read_bytes()}
    folder = f"{FOLDER}{digest(b''.join(found[name] for name in sorted(found)))}/"
    for name, content in found.items():
        tree.write(f"{folder}{name}", content)
    return folder


def files() -> dict[str, bytes]:
    """All puzzles and openings, by file name. No name ends in .gz, because some hosts would declare such a file as
    compressed by themselves."""
    puzzles = {f"{name}.{PUZZLES}": _read("puzzles", name + SUFFIX) for name in RULESETS}
    openings = {f"{name}.{kind}": _read("book", f"{name}.{kind}") for name in RULESETS for kind in OPENINGS}
    return puzzles | openings


def _read(package: str, name: str) -> bytes:
    return data(f"damaci.{package}").joinpath("data", name).read_bytes()
