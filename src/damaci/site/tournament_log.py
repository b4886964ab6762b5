"""What has happened in a tournament, step by step, in the reader's language."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from damaci.site.language import Catalog
from damaci.site.tiebreak_names import tiebreak_names
from damaci.tournament import Tournament, events
from damaci.tournament.events import AnyEvent

RESULTS = {
    "1-0": "1 – 0",
    "0-1": "0 – 1",
    "1/2-1/2": "½ – ½",
    "0-0": "0 – 0",
    "+/-": "+ – −",
    "-/+": "− – +",
    "-/-": "− – −",
}
"""How results are written."""
MOST_NAMES = 5


def log(tournament: Tournament, happened: Sequence[AnyEvent], words: Catalog) -> list[dict[str, Any]]:
    """The events, the last one first, with those marked that were undone."""
    undone: set[int] = set()
    found = []
    past = Tournament.fold(happened[:1])
    for number, event in enumerate(happened, 1):
        text = _Sentences(past, words).sentence(event)
        when = datetime.fromtimestamp(event.at).astimezone()
        found.append({"number": number, "when": when, "by": event.by, "helper": event.helper, "text": text})
        if isinstance(event, events.Undone):
            undone |= past.gone_with(event)
        if number > 1:
            past.apply(event)
    return [entry | {"undone": entry["number"] in undone} for entry in reversed(found)]


def sentence(tournament: Tournament, event: AnyEvent, words: Catalog) -> str:
    """What an event was, after which the tournament is this one."""
    return _Sentences(tournament, words).sentence(event)


class _Sentences:
    """The sentences about events of one tournament."""

    def __init__(self, tournament: Tournament, words: Catalog) -> None:
        self._tournament = tournament
        self._words = words

    def sentence(self, event: AnyEvent) -> str:
        """What has happened."""
        told: dict[type[AnyEvent], Callable[[Any], str]] = {
            events.Opened: self._opened,
            events.Entered: self._entered,
            events.Amended: self._amended,
            events.ByeAsked: self._bye_asked,
            events.ByeDropped: self._bye_dropped,
            events.Withdrawn: self._withdrawn,
            events.Returned: self._returned,
            events.Paired: self._paired,
            events.Started: self._started,
            events.Scored: self._scored,
            events.TiebreaksOrdered: self._tiebreaks_ordered,
            events.Closed: self._closed,
            events.Undone: self._undone,
        }
        return told[type(event)](event)

    def _name(self, id: int) -> str:
        known = self._tournament.entrants.get(id)
        if known:
            return known.name
        return str(id)

    def _opened(self, event: events.Opened) -> str:
        _ = self._words.translations.gettext
        return _("The tournament was opened: {name}.").format(name=event.settings.name)

    def _entered(self, event: events.Entered) -> str:
        count = len(event.players)
        names = self._words.joined(each.name for each in event.players[:MOST_NAMES])
        if count > MOST_NAMES:
            names += " …"
        ngettext = self._words.translations.ngettext
        return ngettext("{n} player entered: {names}", "{n} players entered: {names}", count).format(
            n=count, names=names
        )

    def _amended(self, event: events.Amended) -> str:
        _ = self._words.translations.gettext
        former = self._name(event.player)
        return _("{former} is now {name}, {rating}.").format(former=former, name=event.name, rating=event.rating)

    def _bye_asked(self, event: events.ByeAsked) -> str:
        _ = self._words.translations.gettext
        name = self._name(event.player)
        if event.mark == "H":
            return _("{name} asked for a half-point bye in round {n}.").format(name=name, n=event.round)
        return _("{name} asked for a bye without points in round {n}.").format(name=name, n=event.round)

    def _bye_dropped(self, event: events.ByeDropped) -> str:
        _ = self._words.translations.gettext
        return _("{name} plays in round {n} after all.").format(name=self._name(event.player), n=event.round)

    def _withdrawn(self, event: events.Withdrawn) -> str:
        _ = self._words.translations.gettext
        return _("{name} has withdrawn.").format(name=self._name(event.player))

    def _returned(self, event: events.Returned) -> str:
        _ = self._words.translations.gettext
        return _("{name} is back.").format(name=self._name(event.player))

    def _paired(self, event: events.Paired) -> str:
        _ = self._words.translations.gettext
        return _("Round {n} was paired.").format(n=event.round)

    def _started(self, event: events.Started) -> str:
        _ = self._words.translations.gettext
        return _("The clocks of round {n} were started.").format(n=event.round)

    def _scored(self, event: events.Scored) -> str:
        _ = self._words.translations.gettext
        names = {"white": "?", "black": "?", "n": event.round, "board": event.board}
        if game := self._tournament.game(event.round, event.board):
            names |= {"white": self._name(game.white), "black": self._name(game.black)}
        if event.result is None:
            return _("Round {n}, board {board}: {white} and {black} have no result any more.").format(**names)
        result = RESULTS[event.result]
        return _("Round {n}, board {board}: {white} {result} {black}").format(**names, result=result)

    def _tiebreaks_ordered(self, event: events.TiebreaksOrdered) -> str:
        _ = self._words.translations.gettext
        titles = tiebreak_names(self._words)
        names = self._words.joined(titles[code] for code in event.tiebreaks)
        return _("The tie-breaks are now: {names}.").format(names=names)

    def _closed(self, event: events.Closed) -> str:
        _ = self._words.translations.gettext
        return _("The tournament was ended.")

    def _undone(self, event: events.Undone) -> str:
        _ = self._words.translations.gettext
        if event.with_games:
            return _("Step {n} was undone, with the games of the round.").format(n=event.undone)
        return _("Step {n} was undone.").format(n=event.undone)
