"""All puzzles and openings, in files that the app fetches when they are wanted: see damaci.pocket.whole."""

from importlib.resources import files as data

from damaci.pocket.whole import OPENINGS, PUZZLES
from damaci.puzzles.collection import SUFFIX
from damaci.rules.catalogue import RULESETS
from tools.site.tree import Tree, digest

FOLDER = "whole/"
"""Nothing in it belongs to the first visit."""


def write_whole(tree: Tree) -> str:
    """Writes the files into a folder that is named after their content. Returns it, with a slash at its end."""
    found = files()
    folder = f"{FOLDER}{digest(b''.join(found[name] for name in sorted(found)))}/"
    for name, content in found.items():
        tree.write(f"{folder}{name}", content)
    return folder


def files() -> dict[str, bytes]:
    """Every file by its name. None ends in .gz: some hosts would send that as something they have compressed."""
    puzzles = {f"{name}.{PUZZLES}": _read("puzzles", name + SUFFIX) for name in RULESETS}
    openings = {f"{name}.{kind}": _read("book", f"{name}.{kind}") for name in RULESETS for kind in OPENINGS}
    return puzzles | openings


def _read(package: str, name: str) -> bytes:
    return data(f"damaci.{package}").joinpath("data", name).read_bytes()
