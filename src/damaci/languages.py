"""The languages of the pages and of the terminal: every other list of them is made from this one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """A language into which the texts are translated."""

    code: str
    """The code for HTML's attribute `lang`."""
    name: str
    """The name in the language itself."""
    plurals: str = "nplurals=2; plural=(n != 1);"
    """The plural rule of its catalogue, in gettext's form. The scripts of pages use the browser's rule."""
    right_to_left: bool = False


_SIX_PLURALS = "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);"
SOURCE = "en"
"""The language in which the texts are written in the sources: it needs no catalogue."""
LANGUAGES = {
    language.code: language
    for language in (
        Language("tr", "Türkçe"),
        Language("en", "English"),
        Language("bg", "Български"),
        Language("ar", "العربية", _SIX_PLURALS, right_to_left=True),
    )
}
"""The languages by code, in the order in which they are offered."""
TRANSLATED = tuple(code for code in LANGUAGES if code != SOURCE)
"""The codes of the languages with a catalogue."""
