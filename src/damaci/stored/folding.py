"""The form of names that searches compare: in small letters, and with one i for the four of Turkish."""

VARIANTS = {"İ": "i", "ı": "i", "ς": "σ", "\N{COMBINING DOT ABOVE}": ""}
"""What becomes of letters after all were made small. The dot is what some databases make of İ."""
_VARIANTS = str.maketrans(VARIANTS)


def folded(name: str) -> str:
    """Returns the form of a name that is compared.

    >>> folded("IŞIK"), folded("ışık"), folded("İnci")
    ('işik', 'işik', 'inci')
    """
    return name.lower().translate(_VARIANTS)
