"""The form of names that searches compare: in small letters, and with one i for the four of Turkish."""

VARIANTS = {"İ": "i", "ı": "i", "ς": "σ", "\N{COMBINING DOT ABOVE}": ""}
"""Replacements in names whose letters have been made small. Some databases make İ an i and the combining dot."""
_VARIANTS = str.maketrans(VARIANTS)


def folded(name: str) -> str:
    """Returns the form of a name that is compared.

    >>> folded("IŞIK"), folded("ışık"), folded("İnci")
    ('işik', 'işik', 'inci')
    """
    return name.lower().translate(_VARIANTS)
