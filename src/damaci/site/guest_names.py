"""Names of guests: stored in English, shown in each reader's language. static/names.js does the same in the page."""

import re

from damaci.sentence import Translate

_GUEST = re.compile(r"Guest (\d+)")


def guest(number: int) -> str:
    """The name of a guest as it is stored."""
    return f"Guest {number}"


def display_name(name: str, translate: Translate) -> str:
    """A name as it is shown.

    >>> display_name("Guest 1234", {"Guest {n}": "Misafir {n}"}.__getitem__)
    'Misafir 1234'
    >>> display_name("Ada L.", str.upper)
    'Ada L.'
    """
    found = _GUEST.fullmatch(name)
    if found:
        return translate("Guest {n}").format(n=found[1])
    return name
