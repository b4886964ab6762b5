"""Compiles the translations for the program: `damaci.mo` for gettext, `damaci.json` for the pages' scripts.

    python tools/catalogues.py           writes them beside each damaci.po in src/damaci/locales that has changed
    python tools/catalogues.py FOLDER    writes them into another folder of locales; CMake does this for a wheel

In a language that is written from right to left, it isolates values and notation. Otherwise a browser or a terminal
would show the result 1-0 after Arabic letters as 0-1.

Needs only Babel: nothing of Damacı is installed yet when a wheel is built.
"""

import json
import os
import re
import sys
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ISOLATED = "\u2068{}\u2069"
"""First strong isolate, pop directional isolate: the text between them and the text around them do not change each
other's direction."""
LEFT_TO_RIGHT = re.compile(
    r"\$?\{\w+\}|\[[^]]+\]|(?<!\S)[(){}-](?!\S)|\?[!?]|[0-9A-Za-z]+(?:[\w+./:@#ı -]*[\wı])?", re.ASCII
)
"""Matches the parts that have to be isolated in a text from right to left: values, squares, moves, results, and words
in Latin letters."""
PACKAGE = Path(__file__).parents[1] / "src" / "damaci"
LOCALES = PACKAGE / "locales"
SCRIPTS = "*/static/**/*.js"
SAID = {"t": None, "tn": (1, 2)}
"""The functions of static/i18n.js that translate a text, with the arguments that are texts."""
SOURCES = "*/LC_MESSAGES/damaci.po"


def compile_all(folder: Path = LOCALES) -> None:
    """Compiles every catalogue that is newer than its compiled files. Raises OSError, and PoFileError for a damaged
    one."""
    scripts = max(path.stat().st_mtime for path in PACKAGE.glob(SCRIPTS))
    for source in LOCALES.glob(SOURCES):
        target = folder / source.relative_to(LOCALES).parent
        if is_stale(max(source.stat().st_mtime, scripts), target):
            compile_one(source, target)


def is_stale(changed: float, target: Path) -> bool:
    """Whether a compiled file is missing or older than the last change of its sources."""
    made = [target / "damaci.mo", target / "damaci.json"]
    return not all(path.exists() and path.stat().st_mtime >= changed for path in made)


def compile_one(source: Path, target: Path) -> None:
    """Writes both files of one catalogue."""
    with source.open("rb") as file:
        catalog = read_po(file, abort_invalid=True)
    if catalog.locale and catalog.locale.text_direction == "rtl":
        isolate(catalog)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    target.mkdir(parents=True, exist_ok=True)
    replace(target / "damaci.mo", compiled.getvalue())
    replace(target / "damaci.json", json.dumps(texts(catalog), ensure_ascii=False, sort_keys=True).encode())


def isolate(catalog: Catalog) -> None:
    """Isolates the parts from left to right in each text of a language that is written from right to left."""
    for message in catalog:
        if not message.id:
            continue
        if isinstance(message.string, str):
            message.string = isolated(message.string)
        else:
            message.string = tuple(map(isolated, message.string or ()))


def isolated(text: str) -> str:
    """A text whose parts from left to right are isolated."""
    return LEFT_TO_RIGHT.sub(lambda found: ISOLATED.format(found[0]), text)


def texts(catalog: Catalog) -> dict[str, str | list[str]]:
    """The translation of each text in the pages' scripts, and the plural forms of each singular. With all texts of the
    catalogue, every page would be a tenth larger."""
    found: dict[str, str | list[str]] = {}
    for message in catalog:
        if message.context or message.id not in said_by_scripts():
            continue
        if isinstance(message.id, str):
            found[message.id] = str(message.string)
        else:
            found[message.id[0]] = list(message.string or ())
    return found


@cache
def said_by_scripts() -> frozenset[str | tuple[str, ...]]:
    """The English texts in the pages' scripts. A text with a plural is given with both forms."""
    return frozenset(
        text
        for path in sorted(PACKAGE.glob(SCRIPTS))
        for _, text, _, _ in extract_from_file("javascript", path, keywords=SAID)
    )


def replace(path: Path, content: bytes) -> None:
    """Writes a file in one step, so that no reader sees an incomplete one."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)


if __name__ == "__main__":
    compile_all(*map(Path, sys.argv[1:2]))
