"""The names of the tie-breaks, in the reader's language."""

from damaci.site.language import Catalog


def tiebreak_names(words: Catalog) -> dict[str, str]:
    """The names of the tie-breaks, by their codes."""
    _ = words.translations.gettext
    return {
        "BH": "Buchholz",
        "BH-C1": _("Buchholz cut 1"),
        "BH-C2": _("Buchholz cut 2"),
        "SB": "Sonneborn-Berger",
        "WIN": _("Wins"),
        "WON": _("Games won"),
        "DE": _("Direct encounter"),
    }
