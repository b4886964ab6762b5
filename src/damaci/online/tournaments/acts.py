"""The log of a tournament with what people did around it: who has joined and left, and who has gone on by hand."""

import heapq
from collections.abc import Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any

from damaci.site.language import Catalog
from damaci.site.tournament_log import NamedPlayer, Piece, filled
from damaci.store.tournament_acts import Acted


def with_acts(log: Sequence[dict[str, Any]], acts: Sequence[Acted], words: Catalog) -> list[dict[str, Any]]:
    """The steps of a log and the acts by their times, the last one first. Acts have no number: they are no steps, and
    each is taken back by its opposite."""
    entries = [_entry(each, words) for each in reversed(acts)]
    return list(heapq.merge(log, entries, key=itemgetter("when"), reverse=True))


def _entry(acted: Acted, words: Catalog) -> dict[str, Any]:
    when = datetime.fromtimestamp(acted.at).astimezone()
    nothing = {"number": 0, "undone": False, "helper": False}
    by = acted.name if acted.act in ("held", "resumed") else ""  # The others say it themselves.
    return nothing | {"when": when, "by": by, "pieces": _pieces(acted, words)}


def _pieces(acted: Acted, words: Catalog) -> Sequence[Piece]:
    _ = words.translations.gettext
    match acted.act:
        case "joined":
            return filled(_("{name} has joined."), name=NamedPlayer(acted.name))
        case "left":
            return filled(_("{name} has left."), name=NamedPlayer(acted.name))
        case "resumed":
            return [_("The server goes on by itself.")]
    return [_("The arbiter goes on by hand.") if acted.name else _("The server waits for the arbiter.")]
