"""What has happened in a tournament, step by step, in the reader's language."""

from collections.abc import Callable, Sequence
from datetime import datetime
from string import Formatter
from typing import Any

import msgspec

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


class NamedPlayer(msgspec.Struct, frozen=True):
    """A player in a sentence."""

    name: str

    def __str__(self) -> str:
        return self.name


Piece = str | NamedPlayer


def log(tournament: Tournament, happened: Sequence[AnyEvent], words: Catalog) -> list[dict[str, Any]]:
    """The events, the last one first, with those marked that were undone."""
    undone: set[int] = set()
    found = []
    past = Tournament.fold(happened[:1])
    for number, event in enumerate(happened, 1):
        when = datetime.fromtimestamp(event.at).astimezone()
        entry = {"number": number, "when": when, "by": event.by, "helper": event.helper}
        found.append(entry | {"pieces": pieces(past, event, words)})
        if isinstance(event, events.Undone):
            undone |= past.gone_with(event)
        if number > 1:
            past.apply(event)
    return [entry | {"undone": entry["number"] in undone} for entry in reversed(found)]


def sentence(tournament: Tournament, event: AnyEvent, words: Catalog) -> str:
    """What an event was, after which the tournament is this one."""
    return "".join(map(str, pieces(tournament, event, words)))


def pieces(tournament: Tournament, event: AnyEvent, words: Catalog) -> Sequence[Piece]:
    """The same sentence with its players, whose names may be links."""
    return _Sentences(tournament, words).sentence(event)


def filled(text: str, **values: Piece | int | list[Piece]) -> Sequence[Piece]:
    """A sentence with values in the places of their names.

    >>> filled("{name} is back.", name=NamedPlayer("Ada"))
    ['', NamedPlayer(name='Ada'), ' is back.']
    """
    found: list[Piece] = []
    for between, name, _, _ in Formatter().parse(text):
        found.append(between)
        if name:
            found += _pieces(values[name])
    return found


def _pieces(value: Piece | int | list[Piece]) -> list[Piece]:
    if isinstance(value, list):
        return value
    if isinstance(value, int):
        return [str(value)]
    return [value]


class _Sentences:
    """The sentences about events of one tournament."""

    def __init__(self, tournament: Tournament, words: Catalog) -> None:
        self._tournament = tournament
        self._words = words

    def sentence(self, event: AnyEvent) -> Sequence[Piece]:
        """What has happened."""
        told: dict[type[AnyEvent], Callable[[Any], Sequence[Piece]]] = {
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
            events.KeptApart: self._kept_apart,
            events.Closed: self._closed,
            events.Undone: self._undone,
        }
        return told[type(event)](event)

    def _name(self, id: int) -> Piece:
        known = self._tournament.entrants.get(id)
        if known:
            return NamedPlayer(known.name)
        return str(id)

    def _opened(self, event: events.Opened) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        return filled(_("The tournament was opened: {name}."), name=event.settings.name)

    def _entered(self, event: events.Entered) -> Sequence[Piece]:
        count = len(event.players)
        ngettext = self._words.translations.ngettext
        text = ngettext("{n} player entered: {names}", "{n} players entered: {names}", count)
        return filled(text, n=count, names=self._names(event.players))

    def _names(self, players: Sequence[events.Entrant]) -> list[Piece]:
        comma = self._words.joined(["", ""])
        names: list[Piece] = []
        for each in players[:MOST_NAMES]:
            names += [comma, NamedPlayer(each.name)]
        if len(players) > MOST_NAMES:
            names.append(" …")
        return names[1:]

    def _amended(self, event: events.Amended) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        former = self._name(event.player)
        return filled(
            _("{former} is now {name}, {rating}."), former=former, name=NamedPlayer(event.name), rating=event.rating
        )

    def _bye_asked(self, event: events.ByeAsked) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        name = self._name(event.player)
        if event.mark == "H":
            return filled(_("{name} asked for a half-point bye in round {n}."), name=name, n=event.round)
        return filled(_("{name} asked for a bye without points in round {n}."), name=name, n=event.round)

    def _bye_dropped(self, event: events.ByeDropped) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        return filled(_("{name} plays in round {n} after all."), name=self._name(event.player), n=event.round)

    def _withdrawn(self, event: events.Withdrawn) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        return filled(_("{name} has withdrawn."), name=self._name(event.player))

    def _returned(self, event: events.Returned) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        return filled(_("{name} is back."), name=self._name(event.player))

    def _paired(self, event: events.Paired) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        return filled(_("Round {n} was paired."), n=event.round)

    def _started(self, event: events.Started) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        return filled(_("The clocks of round {n} were started."), n=event.round)

    def _scored(self, event: events.Scored) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        names: dict[str, Piece | int] = {"white": "?", "black": "?", "n": event.round, "board": event.board}
        if game := self._tournament.game(event.round, event.board):
            names |= {"white": self._name(game.white), "black": self._name(game.black)}
        if event.result is None:
            return filled(_("Round {n}, board {board}: {white} and {black} have no result any more."), **names)
        result = RESULTS[event.result]
        return filled(_("Round {n}, board {board}: {white} {result} {black}"), **names, result=result)

    def _tiebreaks_ordered(self, event: events.TiebreaksOrdered) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        titles = tiebreak_names(self._words)
        names = self._words.joined(titles[code] for code in event.tiebreaks)
        return filled(_("The tie-breaks are now: {names}."), names=names)

    def _kept_apart(self, event: events.KeptApart) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        if not event.pairs:
            return [_("Everybody may meet everybody again.")]
        return filled(_("These do not meet: {names}"), names=self._couples(event.pairs))

    def _couples(self, pairs: Sequence[tuple[int, int]]) -> list[Piece]:
        comma = self._words.joined(["", ""])
        names: list[Piece] = []
        for one, two in pairs[:MOST_NAMES]:
            names += [comma, self._name(one), " – ", self._name(two)]
        if len(pairs) > MOST_NAMES:
            names.append(" …")
        return names[1:]

    def _closed(self, event: events.Closed) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        return [_("The tournament was ended.")]

    def _undone(self, event: events.Undone) -> Sequence[Piece]:
        _ = self._words.translations.gettext
        if event.with_games:
            return filled(_("Step {n} was undone, with the games of the round."), n=event.undone)
        return filled(_("Step {n} was undone."), n=event.undone)
