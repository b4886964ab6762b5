"""The languages of the pages and of the terminal: every other list of them is made from this one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the texts are translated into."""

    code: str
    """As in HTML's `lang`."""
    name: str
    """In the language itself."""
    plurals: str = "nplurals=2; plural=(n != 1);"
    """The plural rule of its catalogue, as gettext writes it. The page's scripts use the rule of the browser."""
    right_to_left: bool = False


SOURCE = "en"
"""The language in which the texts are written in the sources: it needs no catalogue."""
LANGUAGES = {
    language.code: language
    for language in (Language("tr", "Türkçe"), Language("en", "English"), Language("bg", "Български"))
}
"""By code, in the order in which they are offered."""
TRANSLATED = tuple(code for code in LANGUAGES if code != SOURCE)
"""The codes of those that have a catalogue."""
