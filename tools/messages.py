"""Collects every English text that a page can show.

`python -m tools.messages` adds new texts to the .po files, removes texts that are no longer used, keeps the
translations, and compiles the catalogues. A language that is new in `damaci.languages` gets a file.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from damaci import errors, explanations, puzzles
from damaci.book import names
from damaci.engine.levels import LEVELS
from damaci.engine.levels import level as find_level
from damaci.engine.style import STYLES
from damaci.languages import LANGUAGES, TRANSLATED
from damaci.lessons import CONTEXT
from damaci.lessons import catalogue as lessons
from damaci.puzzles.themes import TITLES
from damaci.rules.catalogue import RULESETS
from tools.catalogues import LOCALES, compile_all

PACKAGE = LOCALES.parent
METHODS = [
    ("site/templates/**.html", "jinja2"),
    ("site/static/**.js", "javascript"),
    ("pocket/static/**.js", "javascript"),
    *((f"{place}/**.py", "python") for place in ("site", "home", "nearby", "online", "services", "analysis", "pocket")),
    ("cli/terminal/**.py", "python"),
    ("cli/play.py", "python"),
]
PLACES = ("errors", "engine/levels", "rules/**", "board/**", "notation/**", "game/**", "tournament/**")
APPS = ("analysis/**", "services/**", "site/**", "home/**", "online/**")
REASONS = [(f"{place}.py", "python") for place in (*PLACES, *APPS)]
REASON = {"Sentence": None}
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "t": None, "tn": (1, 2)}

Text = str | tuple[str, ...]


def template() -> Catalog:
    """The catalogue of the texts, without translations."""
    catalog = Catalog()
    for text in _texts():
        catalog.add(text)
    for _, _, text, _, _ in extract_from_dir(PACKAGE, REASONS, keywords=REASON):
        catalog.add(text, context=errors.CONTEXT)
    for text in _explained():
        catalog.add(text, context=explanations.CONTEXT)
    for text in TITLES.values():
        catalog.add(text, context=puzzles.CONTEXT)
    for text in lessons.texts():
        catalog.add(text, context=CONTEXT)
    return catalog


def _explained() -> Iterator[Text]:
    for explanation in (explanations.OTHERWISE, *explanations.EXPLANATIONS.values()):
        for text in explanation:
            if text:
                yield tuple(text) if isinstance(text, explanations.Counted) else text


def _texts() -> Iterator[Text]:
    for _, _, text, _, _ in extract_from_dir(
        PACKAGE, METHODS, {"site/templates/**.html": {"silent": "false"}}, KEYWORDS
    ):
        yield text
    for named in (*LEVELS.values(), find_level("free-5s"), *STYLES.values()):
        yield from (named.title, named.about)
    for ruleset in RULESETS.values():
        yield ruleset.title
    yield from names.PHRASES


def path_of(language: str) -> Path:
    """The file with the translations into a language."""
    return LOCALES / language / "LC_MESSAGES" / "damaci.po"


def read(language: str) -> Catalog:
    """The translations into a language; empty for a language without a file."""
    path = path_of(language)
    written = path.read_bytes() if path.exists() else _header(language)
    return read_po(BytesIO(written), locale=language, domain="damaci", abort_invalid=True)


HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plurals}\\n"

"""


def write(language: str, catalog: Catalog) -> None:
    """Writes the translations, sorted and without dates, so that a new file differs only where a text has changed."""
    body = BytesIO()
    write_po(body, catalog, width=140, sort_output=True, ignore_obsolete=True, no_location=True, omit_header=True)
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_header(language) + body.getvalue().strip() + b"\n")


def _header(language: str) -> bytes:
    return HEADER.format(language=language, plurals=LANGUAGES[language].plurals).encode()


def main() -> None:
    """Brings every .po file in line with the sources."""
    for language in TRANSLATED:
        catalog = read(language)
        catalog.update(template(), no_fuzzy_matching=True)
        write(language, catalog)
    compile_all()


if __name__ == "__main__":
    main()
