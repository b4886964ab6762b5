"""The pages of a long list, from the latest entries to the first ones, each by a link to the older ones."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from litestar.exceptions import NotFoundException

from damaci.store.bookmark import Bookmark

_BETWEEN = "_"
_MOMENT = re.compile(r"\d{1,12}(\.\d{1,20})?", re.ASCII)
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)

T = TypeVar("T")


def bookmark_in(text: str) -> Bookmark | None:
    """The bookmark of a link; None for the beginning of the list. Raises NotFoundException.

    >>> bookmark_in("1797811200.25_a_game")
    Bookmark(at=1797811200.25, id='a_game')
    """
    if not text:
        return None
    at, _, id = text.partition(_BETWEEN)
    if not (_MOMENT.fullmatch(at) and _ID.fullmatch(id)):
        raise NotFoundException(f"no page {text!r}")
    return Bookmark(float(at), id)


def first_page(found: Sequence[T], bookmark: Callable[[T], Bookmark], most: int) -> tuple[Sequence[T], str]:
    """The first `most` of what was found, and what a link to the others has to say; empty if these are all."""
    shown = found[:most]
    if len(found) <= most:
        return shown, ""
    at, id = bookmark(shown[-1])
    return shown, f"{at!r}{_BETWEEN}{id}"
