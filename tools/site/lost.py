"""The page for addresses that do not exist, which hosts of static files send if it is named 404.html."""

import base64
import hashlib
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from damaci.languages import LANGUAGES
from damaci.site.language import catalog

NAME = "404.html"
HERE = Path(__file__).parent


def page() -> str:
    """The page in all languages. It contains its script and its style, because it does not know the address at which it
    will be shown."""
    templates = Environment(loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    script = (HERE / "lost.js").read_text("utf-8")
    style = (HERE / "lost.css").read_text("utf-8")
    return templates.get_template("lost.html").render(
        pages=[_words(language) for language in LANGUAGES],
        script=Markup(script),
        script_hash=_hash(script),
        style=Markup(style),
        style_hash=_hash(style),
    )


def _words(language: str) -> dict[str, str]:
    words = catalog(language)
    text = words.translations.gettext
    return {
        "lang": language,
        "dir": words.direction,
        "title": text("There is nothing here"),
        "text": text("This page or game does not exist, or not any more."),
        "link": text("To the game"),
    }


def _hash(source: str) -> str:
    """The hash of a script or style, in the form that a content security policy uses to allow it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"
